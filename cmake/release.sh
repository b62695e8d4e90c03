#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# release.sh OUT [--sources]: builds the files of a release from the commit that is checked out: the source archive, the
# Debian packages, the wheel, the programs for every Linux (x86-64 and arm64) and the page without a server (not with
# --sources), their checksums, and a signature if QUERENT_RELEASE_KEY names a secret key of minisign. OUT is written
# completely or not at all. The changelog must describe the version and give its date.
set -euo pipefail
out=$(realpath -m "${1:?release.sh OUT [--sources]}")
sources_only=${2:-}
cd "$(dirname "$0")/.."
fail() { printf 'error: %s\n' "$*" >&2; exit 1; }

version=$(sed -n 's/^project(querent VERSION \([0-9.]*\).*/\1/p' CMakeLists.txt)
[ ! -e "$out" ] || fail "$out exists already — name another folder"
[ -z "$(git status --porcelain)" ] || fail "the checkout has uncommitted changes — commit them"
grep -qE "^## $version — [0-9]{4}-[0-9]{2}-[0-9]{2}$" CHANGELOG.md ||
  fail "CHANGELOG.md: expected a heading \"## $version — YYYY-MM-DD\", found none — describe the version and give its date"
work=$(mktemp -d "$out.XXXXXX")
trap 'rm -rf "$work"' EXIT

# The same commit gives the same bytes: only the commit's time is recorded, and gzip stores no name.
git archive --format=tar --prefix="querent-$version/" HEAD | gzip -9n >"$work/querent-$version.tar.gz"
if [ "$sources_only" != --sources ]; then
  ./dev package
  cp build/package/packages/*.deb "$work/"
  ./dev wheel
  cp build/wheels/*.whl "$work/"
  ./dev page
  cp build/page/querent.html "$work/"
  ./dev static "$work/querent-$version-$(uname -m)-linux"
  python3 tests/release/static.py "$work/querent-$version-$(uname -m)-linux" build/package/apps/querent
  ./dev static arm64 "$work/querent-$version-aarch64-linux"
  python3 tests/release/static.py "$work/querent-$version-aarch64-linux" build/package/apps/querent \
    --emulator qemu-aarch64-static
fi
(cd "$work" && sha256sum -- * >SHA256SUMS)
if [ -n "${QUERENT_RELEASE_KEY:-}" ]; then
  (cd "$work" && minisign -S -s "$QUERENT_RELEASE_KEY" -m SHA256SUMS -t "querent $version" </dev/null >/dev/null)
else
  printf 'note: not signed — QUERENT_RELEASE_KEY names no secret key of minisign\n' >&2
fi
chmod 755 "$work"
mv "$work" "$out"
trap - EXIT
printf 'written to %s:\n' "$out"
ls "$out"
