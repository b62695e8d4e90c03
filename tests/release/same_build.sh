#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# same_build.sh TARGET FILE…: builds TARGET of the checked-out commit twice as a release, in two folders whose names
# differ in length, with different numbers of jobs, time zones, languages and home directories and without a compiler
# cache, and compares each FILE of the two build folders byte by byte.
#   tests/release/same_build.sh querent_datasets datasets/libquerent_datasets.a
#   tests/release/same_build.sh querent apps/querent
set -euo pipefail
target=${1:?same_build.sh TARGET FILE…} ; shift
source=$(git -C "$(dirname "$0")" rev-parse --show-toplevel)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export CCACHE_DISABLE=1
build() {  # build FOLDER JOBS ENVIRONMENT…
  local folder=$1 jobs=$2
  shift 2
  mkdir -p "$folder/home"
  git -C "$source" archive HEAD | tar -x -C "$folder"
  (cd "$folder" && env HOME="$folder/home" "$@" cmake --preset release -DQUERENT_WITH_PYTHON=OFF >/dev/null &&
    env HOME="$folder/home" "$@" cmake --build build/release -j "$jobs" --target "$target" >/dev/null)
}
build "$work/a" 1 TZ=UTC LC_ALL=C
build "$work/a folder of a longer name/b" 2 TZ=Asia/Tokyo LC_ALL=C.UTF-8
wrong=0
for file in "$@"; do
  one=$work/a/build/release/$file two="$work/a folder of a longer name/b/build/release/$file"
  if cmp "$one" "$two"; then sha256sum "$one" | sed "s| .*|  $file, twice|"; else wrong=1; fi
done
exit "$wrong"
