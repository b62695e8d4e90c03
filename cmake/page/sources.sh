#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# sources.sh DIR: fetches the source packages of the libraries that the page needs as WebAssembly into DIR, with apt
# from the machine's own sources list, and makes SQLite's single file.
set -eu
mkdir -p "$1"
cd "$1"
[ -e complete ] && exit 0
sed 's/^Types: deb$/Types: deb-src/; s/^deb /deb-src /' /etc/apt/sources.list.d/*.sources /etc/apt/sources.list \
  >source.sources 2>/dev/null || true
mkdir -p lists/partial archives
apt_with_sources() {
  apt-get -q -o Dir::Etc::SourceList="$PWD/source.sources" -o Dir::Etc::SourceParts=/dev/null \
    -o Dir::State::lists="$PWD/lists" "$@"
}
apt_with_sources update
cd archives
for package in sqlite3 utf8proc simdjson zlib expat; do
  # unpacking with dpkg-source would need the packages' own patches, which concern other platforms
  (cd .. && cd archives && apt-get -q -o Dir::Etc::SourceList="$OLDPWD/source.sources" \
    -o Dir::Etc::SourceParts=/dev/null -o Dir::State::lists="$OLDPWD/lists" source --download-only "$package") || true
done
cd ..
for package in sqlite3 utf8proc simdjson zlib expat; do
  archive=
  for file in archives/"$package"_*.orig.tar.*; do
    case $file in *.asc) ;; *) archive=$file ;; esac
  done
  [ -f "$archive" ] || { echo "sources.sh: no source of $package" >&2; exit 1; }
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
