// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/manual/option_table.hpp>

#include <fmt/ranges.h>

namespace querent::apps {

namespace {

// Escapes a text in single quotes, where _arguments interprets brackets and colons.
std::string escaped(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (c == '[' || c == ']' || c == ':' || c == '\\') result += '\\';
    result += c == '\'' ? std::string("'\\''") : std::string(1, c);
  }
  return result;
}

// The completions of a value, as an action of _arguments.
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
    return fmt::format("'{}:{}:{}'", line.repeatable ? "*" : "", escaped(line.value), action(line));
  }
  const std::string value =
      line.is_flag() ? "" : fmt::format(":{}:{}", escaped(line.value), action(line));
  const std::string rest = fmt::format("[{}]{}'", escaped(line.description), value);
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
    script += fmt::format("        '{}:{}'\n", command.name, escaped(command.description));
  script += "      )\n      _describe command commands ;;\n    argument)\n      case $line[1] in\n";
  for (const auto& command : table.commands) {
    script += fmt::format("        {}) _arguments", command.name);
    for (const auto& line : command.options) script += " \\\n          " + specification(line);
    script += " ;;\n";
  }
  return script + "      esac ;;\n  esac\n}\ncompdef _querent querent\n";
}

}  // namespace querent::apps
