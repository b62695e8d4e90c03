// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/options/learner_options.hpp>

#include <algorithm>
#include <charconv>
#include <cmath>

#include <querent/apps/options/choice.hpp>
#include <querent/apps/usage_error.hpp>

namespace querent::apps {

namespace {

std::pair<std::string, double> parse_param(const std::string& text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos)
    throw UsageError(fmt::format("--param {}: expected key=value", in_quotes(text)));
  const std::string key = text.substr(0, equals);
  const std::string_view number = std::string_view(text).substr(equals + 1);
  double value = 0;
  const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), value);
  if (error != std::errc{} || end != number.data() + number.size() || !std::isfinite(value)) {
    throw UsageError(
        fmt::format("--param {}: expected a number, found {}", key, in_quotes(number)));
  }
  return {key, value};
}

const QuerySpec& rule_of(const LearnerSpec& learner, const std::string& query) {
  const std::string& text = query.empty() ? learner.query : query;
  return find_query_rule(std::string_view(text).substr(0, text.find(':')));
}

std::vector<std::string> keys_of(const LearnerSpec& learner, const std::string& query) {
  std::vector<std::string> keys;
  for (const auto* specs : {&learner.params, &rule_of(learner, query).params}) {
    for (const auto& spec : *specs) keys.push_back(spec.key);
  }
  return keys;
}

bool contains(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace

void add_learner_options(CLI::App& app, LearnerOptions& options) {
  const std::string group = "Learner";
  app.add_option("--learner", options.learners,
                 "Name of a learner (see `querent learners`); repeatable")
      ->type_name("NAME")
      ->allow_extra_args(false)
      ->group(group);
  app.add_option("--query", options.query,
                 "Ask by this rule instead of the learner's own, e.g. random:0.1")
      ->type_name("RULE")
      ->group(group);
  app.add_option("--param", options.params,
                 "A parameter of the learner or of its query rule; repeatable")
      ->type_name("KEY=VALUE")
      ->allow_extra_args(false)
      ->group(group);
  app.add_option("--budget-sv", options.budget_sv,
                 "Support vectors that a kernel learner keeps (--param budget-sv=N); 0: all")
      ->type_name("N")
      ->check(CLI::Range(0, 1000000000))
      ->group(group);
  add_choice<double>(app, "--eviction", options.eviction,
                     {{"oldest", 0}, {"smallest", 1}, {"projection", 2}},
                     "Which one a full budget drops: the oldest, the one with the shortest part of "
                     "f, or that one after projecting its part onto the nearest other")
      ->group(group);
  add_choice<std::string>(app, "--encoding", options.encoding,
                          {{"one-hot", "one-hot"}, {"margin", "margin"}},
                          "Label vectors of the least-squares learners: +1/0, or +1/-1/0")
      ->group(group);
}

std::vector<Entry> entries_of(const LearnerOptions& options, bool encoding_given) {
  if (options.learners.empty()) {
    throw UsageError("no learner is named — add --learner MSG, or another of `querent learners`");
  }
  std::vector<const LearnerSpec*> specs;
  std::vector<std::string> all_keys;
  for (const auto& name : options.learners) {
    specs.push_back(&find_learner(name));
    const auto keys = keys_of(*specs.back(), options.query);
    all_keys.insert(all_keys.end(), keys.begin(), keys.end());
  }
  Params given;
  std::vector<std::pair<std::string, double>> typed;
  if (options.budget_sv > 0) {
    typed = {{"budget-sv", static_cast<double>(options.budget_sv)}, {"eviction", options.eviction}};
  } else if (options.eviction > 0) {
    throw UsageError("--eviction has no meaning without --budget-sv N");
  }
  for (const auto& text : options.params) typed.push_back(parse_param(text));
  for (const auto& [key, value] : typed) {
    if (!contains(all_keys, key)) {
      throw UsageError(
          fmt::format("--param {}: {} no parameter of that name{} — see `querent learners {}`", key,
                      specs.size() == 1 ? specs.front()->name + " has" : "these learners have",
                      hint(key, all_keys), specs.front()->name));
    }
    given.insert_or_assign(key, value);
  }
  if (encoding_given && std::none_of(specs.begin(), specs.end(), [](const auto* spec) {
        return spec->family == "least squares";
      })) {
    throw UsageError(fmt::format(
        "--encoding has no meaning for {}: only the least-squares learners turn labels into "
        "vectors",
        specs.front()->name));
  }
  std::vector<Entry> entries;
  for (const auto* spec : specs) {
    const auto keys = keys_of(*spec, options.query);
    Params own;
    for (const auto& [key, value] : given) {
      if (contains(keys, key)) own.emplace(key, value);
    }
    entries.push_back({.name = options.query.empty()
                                   ? spec->name
                                   : fmt::format("{} × {}", spec->name, options.query),
                       .contestant = contestant(spec->name, options.query, own)});
  }
  return entries;
}

}  // namespace querent::apps
