// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/manual/option_table.hpp>

#include <algorithm>
#include <limits>
#include <map>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <querent/apps/manual/topics.hpp>
#include <querent/apps/terminal/escape.hpp>
#include <querent/datasets/text/lowered.hpp>

namespace querent::apps {

namespace {

constexpr std::size_t kMostColumns = 100, kIndent = 2, kNames = 26;

struct First {
  std::vector<std::string> examples, options;
};

// The options that a beginner needs. Commands of at most ten options show all of them.
const std::map<std::string, First>& firsts() {
  static const std::map<std::string, First> kFirsts{
      {"run",
       {{"querent run cora --learner auto --budget 5%",
         "querent run --edges edges.tsv --labels labels.tsv --learner auto --out results",
         "querent run rows.csv --learner PAA-I --runs 20"},
        {"SOURCE", "--edges", "--labels", "--features", "--learner", "--budget", "--order",
         "--runs", "--seed", "--out", "--json"}}},
      {"ask",
       {{"querent ask --edges edges.tsv --show titles.tsv --classes A,B,C --out mine",
         "querent ask --edges edges.tsv --classes A,B,C --out mine --web",
         "querent ask mine --export results"},
        {"SOURCE", "--edges", "--show", "--classes", "--seeds", "--out", "--web", "--budget",
         "--stop-at-error", "--export", "--json"}}},
      {"train",
       {{"querent train --edges e.tsv --labels l.tsv --learner auto --model mine.model",
         "querent train rows.csv --learner PA-I --model mine.model",
         "querent predict --model mine.model new.csv"},
        {"SOURCE", "--edges", "--labels", "--learner", "--budget", "--model", "--seed", "--json"}}},
      {"sweep",
       {{"querent sweep digits --learner MPAA-I --learner MPA --rates 0.1,0.2 --out table",
         "querent sweep cora --learner MSG --learner RLS-all --runs 20 --markdown",
         "querent sweep rows.csv --learner PAA-I --grid C=0.01,0.1,1 --rates 0.1 --runs 5"},
        {"SOURCE", "--edges", "--labels", "--learner", "--rates", "--grid", "--runs", "--threads",
         "--out", "--json"}}},
      {"embed",
       {{"querent embed cora --dim 100 --out cora.npy",
         "querent embed --edges edges.tsv --dim 50 --out rows.npy",
         "querent embed graph.graphml --laplacian combinatorial --out rows.tsv"},
        {"SOURCE", "--edges", "--dim", "--laplacian", "--tolerance", "--threads", "--memory-limit",
         "--out", "--json"}}},
      {"predict",
       {{"querent predict --model mine.model new.csv",
         "querent predict --model mine.model --edges edges.tsv > classes.csv",
         "zcat rows.csv.gz | querent predict --model mine.model -"},
        {"SOURCE", "--model", "--edges", "--labels", "--out", "--json"}}}};
  return kFirsts;
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

bool is_named(const OptionLine& line, const std::string& name) {
  return line.by_position() ? line.value.substr(0, line.value.find('|')) == name
                            : std::ranges::find(line.names, name) != line.names.end();
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
  const auto first = firsts().find(command.name);
  if (first == firsts().end()) return whole_help(command, columns);
  columns = usable(columns);
  std::string text = head(command, columns) + "\nExamples\n";
  for (const auto& command_line : first->second.examples) text += example(command_line, columns);
  text += "\nMost used options\n";
  for (const auto& name : first->second.options) {
    for (const auto& line : command.options) {
      if (is_named(line, name)) text += entry(line, columns);
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
