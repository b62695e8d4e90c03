# completion of querent for bash; written by `querent help --as bash`
_querent_words() { mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen -W "$1" -- "$cur"); }
_querent_names() {
  local kind=$1 k
  case $kind in
    params) for ((k = 2; k < COMP_CWORD; ++k)); do
      [[ ${COMP_WORDS[k - 1]} == --learner || ${COMP_WORDS[k - 1]} == --query ]] && kind=params:${COMP_WORDS[k]}
    done ;;
    tables|figures) kind=$kind:${COMP_WORDS[2]} ;;
  esac
  _querent_words "$("${COMP_WORDS[0]}" help --names "$kind" 2>/dev/null)"
}
_querent_files() {
  compopt -o filenames 2>/dev/null
  mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen "$1" -- "$cur")
}
_querent() {
  local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]}
  COMPREPLY=()
  # --option=value comes as three words
  if [[ $cur == = ]]; then
    cur=
  elif [[ $prev == = && COMP_CWORD -gt 2 ]]; then
    prev=${COMP_WORDS[COMP_CWORD - 2]}
  fi
@CASES@
  esac
  local -A seen
  local -a once
  local word
  for word in "${COMPREPLY[@]}"; do
    [[ -z $word || -n ${seen[$word]:-} ]] || once+=("$word")
    [[ -z $word ]] || seen[$word]=1
  done
  COMPREPLY=("${once[@]}")
}
complete -F _querent querent
