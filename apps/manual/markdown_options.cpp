// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/manual/option_table.hpp>

#include <fmt/ranges.h>

namespace querent::apps {

namespace {

// Text in a cell of a table: a bar would end it, what looks like a tag would vanish.
std::string cell(std::string_view text) {
  std::string escaped;
  for (const char c : text) {
    if (c == '|') escaped += '\\';
    escaped += c == '<' ? "&lt;" : std::string(1, c);
  }
  return escaped;
}

std::string row(const OptionLine& line) {
  std::string name = fmt::format("{}", fmt::join(line.names, ", "));
  if (!line.is_flag()) name += (name.empty() ? "" : " ") + line.value;
  return fmt::format(
      "| `{}` | {} | {} |\n", cell(name),
      line.default_value.empty() ? "" : fmt::format("`{}`", cell(line.default_value)),
      cell(line.description));
}

std::string command_section(const CommandTable& command) {
  std::string page = fmt::format("\n## {}\n\n{}.\n\n    {}\n\n", command.name, command.description,
                                 command.usage());
  page += "| option | default | meaning |\n| --- | --- | --- |\n";
  for (const auto& line : command.options) {
    if (line.by_position()) page += row(line);
  }
  for (const auto& group : command.groups()) {
    if (command.groups().size() > 1) page += fmt::format("| **{}** | | |\n", group);
    for (const auto& line : command.options) {
      if (!line.by_position() && line.group == group) page += row(line);
    }
  }
  return page;
}

}  // namespace

std::string markdown_options(const ProgramTable& table) {
  std::string page =
      "# Options\n\nWritten by `querent help --as markdown` from the table that the program itself "
      "reads; a test\nkeeps this page in step. The man page and the completions of bash, zsh and "
      "fish come from the same table.\n";
  for (const auto& command : table.commands) page += command_section(command);
  return page;
}

}  // namespace querent::apps
