// SPDX-License-Identifier: Apache-2.0
// querent learners [NAME]: lists all learners and query rules, or describes one.
#include <algorithm>
#include <cmath>
#include <memory>
#include <vector>

#include <fmt/ranges.h>

#include <querent/apps/commands/command.hpp>
#include <querent/apps/options/declare.hpp>
#include <querent/apps/output/table.hpp>
#include <querent/apps/terminal/escape.hpp>
#include <querent/apps/terminal/usage_error.hpp>
#include <querent/learners/catalogue/catalogue.hpp>

namespace querent::apps {

namespace {

struct LearnersOptions {
  std::string name;
  bool json = false;
};

Json params_json(const std::vector<ParamSpec>& params) {
  Json json = Json::array();
  for (const auto& spec : params) {
    const auto bound = [](double value) { return std::isinf(value) ? Json() : Json(value); };
    Json one{{"key", spec.key}, {"default", spec.value}, {"allowed", spec.allowed()}};
    if (spec.choices.empty()) {
      one["min"] = bound(spec.range.min);
      one["max"] = bound(spec.range.max);
    } else {
      one["default"] = spec.text(spec.value);
      one["choices"] = spec.choices;
    }
    one["meaning"] = spec.meaning;
    json.push_back(std::move(one));
  }
  return json;
}

Json learner_json(const LearnerSpec& spec) {
  return {{"name", spec.name},
          {"family", spec.family},
          {"paper", spec.paper},
          {"summary", spec.summary},
          {"update", spec.update},
          {"query", spec.query},
          {"params", params_json(spec.params)}};
}

Json rule_json(const QuerySpec& spec) {
  return {{"name", spec.name},
          {"paper", spec.paper},
          {"summary", spec.summary},
          {"params", params_json(spec.params)}};
}

/// A parameter that the learner and the rule share is listed with the learner.
std::string params_table(const std::vector<ParamSpec>& learner, std::vector<ParamSpec> rule) {
  std::erase_if(rule, [&](const ParamSpec& spec) {
    return std::ranges::any_of(learner, [&](const ParamSpec& own) { return own.key == spec.key; });
  });
  if (learner.empty() && rule.empty()) return "no parameters\n";
  Table table({"--param", "default", "range", "meaning"}, 4);
  for (const auto& specs : {learner, rule}) {
    for (const auto& spec : specs)
      table.add({spec.key, spec.text(spec.value), spec.allowed(), spec.meaning});
  }
  return table.shown();
}

// Wraps a text to the width of the terminal.
std::string line(const std::string& text) {
  return fmt::format("{}\n", fmt::join(wrapped(text, shown_columns(), Table::kUnbounded), "\n"));
}

std::string details(const LearnerSpec& spec) {
  const QuerySpec& rule =
      find_query_rule(std::string_view(spec.query).substr(0, spec.query.find(':')));
  return line(fmt::format("{}: {}", spec.name, spec.summary)) + line(spec.paper) + "\n" +
         line(fmt::format("update: {}", spec.update)) +
         line(fmt::format("query:  {}: {}", spec.query, rule.summary)) + "\n" +
         params_table(spec.params, rule.params);
}

std::string details(const QuerySpec& spec) {
  return line(fmt::format("{}: {}", spec.name, spec.summary)) +
         (spec.paper.empty() ? "" : line(spec.paper)) + "\n" + params_table(spec.params, {});
}

const LearnerSpec* learner_named(const std::string& name) {
  try {
    return &find_learner(name);
  } catch (const ChoiceError&) {
    return nullptr;
  }
}

const QuerySpec& rule_named(const std::string& name) {
  try {
    return find_query_rule(name);
  } catch (const ChoiceError&) {
    std::vector<std::string> known;
    for (const auto& spec : learners()) known.push_back(spec.name);
    for (const auto& spec : query_rules()) known.push_back(spec.name);
    throw UsageError("no learner or query rule {}{}", in_quotes(name), hint(name, known));
  }
}

int show_one(const LearnersOptions& options, Console& console) {
  const LearnerSpec* learner = learner_named(options.name);
  if (options.json) {
    console.print(dumped(learner ? learner_json(*learner) : rule_json(rule_named(options.name))));
  } else {
    console.print(learner ? details(*learner) : details(rule_named(options.name)));
  }
  return kDone;
}

int show_all(const LearnersOptions& options, Console& console) {
  if (options.json) {
    Json json{{"learners", Json::array()}, {"query_rules", Json::array()}};
    for (const auto& spec : learners()) json["learners"].push_back(learner_json(spec));
    for (const auto& spec : query_rules()) json["query_rules"].push_back(rule_json(spec));
    console.print(dumped(json));
    return kDone;
  }
  Table all({"learner", "query rule", "description", "paper"}, 4);
  for (const auto& spec : learners()) all.add({spec.name, spec.query, spec.summary, spec.paper});
  Table rules({"query rule", "description", "paper"}, 3);
  for (const auto& spec : query_rules()) rules.add({spec.name, spec.summary, spec.paper});
  console.print(all.shown() + "\n" + rules.shown() + "\nParameters: querent learners NAME\n");
  return kDone;
}

}  // namespace

Command add_learners(CLI::App& program) {
  CLI::App* app = program.add_subcommand(
      "learners", "List learners and query rules, with papers and parameters");
  auto options = std::make_shared<LearnersOptions>();
  app->add_option("NAME", options->name, "Learner or query rule");
  app->add_flag("--json", options->json, "Print JSON on standard output");
  return {app, [options](Console& console) {
            return options->name.empty() ? show_all(*options, console)
                                         : show_one(*options, console);
          }};
}

}  // namespace querent::apps
