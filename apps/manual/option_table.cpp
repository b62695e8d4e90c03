// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/manual/option_table.hpp>

#include <algorithm>
#include <map>
#include <set>

#include <fmt/ranges.h>

#include <querent/apps/options/declare.hpp>
#include <querent/apps/options/papers.hpp>
#include <querent/apps/source/source.hpp>
#include <querent/apps/terminal/usage_error.hpp>
#include <querent/datasets/bibliography/names.hpp>
#include <querent/learners/catalogue/catalogue.hpp>

namespace querent::apps {

namespace {

std::string after(const std::string& text, std::string_view mark) {
  const std::size_t at = text.find(mark);
  return at == std::string::npos ? "" : text.substr(at + mark.size());
}

bool is_word(const std::string& text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](unsigned char c) {
    return std::islower(c) || std::isdigit(c) || c == '-';
  });
}

// The name of a value selects its completions; the completions of NAME depend on the command.
void complete(OptionLine& line, const std::string& command) {
  static const std::map<std::string, std::string> kKinds{
      {"--learner NAME", "learners"}, {"learners NAME", "learners-and-rules"},
      {"datasets NAME", "datasets"},  {"datasets ACTION", "dataset-actions"},
      {"--query RULE", "rules"},      {"--param KEY=VALUE", "params"},
      {"reproduce PAPER", "papers"},  {"help TOPIC", "topics"},
      {"--dataset D", "datasets"},    {"--table T", "tables"},
      {"--figure F", "figures"}};
  const std::string what = (line.by_position() ? command : line.names.front()) + " " + line.value;
  if (const auto kind = kKinds.find(what); kind != kKinds.end()) line.names_of = kind->second;
  for (const std::string_view part : parts_of(line.value, "|")) {
    const std::string word(part);
    if (word == "SOURCE") line.names_of = "datasets";
    if (word == "SOURCE" || word == "FILE") line.files = true;
    if (word == "DIR") line.directories = true;
    if (is_word(word)) line.words.push_back(word);
  }
}

OptionLine line_of(const CLI::Option& option, const std::string& command) {
  OptionLine line;
  for (const auto& name : option.get_lnames()) line.names.push_back("--" + name);
  for (const auto& name : option.get_snames()) line.names.push_back("-" + name);
  const bool flag = option.get_items_expected_max() == 0;
  if (!flag) line.value = line.by_position() ? option.get_name(true) : option.get_type_name();
  // a validator appends its range to the name of the value: "N:INT in [1 - 1024]"
  const std::string range = after(line.value, " in [");
  line.value = line.value.substr(0, line.value.find(':'));
  line.description = option.get_description();
  if (!flag && option.get_default_str() != "\"\"" && option.get_default_str() != "[]")
    line.default_value = option.get_default_str();
  if (!range.empty()) {
    const std::string low = range.substr(0, range.find(' '));
    const std::string high = after(range.substr(0, range.size() - 1), " - ");
    constexpr double kNoBound = 1e6;  // a larger bound is not printed
    line.description += std::stod(high) >= kNoBound ? fmt::format(" ({} or more)", low)
                                                    : fmt::format(" ({} to {})", low, high);
    // omits a default outside the allowed range
    const double value = std::strtod(line.default_value.c_str(), nullptr);
    if (value < std::stod(low) || value > std::stod(high)) line.default_value.clear();
  }
  line.group = option.get_group();
  line.required = option.get_required();
  line.repeatable = option.get_expected_max() > 1;
  complete(line, command);
  return line;
}

std::vector<OptionLine> lines_of(const CLI::App& app) {
  std::vector<OptionLine> lines;
  for (const auto* option : app.get_options()) {
    if (!option->get_group().empty()) lines.push_back(line_of(*option, app.get_name()));
  }
  return lines;
}

std::vector<const CLI::App*> commands_of(const CLI::App& program) {
  return program.get_subcommands([](const CLI::App* app) { return !app->get_group().empty(); });
}

void append_names(std::vector<std::string>& names, const auto& specs) {
  for (const auto& spec : specs) names.push_back(spec.name);
}

// The parameters of the learner `of` and its rule, or of the rule `of`, or else of all.
std::vector<std::string> param_keys(std::string_view of) {
  const auto named = [of](const auto& specs) {
    return std::ranges::find_if(specs, [of](const auto& spec) { return spec.name == of; });
  };
  const auto learner = named(learners());
  const auto rule = named(query_rules());
  const std::string own_rule =
      learner == learners().end() ? "" : learner->query.substr(0, learner->query.find(':'));
  const bool all = learner == learners().end() && rule == query_rules().end();
  std::set<std::string> keys;
  for (const auto& spec : learners()) {
    if (!all && spec.name != of) continue;
    for (const auto& param : spec.params) keys.insert(param.key + "=");
  }
  for (const auto& spec : query_rules()) {
    if (!all && spec.name != of && spec.name != own_rule) continue;
    for (const auto& param : spec.params) keys.insert(param.key + "=");
  }
  return {keys.begin(), keys.end()};
}

// The tables or figures of the paper `of`, or else of all papers.
std::vector<std::string> parts_of_papers(std::vector<std::string> Paper::*parts,
                                         std::string_view of) {
  const bool all = std::none_of(papers().begin(), papers().end(),
                                [of](const Paper& paper) { return paper.name == of; });
  std::set<std::string> names;
  for (const auto& paper : papers()) {
    if (all || paper.name == of) names.insert((paper.*parts).begin(), (paper.*parts).end());
  }
  return {names.begin(), names.end()};
}

}  // namespace

std::string CommandTable::usage() const {
  std::string text = "querent " + name + " [OPTIONS]";
  for (const auto& line : options) {
    if (!line.by_position()) continue;
    const std::string value = line.value + (line.repeatable ? "..." : "");
    text += line.required ? " " + value : " [" + value + "]";
  }
  return text;
}

std::vector<std::string> CommandTable::groups() const {
  std::vector<std::string> found;
  for (const auto& line : options) {
    if (!line.by_position() && std::find(found.begin(), found.end(), line.group) == found.end())
      found.push_back(line.group);
  }
  // options without a group come last
  std::stable_partition(found.begin(), found.end(),
                        [](const std::string& group) { return group != "Options"; });
  return found;
}

ProgramTable option_table(const CLI::App& program) {
  ProgramTable table{.name = program.get_name(),
                     .description = program.get_description(),
                     .options = lines_of(program)};
  for (const auto* command : commands_of(program))
    table.commands.push_back({.name = command->get_name(),
                              .description = command->get_description(),
                              .options = lines_of(*command)});
  return table;
}

std::vector<std::string> names_of_kind(std::string_view asked, const CLI::App& program) {
  const std::string_view kind = asked.substr(0, asked.find(':'));
  const std::string_view of = asked.substr(std::min(asked.size(), kind.size() + 1));
  static const std::vector<std::string> kKinds{"learners", "rules",    "learners-and-rules",
                                               "params",   "datasets", "dataset-actions",
                                               "papers",   "topics",   "tables",
                                               "figures"};
  std::vector<std::string> names;
  if (kind == "learners" || kind == "learners-and-rules") append_names(names, learners());
  if (kind == "rules" || kind == "learners-and-rules") append_names(names, query_rules());
  if (kind == "params") names = param_keys(of);
  if (kind == "tables") names = parts_of_papers(&Paper::tables, of);
  if (kind == "figures") names = parts_of_papers(&Paper::figures, of);
  if (kind == "dataset-actions") names = {"fetch", "path", "verify", "add"};
  if (kind == "datasets" || kind == "dataset-actions") {
    const auto known = dataset_names();
    names.insert(names.end(), known.begin(), known.end());
  }
  if (kind == "papers") append_names(names, papers());
  if (kind == "topics") {
    append_names(names, topics());
    for (const auto* command : commands_of(program)) {
      if (std::find(names.begin(), names.end(), command->get_name()) == names.end())
        names.push_back(command->get_name());
    }
  }
  if (names.empty() && std::find(kKinds.begin(), kKinds.end(), kind) == kKinds.end()) {
    throw UsageError("--names {}: expected {}{}", in_quotes(asked), fmt::join(kKinds, "|"),
                     hint(kind, kKinds));
  }
  return names;
}

}  // namespace querent::apps
