// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/manual/option_table.hpp>

#include <fmt/ranges.h>

namespace querent::apps {

namespace {

// The completions of a value: bash statements that add to COMPREPLY.
std::string offers(const OptionLine& line) {
  std::string text;
  if (!line.words.empty())
    text += fmt::format(" _querent_words \"{}\";", fmt::join(line.words, " "));
  if (!line.names_of.empty()) text += fmt::format(" _querent_names {};", line.names_of);
  if (line.files) text += " _querent_files -f;";
  if (line.directories) text += " _querent_files -d;";
  return text.empty() ? " :;" : text;
}

std::string command_case(const CommandTable& command) {
  std::vector<std::string> names;
  std::string values, positional;
  for (const auto& line : command.options) {
    if (line.by_position()) {
      positional += offers(line);
      continue;
    }
    names.insert(names.end(), line.names.begin(), line.names.end());
    if (!line.is_flag())
      values += fmt::format("        {}){};\n", fmt::join(line.names, "|"), offers(line));
  }
  return fmt::format(
      "    {})\n      case \"$prev\" in\n{}        *) if [[ $cur == -* ]]; then _querent_words "
      "\"{}\"; else{} fi ;;\n      esac ;;\n",
      command.name, values, fmt::join(names, " "), positional.empty() ? " :;" : positional);
}

constexpr std::string_view kHead =
    R"bash(# completion of querent for bash; written by `querent help --as bash`
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
)bash";

// Removes words that two positions offer.
constexpr std::string_view kTail = R"bash(  esac
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
)bash";

}  // namespace

std::string bash_completion(const ProgramTable& table) {
  std::vector<std::string> first;
  for (const auto& command : table.commands) first.push_back(command.name);
  for (const auto& line : table.options)
    first.insert(first.end(), line.names.begin(), line.names.end());
  std::string script(kHead);
  script +=
      fmt::format("  if ((COMP_CWORD == 1)); then\n    _querent_words \"{}\"\n    return\n  fi\n",
                  fmt::join(first, " "));
  script += "  case \"${COMP_WORDS[1]}\" in\n";
  for (const auto& command : table.commands) script += command_case(command);
  return script + std::string(kTail);
}

}  // namespace querent::apps
