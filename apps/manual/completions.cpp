// SPDX-License-Identifier: Apache-2.0
// The completions of bash, zsh and fish.
#include <querent/apps/manual/option_table.hpp>

#include <algorithm>
#include <array>

#include <fmt/ranges.h>

#include <querent/apps/terminal/escape.hpp>

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

}  // namespace

std::string bash_completion(const ProgramTable& table) {
  std::vector<std::string> first;
  for (const auto& command : table.commands) first.push_back(command.name);
  for (const auto& line : table.options)
    first.insert(first.end(), line.names.begin(), line.names.end());
  std::string cases =
      fmt::format("  if ((COMP_CWORD == 1)); then\n    _querent_words \"{}\"\n    return\n  fi\n",
                  fmt::join(first, " "));
  cases += "  case \"${COMP_WORDS[1]}\" in\n";
  for (const auto& command : table.commands) cases += command_case(command);
  return rewritten(topic_text("completion.bash"),
                   std::array<Replacement, 1>{{{"@CASES@\n", cases}}});
}

namespace {

// Escapes a text in single quotes, where _arguments interprets brackets and colons.
std::string zsh_text(std::string_view text) {
  static constexpr std::array<Replacement, 5> kSpecial{
      {{"[", "\\["}, {"]", "\\]"}, {":", "\\:"}, {"\\", "\\\\"}, {"'", "'\\''"}}};
  return rewritten(text, kSpecial);
}

// The same as an action of _arguments.
std::string action(const OptionLine& line) {
  std::vector<std::string> offers;
  if (!line.words.empty()) offers.push_back(fmt::format("compadd {}", fmt::join(line.words, " ")));
  if (!line.names_of.empty()) offers.push_back("_querent_names " + line.names_of);
  if (line.files) offers.emplace_back("_files");
  if (line.directories) offers.emplace_back("_files -/");
  return offers.empty() ? " " : fmt::format("{{{}}}", fmt::join(offers, "; "));
}

std::string specification(const OptionLine& line) {
  if (line.by_position()) {
    return fmt::format("'{}:{}:{}'", line.repeatable ? "*" : "", zsh_text(line.value),
                       action(line));
  }
  const std::string value =
      line.is_flag() ? "" : fmt::format(":{}:{}", zsh_text(line.value), action(line));
  const std::string rest = fmt::format("[{}]{}'", zsh_text(line.description), value);
  if (line.names.size() == 1)
    return fmt::format("'{}{}{}", line.repeatable ? "*" : "", line.names.front(), rest);
  return fmt::format("'({})'{{{}}}'{}", fmt::join(line.names, " "), fmt::join(line.names, ","),
                     rest);
}

}  // namespace

std::string zsh_completion(const ProgramTable& table) {
  std::string script =
      "#compdef querent\n# completion of querent for zsh; written by `querent help --as zsh`\n"
      "_querent_names() { compadd -- ${(f)\"$($_querent_program help --names $1 2>/dev/null)\"} "
      "}\n";
  script += "_querent() {\n  local line state _querent_program=$words[1]\n  _arguments -C";
  for (const auto& line : table.options) script += " \\\n    " + specification(line);
  script +=
      " \\\n    '1:command:->command' '*::argument:->argument'\n  case $state in\n    command)\n";
  script += "      local -a commands=(\n";
  for (const auto& command : table.commands)
    script += fmt::format("        '{}:{}'\n", command.name, zsh_text(command.description));
  script += "      )\n      _describe command commands ;;\n    argument)\n      case $line[1] in\n";
  for (const auto& command : table.commands) {
    script += fmt::format("        {}) _arguments", command.name);
    for (const auto& line : command.options) script += " \\\n          " + specification(line);
    script += " ;;\n";
  }
  return script + "      esac ;;\n  esac\n}\ncompdef _querent querent\n";
}

namespace {

std::string fish_word(std::string_view text) {
  static constexpr std::array<Replacement, 2> kSpecial{{{"'", "\\'"}, {"\\", "\\\\"}}};
  return "'" + rewritten(text, kSpecial) + "'";
}

// The same as options of `complete`.
std::string completes(const OptionLine& line) {
  std::vector<std::string> all = line.words;
  if (!line.names_of.empty())
    all.push_back(fmt::format("(querent help --names {})", line.names_of));
  if (line.directories) all.emplace_back("(__fish_complete_directories)");
  return all.empty() ? ""
                     : fmt::format(" -a {}", fish_word(fmt::format("{}", fmt::join(all, " "))));
}

std::string option(const OptionLine& line) {
  std::string text;
  for (const auto& name : line.names)
    text += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
  if (!line.is_flag()) text += (line.files ? " -r" : " -x") + completes(line);
  return text + " -d " + fish_word(line.description) + "\n";
}

}  // namespace

std::string fish_completion(const ProgramTable& table) {
  std::string script = "# completion of querent for fish; written by `querent help --as fish`\n";
  for (const auto& line : table.options)
    script += "complete -c querent -n __fish_use_subcommand" + option(line);
  for (const auto& command : table.commands) {
    script += fmt::format("complete -c querent -n __fish_use_subcommand -f -a {} -d {}\n",
                          command.name, fish_word(command.description));
    const std::string here =
        fmt::format("complete -c querent -n '__fish_seen_subcommand_from {}'", command.name);
    const auto& lines = command.options;
    const bool files = std::ranges::any_of(
        lines, [](const OptionLine& line) { return line.by_position() && line.files; });
    if (!files) script += here + " -f\n";
    for (const auto& line : lines)
      script += here + (line.by_position() ? completes(line) + "\n" : option(line));
  }
  return script;
}

}  // namespace querent::apps
