#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# manual.sh QUERENT SOURCE_DIR: the man page and completions that the program writes are right, and docs/options.md is up to date.
set -euo pipefail
querent=$1 source=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export QUERENT_CACHE=$work/cache
failed=0
check() {  # check FACT COMMAND…
  if "${@:2}" >"$work/said" 2>&1; then echo "ok    $1"; else echo "WRONG $1"; sed 's/^/      /' "$work/said"; failed=1; fi
}
silent() { [ -z "$("$@" 2>&1 | tee /dev/stderr)" ]; }
has() { command -v "$1" >/dev/null || { echo "skip  $2: no $1 here"; return 1; }; }

for form in man markdown bash zsh fish; do "$querent" help --as $form >"$work/$form"; done

check "docs/options.md is what the program writes (querent help --as markdown >docs/options.md)" \
  diff "$source/docs/options.md" "$work/markdown"
cp "$work/man" "$work/querent.1"
# the page has no date, so that every build writes the same page
lint() { mandoc -Tlint -Wwarning "$work/querent.1" | grep -v 'missing date' || true; }
if has mandoc "the man page"; then check "mandoc finds nothing wrong with the man page" silent lint; fi
if has man "the man page"; then
  rendered() { MANWIDTH=100 MAN_KEEP_FORMATTING='' LC_ALL=C.UTF-8 man --warnings -l "$work/querent.1" 2>&1 >"$work/text"; }
  check "man renders it without a warning" silent rendered
fi
# every option that a command lists in its help is in the man page and in each completion
for command in $("$querent" help --names topics); do
  "$querent" help "$command" >"$work/help" 2>/dev/null && grep -q "^Usage: querent $command" "$work/help" || continue
  for option in $(grep -oE '^ +(-[a-z],)?--[a-z-]+' "$work/help" | grep -oE -- '--[a-z-]+' | sort -u); do
    grep -qF -- "${option//-/\\-}" "$work/man" || { echo "WRONG $command $option is not in the man page"; failed=1; }
    for form in markdown bash zsh; do
      grep -qF -- "$option" "$work/$form" || { echo "WRONG $command $option is not in $form"; failed=1; }
    done
    grep -qE -- "-l ${option#--}( |$)" "$work/fish" || { echo "WRONG $command $option is not in fish"; failed=1; }
  done
done

# completions of bash
. "$work/bash"
completes() {  # completes LINE… (the last word is being typed): prints what is offered
  COMP_WORDS=("$querent" "$@") COMP_CWORD=$#
  COMPREPLY=()
  _querent
  printf '%s\n' "${COMPREPLY[@]}"
}
offers() { completes "${@:2}" | grep -xF -- "$1" >/dev/null || { completes "${@:2}"; return 1; }; }
check "commands" offers sweep sw
check "options of the command" offers --learner run --lea
check "learner names" offers MPAA-I run --learner M
check "learner names after =" offers MSG run --learner = MS
check "query rules" offers random run --query r
check "the words of a choice" offers minmax run --scale min
check "embedded data sets" offers karate run ka
check "data sets behind an action" offers debian datasets verify deb
check "actions" offers verify datasets ver
once() { [ "$(completes "$@" | sort | uniq -d | wc -l)" -eq 0 ]; }
check "each data set once" once datasets ""
check "papers" offers dkm-cbgz reproduce d
check "topics" offers exit-codes help e
check "keys of parameters" offers gamma= run --param ga
only() { [ "$(completes "${@:2}" | tr '\n' ' ')" = "$1 " ] || { completes "${@:2}"; return 1; }; }
check "keys of the learner that was named, and of its rule" only "gamma= h=" run cora --learner MSG --param ''
check "tables of the paper" only "I" reproduce msg --table ''
check "figures of the paper" only "4 5 svm" reproduce dkm-cbgz --figure ''
cd "$source"
check "files" offers README.md run READ
check "no word for a number" test -z "$(completes run --runs '')"
if has zsh zsh; then check "zsh reads its completion" zsh -n "$work/zsh"; fi
if has fish fish; then
  check "fish reads its completion" fish -n "$work/fish"
  fish_offers() { PATH="$(dirname "$querent"):$PATH" fish -c "source $work/fish; complete -C '$2'" | grep "^$1" >/dev/null; }
  check "fish completes learner names" fish_offers MPAA-I 'querent run --learner MPA'
fi
exit $failed
