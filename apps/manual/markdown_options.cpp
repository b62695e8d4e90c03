// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/manual/option_table.hpp>

#include <algorithm>
#include <array>

#include <fmt/ranges.h>

#include <querent/apps/terminal/escape.hpp>

namespace querent::apps {

namespace {

// Escapes a table's cell: a bar would end it, and a tag would vanish.
std::string cell(std::string_view text) {
  static constexpr std::array<Replacement, 2> kCell{{{"|", "\\|"}, {"<", "&lt;"}}};
  return rewritten(text, kCell);
}

// `more` holds further cells after the meaning.
std::string row(const OptionLine& line, std::string_view more = "") {
  std::string name = fmt::format("{}", fmt::join(line.names, ", "));
  if (!line.is_flag()) name += (name.empty() ? "" : " ") + line.value;
  return fmt::format(
      "| `{}` | {} | {} |{}\n", cell(name),
      line.default_value.empty() ? "" : fmt::format("`{}`", cell(line.default_value)),
      cell(line.description), more);
}

// An option that several commands share, and the names of these commands.
struct SharedOption {
  const OptionLine* line;
  std::string row;
  std::vector<std::string> commands;
};

std::vector<SharedOption> shared_options(const ProgramTable& table) {
  std::vector<SharedOption> all;
  for (const auto& command : table.commands) {
    for (const auto& line : command.options) {
      const std::string text = row(line);
      auto known = std::find_if(all.begin(), all.end(), [&](const SharedOption& one) {
        return one.row == text && one.line->group == line.group;
      });
      if (known == all.end()) known = all.insert(known, {&line, text, {}});
      known->commands.push_back(command.name);
    }
  }
  std::erase_if(all, [](const SharedOption& one) { return one.commands.size() < 3; });
  return all;
}

bool is_shared(const OptionLine& line, const std::vector<SharedOption>& shared) {
  return std::any_of(shared.begin(), shared.end(), [&](const SharedOption& one) {
    return one.line->group == line.group && one.row == row(line);
  });
}

std::string command_section(const CommandTable& command, const std::vector<SharedOption>& shared) {
  std::string own;
  for (const auto& line : command.options) {
    if (!is_shared(line, shared)) own += row(line);
  }
  std::string page =
      fmt::format("\n## {}\n\n{}.\n\n    {}\n", command.name, command.description, command.usage());
  if (!own.empty()) page += "\n| option | default | meaning |\n| --- | --- | --- |\n" + own;
  return page;
}

std::string shared_section(const std::vector<SharedOption>& shared) {
  std::vector<std::string> groups;
  for (const SharedOption& one : shared) {
    if (std::find(groups.begin(), groups.end(), one.line->group) == groups.end())
      groups.push_back(one.line->group);
  }
  std::string page = "\n## Options of several commands\n";
  for (const std::string& group : groups) {
    page += fmt::format("\n### {}\n\n| option | default | meaning | commands |\n", group);
    page += "| --- | --- | --- | --- |\n";
    for (const SharedOption& one : shared) {
      if (one.line->group == group)
        page += row(*one.line, fmt::format(" {} |", fmt::join(one.commands, ", ")));
    }
  }
  return page;
}

}  // namespace

std::string markdown_options(const ProgramTable& table) {
  std::string page =
      "# Options\n\nAll commands and options of querent, for looking up. `querent COMMAND --help` "
      "shows the most used ones.\nThis page is written by `querent help --as markdown`.\n\n"
      "Options of at least three commands are listed under "
      "[Options of several commands](#options-of-several-commands).\n";
  const std::vector<SharedOption> shared = shared_options(table);
  for (const auto& command : table.commands) page += command_section(command, shared);
  return page + shared_section(shared);
}

}  // namespace querent::apps
