// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/options/experiment_options.hpp>

#include <algorithm>
#include <map>

#include <querent/apps/options/declare.hpp>
#include <querent/apps/terminal/usage_error.hpp>

namespace querent::apps {

namespace {

/// A learner as it was typed, MSG or MSG:h=0.01,gamma=2.
struct Typed {
  std::string text;
  const LearnerSpec* learner;
  const QuerySpec* rule;
  Params own;
};

struct Assignment {
  std::string key, value;
};

/// `where` is the option that the user typed, such as "--param".
Assignment assignment(std::string_view where, std::string_view text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string_view::npos)
    throw UsageError("{} {}: expected key=value", where, in_quotes(text));
  return {std::string(text.substr(0, equals)), std::string(text.substr(equals + 1))};
}

/// The parameter of the learner, else of its rule; null if neither has it.
const ParamSpec* parameter(const Typed& typed, std::string_view key) {
  for (const auto* specs : {&typed.learner->params, &typed.rule->params}) {
    for (const auto& spec : *specs) {
      if (spec.key == key) return &spec;
    }
  }
  return nullptr;
}

void append_keys(const Typed& typed, std::vector<std::string>& keys) {
  for (const auto* specs : {&typed.learner->params, &typed.rule->params}) {
    for (const auto& spec : *specs) keys.push_back(spec.key);
  }
}

Typed typed_learner(const std::string& text, const std::string& query) {
  const std::size_t colon = text.find(':');
  const LearnerSpec& learner = find_learner(std::string_view(text).substr(0, colon));
  const std::string_view asks = query.empty() ? learner.query : query;
  Typed typed{.text = learner.name,
              .learner = &learner,
              .rule = &find_query_rule(asks.substr(0, asks.find(':'))),
              .own = {}};
  if (colon == std::string::npos) return typed;
  const std::string_view given = std::string_view(text).substr(colon + 1);
  typed.text += fmt::format(":{}", given);
  const std::string where = fmt::format("--learner {}:", learner.name);
  for (std::size_t begin = 0; begin <= given.size();) {
    const std::size_t end = std::min(given.find(',', begin), given.size());
    const auto [key, value] = assignment(where, given.substr(begin, end - begin));
    const ParamSpec* spec = parameter(typed, key);
    if (spec == nullptr) {
      std::vector<std::string> keys;
      append_keys(typed, keys);
      throw UsageError(
          "--learner {}: neither {} nor the query rule {} has a parameter {}{} — see "
          "`querent learners {}`",
          in_quotes(text), learner.name, typed.rule->name, in_quotes(key), hint(key, keys),
          learner.name);
    }
    if (!typed.own.emplace(key, spec->parse(value)).second)
      throw UsageError("--learner {}: {} is given twice", in_quotes(text), key);
    begin = end + 1;
  }
  return typed;
}

/// A learner that is given twice with the same parameters has nothing to be compared with.
void refuse_twins(const std::vector<NamedConfig>& configs) {
  for (std::size_t i = 0; i < configs.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const LearnerConfig &a = configs[i].config, &b = configs[j].config;
      if (a.learner != b.learner || a.query != b.query || a.learner_params != b.learner_params ||
          a.query_params != b.query_params)
        continue;
      const auto& specs = a.query->params.empty() ? a.learner->params : a.query->params;
      throw UsageError(
          "{} is given twice with the same parameters — leave one out{}", a.learner->name,
          specs.empty()
              ? std::string()
              : fmt::format(", or give each its own, as in --learner {}:{}={}", a.learner->name,
                            specs.front().key, specs.front().text(specs.front().value)));
    }
  }
}

}  // namespace

void add_learner_options(CLI::App& app, LearnerOptions& options) {
  const OptionGroup in(app, kLearnerGroup);
  add_value(app, "--learner", options.learners, "NAME",
            "Learner (see `querent learners`), optionally with parameters: "
            "MSG:h=0.01,gamma=2; repeatable")
      ->allow_extra_args(false);
  add_value(app, "--query", options.query, "RULE",
            "Query rule to use instead of the learner's own, for example random:0.1");
  add_value(app, "--param", options.params, "KEY=VALUE",
            "Set a parameter of the learner or of its query rule; repeatable")
      ->allow_extra_args(false);
  add_value(
      app, "--budget-sv", options.budget_sv, "N",
      "Maximum number of support vectors of a kernel learner (--param budget-sv=N); 0: no limit")
      ->check(whole_number(0, 1000000000));
  add_choice<double>(app, "--eviction", options.eviction, {{"oldest", 0}, {"projection", 1}},
                     "Support vector removed when the budget is full: the oldest, or the one with "
                     "the smallest coefficient norm, projected onto its nearest neighbour");
  app.add_flag("--average", options.average,
               "Linear learners: predict with the average of the weights instead of the last "
               "weights (--param average=yes)");
  add_choice<std::string>(
      app, "--encoding", options.encoding, {{"one-hot", "one-hot"}, {"margin", "margin"}},
      "Label vectors of the least-squares learners: +1/0 (one-hot), or +1/-1/0 (margin)");
}

std::vector<NamedConfig> configs_of(const LearnerOptions& options, bool encoding_given) {
  if (options.learners.empty()) {
    throw UsageError("no learner is given — add --learner auto, or another of `querent learners`");
  }
  std::vector<Typed> learners;
  std::vector<std::string> all_keys;
  for (const auto& name : options.learners) {
    learners.push_back(typed_learner(name, options.query));
    append_keys(learners.back(), all_keys);
  }
  std::vector<Assignment> typed;
  if (options.budget_sv > 0) {
    typed.push_back({"budget-sv", std::to_string(options.budget_sv)});
    if (options.eviction > 0) typed.push_back({"eviction", fmt::format("{}", options.eviction)});
  } else if (options.eviction > 0) {
    throw UsageError("--eviction has no meaning without --budget-sv N");
  }
  if (options.average) {
    if (std::find(all_keys.begin(), all_keys.end(), "average") == all_keys.end()) {
      throw UsageError(
          "--average has no meaning for {}, whose weights cannot be averaged — use PA-I, or "
          "another learner with the parameter average in `querent learners NAME`",
          learners.front().learner->name);
    }
    typed.push_back({"average", "yes"});
  }
  for (const auto& text : options.params) typed.push_back(assignment("--param", text));
  std::map<std::string, std::string> given;
  for (const auto& [key, value] : typed) {
    if (std::find(all_keys.begin(), all_keys.end(), key) == all_keys.end()) {
      throw UsageError(
          "--param {}: {} no parameter of that name{} — see `querent learners {}`", key,
          learners.size() == 1 ? learners.front().learner->name + " has" : "these learners have",
          hint(key, all_keys), learners.front().learner->name);
    }
    if (!given.emplace(key, value).second)
      throw UsageError("the parameter {} is given twice, by --param or by its own option — use one",
                       key);
  }
  if (encoding_given && std::none_of(learners.begin(), learners.end(),
                                     [](const Typed& one) { return one.learner->encodes; })) {
    throw UsageError(
        "--encoding has no meaning for {}: only the least-squares learners encode "
        "labels as vectors",
        learners.front().learner->name);
  }
  std::vector<NamedConfig> configs;
  for (Typed& one : learners) {
    for (const auto& [key, value] : given) {  // parameters after the learner's name take precedence
      if (const ParamSpec* spec = parameter(one, key)) one.own.emplace(key, spec->parse(value));
    }
    configs.push_back(
        {.name = options.query.empty() ? one.text : fmt::format("{} × {}", one.text, options.query),
         .config = learner_config(one.learner->name, options.query, one.own)});
  }
  refuse_twins(configs);
  return configs;
}

void bias_for(const std::vector<NamedConfig>& configs, SourceOptions& source) {
  VectorSourceOptions& vectors = source.vectors;
  if (vectors.transform.bias && vectors.no_bias)
    throw UsageError("--bias and --no-bias contradict each other — give one");
  const bool linear = std::any_of(configs.begin(), configs.end(), [](const NamedConfig& named) {
    const std::string& family = named.config.learner->family;
    return family == "linear" || family == "multiclass";
  });
  // in a row of norm 1, a constant 1 weighs as much as all features: PA-I's error on digits rises
  // from .19 to .32
  const TransformParams& how = vectors.transform;
  const bool of_length_1 =
      how.fourier.features > 0 ||
      (how.then.empty() ? how.scale : how.then.back()) == TransformParams::Scale::kUnit;
  if (linear && !vectors.no_bias && !of_length_1 && source.knn == 0) vectors.transform.bias = true;
}

SourceKind likely_source(const std::vector<NamedConfig>& configs) {
  const bool vectors = std::ranges::all_of(
      configs, [](const NamedConfig& named) { return !named.config.learner->encodes; });
  return vectors ? SourceKind::kVectors : SourceKind::kGraph;
}

}  // namespace querent::apps
