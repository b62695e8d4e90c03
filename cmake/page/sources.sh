#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# sources.sh DIR PACKAGE...: fetches the sources of the libraries that the page needs as WebAssembly, and of the packages,
# into DIR, as source packages from the machine's own list of Debian, and makes SQLite's single file.
set -eu
mkdir -p "$1/lists/partial" "$1/archives"
cd "$1"
shift
[ -e complete ] && exit 0
for list in /etc/apt/sources.list.d/*.sources; do  # security updates replace sources that are still asked for
  sed 's/^Types: deb$/Types: deb-src/' "$list"
  echo
done >list.sources
apt="-q -o Dir::Etc::SourceList=$PWD/list.sources -o Dir::Etc::SourceParts=/dev/null -o Dir::State::lists=$PWD/lists"
# shellcheck disable=SC2086
apt-get $apt update
for package in sqlite3 utf8proc simdjson zlib expat "$@"; do
  # a part of a package may be gone from the mirror: the original archive is enough
  # shellcheck disable=SC2086
  (cd archives && apt-get $apt source --download-only $package) || true
  archive=$(ls archives/"$package"_*.orig.tar.* | grep -v '\.asc$' | tail -n 1)
  rm -rf "$package"
  mkdir "$package"
  tar -xf "$archive" -C "$package" --strip-components=1
done
mkdir sqlite3/made
(cd sqlite3/made && ../configure >configure.log && make sqlite3.c >make.log)
# Eigen uses SSE, which emscripten maps to WebAssembly's vectors, but not the assembly beside it.
rm -rf eigen
mkdir eigen
cp -r /usr/include/eigen3/Eigen eigen/
sed -i 's/EIGEN_COMP_GNUC && EIGEN_COMP_GNUC < 63/0/' eigen/Eigen/src/Core/arch/SSE/PacketMath.h
sed -i 's/__asm__  *("" : [^;]*);/;/' eigen/Eigen/src/Core/products/GeneralBlockPanelKernel.h
touch complete
