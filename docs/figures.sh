#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# figures.sh QUERENT [DRAW_FIGURE]: every table and figure of docs/choose.md, from the embedded data, about a minute; docs/cora.svg, where
# cora can be had (QUERENT_MIRROR, or the network); and, with tests/draw_figure of a build, notes/auto.svg and scaling.svg from their tables.
set -euo pipefail
querent=$1 out=$(cd "$(dirname "$0")" && pwd)/choose page=$(cd "$(dirname "$0")" && pwd)/choose.md columns=6-
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export QUERENT_CACHE=$work/cache
mkdir -p "$out"
sweep() {  # sweep NAME ARGUMENT…: the table of that name in choose.md, and its figure
  "$querent" sweep "${@:2}" --runs 5 --threads "${THREADS:-1}" --quiet --out "$work/$1" >/dev/null
  { echo; grep '^|' "$work/$1/sweep.md" | cut -d '|' -f 1-5,"$columns"; echo; } >"$work/$1.md"
  sed -i -e "/<!-- table $1 -->/,/<!-- end -->/{/<!-- table $1 -->/!{/<!-- end -->/!d}}" -e "/<!-- table $1 -->/r $work/$1.md" "$page"
  cp "$work/$1/sweep.svg" "$out/$1.svg"
}
sweep digits-graph digits --knn 10 --rates 0.02,0.05,0.1,0.2 --learner thrifty --learner auto --learner MSG
sweep digits-random digits --knn 10 --rates 0.02,0.05,0.1,0.2 --learner RLS-all --query random
sweep digits-vectors digits --scale unit --rates 0.05,0.1,0.2,0.4 --learner MRPA-I --learner MPAA-I --learner MR-ADA
columns=10-
sweep digits-binary digits --scale unit --positive 3,5,8 --rates 0.05,0.1,0.2,0.4 --learner RPA-I --learner PAA-I \
  --learner DKM2
rm "$out/digits-binary.svg"

if "$querent" run cora --learner MSG --learner RLS-all --learner CMOG --runs 20 --threads "${THREADS:-1}" --quiet \
  --out "$work/cora" >/dev/null; then
  cp "$work/cora/curve.svg" "$out/../cora.svg"
else
  echo "skipped: docs/cora.svg, since cora cannot be fetched" >&2
fi
[ -z "${2:-}" ] || "$(dirname "$0")/figures.py" "$2"
