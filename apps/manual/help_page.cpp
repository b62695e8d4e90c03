// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/manual/option_table.hpp>

#include <algorithm>
#include <limits>
#include <sstream>

#include <fmt/ranges.h>

#include <querent/apps/terminal/escape.hpp>
#include <querent/datasets/text/lowered.hpp>

namespace querent::apps {

namespace {

constexpr std::size_t kMostColumns = 100, kIndent = 2, kNames = 26;

// The examples of a command and, in the last line, the options that a beginner needs. Commands of at
// most ten options show all of them.
std::vector<std::string> first_lines(const std::string& command) {
  std::istringstream text{std::string(topic_text("first.txt"))};
  std::vector<std::string> found;
  bool own = false;
  for (std::string line; std::getline(text, line);) {
    if (!line.starts_with(' '))
      own = line == command;
    else if (own)
      found.push_back(line.substr(kIndent));
  }
  return found;
}

std::size_t usable(std::size_t columns) {
  return std::clamp<std::size_t>(columns, 40, kMostColumns);
}

std::string lines(std::string_view text, std::size_t columns, std::string_view indent) {
  const auto parts =
      wrapped(text, columns - indent.size(), std::numeric_limits<std::size_t>::max());
  return fmt::format("{}{}\n", indent, fmt::join(parts, fmt::format("\n{}", indent)));
}

std::string named(const OptionLine& line) {
  if (line.by_position()) return line.value;
  return fmt::format("{}{}{}", fmt::join(line.names, ", "), line.is_flag() ? "" : " ",
                     line.is_flag() ? "" : line.value);
}

// "  --budget N        Maximum …"; the meaning goes below a long name and on a narrow terminal.
std::string entry(const OptionLine& line, std::size_t columns) {
  const std::string name = named(line);
  std::string meaning = line.description;
  if (!line.default_value.empty()) meaning += fmt::format(" [{}]", line.default_value);
  const bool narrow = columns < 60;
  const std::string indent(narrow ? 3 * kIndent : kIndent + kNames, ' ');
  std::string text = lines(meaning, columns, indent);
  if (narrow || width_of(name) + 2 > kNames)
    return lines(name, columns, std::string(kIndent, ' ')) + text;
  return text.replace(kIndent, name.size(), name);
}

// A command that can be pasted: every continued line ends in a backslash.
std::string example(std::string_view command, std::size_t columns) {
  const auto parts =
      wrapped(command, columns - 3 * kIndent, std::numeric_limits<std::size_t>::max());
  return fmt::format("  {}\n", fmt::join(parts, " \\\n    "));
}

// 0: an option of exactly this name; 1: its name contains the word; 2: its meaning does; 3:
// neither.
int far_from(const OptionLine& line, std::string_view word) {
  const auto has = [&](std::string_view text) {
    return lowered(text).find(lowered(word)) != std::string::npos;
  };
  for (const auto& name : line.names) {
    if (lowered(name) == "--" + lowered(word)) return 0;
  }
  return has(named(line)) ? 1 : has(line.description) ? 2 : 3;
}

std::string head(const CommandTable& command, std::size_t columns) {
  return "Usage: " + command.usage() + "\n\n" + lines(command.description, columns, "");
}

}  // namespace

std::string first_help(const CommandTable& command, std::size_t columns) {
  std::vector<std::string> first = first_lines(command.name);
  if (first.empty()) return whole_help(command, columns);
  columns = usable(columns);
  std::istringstream names{first.back()};
  first.pop_back();
  std::string text = head(command, columns) + "\nExamples\n";
  for (const auto& command_line : first) text += example(command_line, columns);
  text += "\nMost used options\n";
  for (std::string name; names >> name;) {
    for (const auto& line : command.options) {
      if (line.by_position() ? line.value.substr(0, line.value.find('|')) == name
                             : std::ranges::find(line.names, name) != line.names.end())
        text += entry(line, columns);
    }
  }
  return text + "\n" +
         lines(fmt::format("`querent help {}` lists all {} options; `querent help WORD` finds the "
                           "options about a word, for example `querent help budget`.",
                           command.name, command.options.size()),
               columns, "");
}

std::string whole_help(const CommandTable& command, std::size_t columns) {
  columns = usable(columns);
  std::string text = head(command, columns) + "\n";
  for (const auto& line : command.options) {
    if (line.by_position()) text += entry(line, columns);
  }
  for (const auto& group : command.groups()) {
    text += "\n" + group + "\n";
    for (const auto& line : command.options) {
      if (!line.by_position() && line.group == group) text += entry(line, columns);
    }
  }
  return text;
}

std::string help_on_word(const ProgramTable& program, std::string_view word, std::size_t columns) {
  columns = usable(columns);
  // the same option of several commands is listed once
  struct Found {
    int far;
    std::string text;
    std::vector<std::string> commands;
  };
  std::vector<Found> found;
  for (const auto& command : program.commands) {
    for (const auto& line : command.options) {
      const int far = far_from(line, word);
      if (far > 2) continue;
      const std::string text = entry(line, columns);
      auto known = std::ranges::find_if(found, [&](const auto& one) { return one.text == text; });
      if (known == found.end()) known = found.insert(found.end(), {far, text, {}});
      known->commands.push_back(command.name);
    }
  }
  std::ranges::stable_sort(found, [](const Found& a, const Found& b) { return a.far < b.far; });
  std::string text;
  for (const auto& one : found)
    text += one.text + lines(fmt::format("({})", fmt::join(one.commands, ", ")), columns,
                             std::string(3 * kIndent, ' '));
  return text;
}

std::string program_help(const ProgramTable& program, std::size_t columns) {
  columns = usable(columns);
  std::string text = lines(program.description, columns, "") + "\nExamples\n";
  for (const auto* command_line :
       {"querent ask --edges edges.tsv --classes A,B,C --out mine",
        "querent run cora --learner auto --budget 5%", "querent datasets"})
    text += example(command_line, columns);
  text += "\nCommands\n";
  for (const auto& command : program.commands)
    text += entry({.names = {command.name}, .description = command.description}, columns);
  std::vector<std::string> names;
  for (const auto& topic : topics()) names.push_back(topic.name);
  return text + "\n" +
         lines(fmt::format(
                   "`querent COMMAND --help` shows the most used options, `querent help COMMAND` "
                   "all options of a command, `querent help all` those of every command. `querent "
                   "help TOPIC` explains: {}. `querent help WORD` finds options by a word.",
                   fmt::join(names, ", ")),
               columns, "");
}

}  // namespace querent::apps
