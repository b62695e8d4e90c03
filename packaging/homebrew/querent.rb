# SPDX-License-Identifier: Apache-2.0
# Not run here. The program without `querent ask`, whose page needs the D3 modules of Debian.
class Querent < Formula
  desc "Classifies nodes of a graph or rows of a table from few labels that it asks for"
  url "file://#{File.expand_path("../..", __dir__)}", using: :git, branch: "main"
  version "0.1.0"
  license "Apache-2.0"

  depends_on "cli11" => :build
  depends_on "cmake" => :build
  depends_on "eigen" => :build
  depends_on "hnswlib" => :build
  depends_on "ninja" => :build
  depends_on "nlohmann-json" => :build
  depends_on "pkgconf" => :build
  depends_on "spectra" => :build
  depends_on "boost"
  depends_on "fmt"
  depends_on "libarchive"
  depends_on "openssl@3"
  depends_on "simdjson"
  depends_on "utf8proc"
  depends_on "xxhash"
  depends_on "xz"
  depends_on "zstd"

  def install
    system "cmake", "-S", ".", "-B", "build", "-G", "Ninja", "-DQUERENT_COMPONENTS=program",
           "-DQUERENT_WITH_SQLITE=OFF", "-DQUERENT_WITH_GRAPHBLAS=OFF", *std_cmake_args
    system "cmake", "--build", "build"
    system "cmake", "--install", "build"
  end

  test do
    assert_match "34 nodes", shell_output("#{bin}/querent run karate --learner MSG --runs 1")
  end
end
