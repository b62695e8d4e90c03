// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <querent/apps/manual/option_table.hpp>

#include <fmt/ranges.h>

namespace querent::apps {

namespace {

std::string fish_word(std::string_view text) {
  std::string escaped = "'";
  for (const char c : text) {
    if (c == '\'' || c == '\\') escaped += '\\';
    escaped += c;
  }
  return escaped + "'";
}

// The completions of a value.
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
