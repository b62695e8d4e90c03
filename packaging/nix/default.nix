# SPDX-License-Identifier: Apache-2.0
# Not run here. The program without `querent ask`, whose page needs the D3 modules of Debian.
{ pkgs ? import <nixpkgs> { } }:
pkgs.stdenv.mkDerivation {
  pname = "querent";
  version = "0.1.0";
  src = pkgs.lib.cleanSource ../..;
  nativeBuildInputs = with pkgs; [ cmake ninja pkg-config gzip ];
  buildInputs = with pkgs; [
    boost bzip2 cli11 curl eigen expat fmt hnswlib libarchive nlohmann_json openssl simdjson spectra utf8proc
    xxHash xz zlib zstd
  ];
  cmakeFlags = [ "-DQUERENT_COMPONENTS=program" "-DQUERENT_WITH_SQLITE=OFF" "-DQUERENT_WITH_GRAPHBLAS=OFF" ];
  doInstallCheck = true;
  installCheckPhase = "$out/bin/querent run karate --learner MSG --runs 1 | grep '34 nodes'";
  meta = {
    description = "Learns on graphs and on vectors, and asks for a label only when it is worth it";
    license = pkgs.lib.licenses.asl20;
    mainProgram = "querent";
  };
}
