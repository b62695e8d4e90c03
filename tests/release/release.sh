#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# release.sh SOURCE: a release of a clone is rejected until the changelog describes it; two releases have the same bytes, and
# minisign and sha256sum accept the signature and checksums. Exits with 77 without a git checkout or minisign.
set -euo pipefail
source=$(realpath "$1")
command -v minisign >/dev/null && git -C "$source" rev-parse HEAD >/dev/null 2>&1 || { echo "skipped: needs git and minisign"; exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
git clone -q --no-hardlinks "$source" "$work/querent"
cp "$source/cmake/release.sh" "$work/querent/cmake/release.sh"  # the current version, committed or not
cd "$work/querent"
git config user.name tests && git config user.email tests@localhost
git add -A && { git diff --cached --quiet || git commit -qm "the script of today"; }

if cmake/release.sh "$work/none" --sources 2>"$work/said"; then echo "WRONG: released without a changelog"; exit 1; fi
grep -q 'expected a heading "## ' "$work/said"
[ ! -e "$work/none" ]
sed -i 's/^## Unreleased (\(.*\))$/## \1 — 2000-01-01/' CHANGELOG.md
if cmake/release.sh "$work/none" --sources 2>"$work/said"; then echo "WRONG: released uncommitted changes"; exit 1; fi
grep -q "uncommitted" "$work/said"
git commit -qam "released"

minisign -G -W -p "$work/key.pub" -s "$work/key" >/dev/null
for name in one two; do QUERENT_RELEASE_KEY=$work/key cmake/release.sh "$work/$name" --sources >/dev/null; done
cmp "$work/one/SHA256SUMS" "$work/two/SHA256SUMS"
cd "$work/one"
sha256sum -c --quiet SHA256SUMS
minisign -V -q -p "$work/key.pub" -m SHA256SUMS
tar -tzf querent-*.tar.gz | grep '/README.md$' >/dev/null
printf x >>SHA256SUMS
if minisign -V -q -p "$work/key.pub" -m SHA256SUMS 2>/dev/null; then echo "WRONG: a changed list has a good signature"; exit 1; fi
echo "released, the same twice, signed and checked"
