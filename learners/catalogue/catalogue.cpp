// SPDX-License-Identifier: Apache-2.0
#include <querent/learners/catalogue/catalogue.hpp>

#include <algorithm>
#include <cmath>
#include <initializer_list>

#include <fmt/format.h>

#include <querent/datasets/error.hpp>
#include <querent/datasets/text/lowered.hpp>
#include <querent/datasets/text/number.hpp>
#include <querent/learners/catalogue/files.hpp>
#include <querent/learners/catalogue/weighed_learner.hpp>

namespace querent {
namespace {

/// "unknown learner 'MGS' — did you mean MSG?", or the command that lists all names.
[[noreturn]] void refuse_name(std::string_view kind, std::string_view name,
                              const std::vector<std::string>& known, std::string_view list) {
  const std::string nearest = nearest_name(name, known);
  throw ChoiceError(
      fmt::format("unknown {} {} — {}", kind, in_quotes(name),
                  nearest.empty() ? std::string(list) : fmt::format("did you mean {}?", nearest)));
}

template <class Spec>
const Spec& find(const std::vector<Spec>& specs, std::string_view kind, std::string_view name) {
  const std::string wanted = lowered(name);
  std::vector<std::string> known;
  for (const Spec& spec : specs) {
    if (lowered(spec.name) == wanted) return spec;
    known.push_back(spec.name);
  }
  refuse_name(kind, name, known, "`querent learners` lists them");
}

/// The defaults of `specs`, overridden by `given`.
Params resolve(const std::vector<ParamSpec>& specs, const Params& given) {
  Params result;
  for (const ParamSpec& spec : specs) {
    const auto it = given.find(spec.key);
    const double value = it == given.end() ? spec.value : it->second;
    if (!spec.allows(value)) {
      throw ChoiceError(
          fmt::format("{} must be {}, found {}", spec.key, spec.allowed(), spec.text(value)));
    }
    result.emplace(spec.key, value);
  }
  return result;
}

struct QueryText {
  const QuerySpec* rule;
  Params given;
};

/// `random:0.1` is the rule `random` with its first parameter; `given` overrides it.
QueryText parse_query(std::string_view text, const Params& given) {
  const std::size_t colon = text.find(':');
  QueryText result{.rule = &find_query_rule(text.substr(0, colon)), .given = given};
  if (colon == std::string_view::npos) return result;
  const std::string_view value = text.substr(colon + 1);
  if (result.rule->params.empty()) {
    throw ChoiceError(fmt::format("the query rule {} takes no value, found {}", result.rule->name,
                                  in_quotes(text)));
  }
  const ParamSpec& first = result.rule->params.front();
  result.given.emplace(first.key, first.parse(value));
  return result;
}

template <class Spec>
std::vector<Spec> one_after_the_other(std::initializer_list<std::vector<Spec>> files) {
  std::vector<Spec> all;
  for (const auto& file : files) all.insert(all.end(), file.begin(), file.end());
  return all;
}

void append_keys(std::vector<std::string>& keys, const std::vector<ParamSpec>& specs) {
  for (const ParamSpec& spec : specs) keys.push_back(spec.key);
}

}  // namespace

bool ParamSpec::allows(double number) const {
  if (!choices.empty() || whole) {
    if (number != std::floor(number)) return false;
  }
  if (choices.empty()) return range.has(number);
  return number >= 0 && number < static_cast<double>(choices.size());
}

std::string ParamSpec::allowed() const {
  if (!choices.empty()) return fmt::format("{}", fmt::join(choices, " | "));
  return whole ? "a whole number " + to_string(range) : to_string(range);
}

std::string ParamSpec::text(double number) const {
  if (choices.empty() || !allows(number)) return fmt::format("{}", number);
  return choices[static_cast<std::size_t>(number)];
}

double ParamSpec::parse(std::string_view text) const {
  const auto choice = std::find(choices.begin(), choices.end(), text);
  if (choice != choices.end()) return static_cast<double>(choice - choices.begin());
  const auto number = number_in<double>(text);
  if (!number || !std::isfinite(*number)) {
    throw ChoiceError(fmt::format("{}: expected {}, found {}", key,
                                  choices.empty() ? "a number" : allowed(), in_quotes(text)));
  }
  return *number;
}

#define QUERENT_ROWS(file) file(),
const std::vector<LearnerSpec>& learners() {
  static const auto all = one_after_the_other<LearnerSpec>({QUERENT_LEARNERS(QUERENT_ROWS)});
  return all;
}

const std::vector<QuerySpec>& query_rules() {
  static const auto all = one_after_the_other<QuerySpec>({QUERENT_QUERY_RULES(QUERENT_ROWS)});
  return all;
}
#undef QUERENT_ROWS

const LearnerSpec& find_learner(std::string_view name) {
  return find(learners(), "learner", name);
}

const QuerySpec& find_query_rule(std::string_view name) {
  return find(query_rules(), "query rule", name);
}

LearnerConfig learner_config(std::string_view learner, std::string_view query,
                             const Params& given) {
  const LearnerSpec& spec = find_learner(learner);
  const QueryText text = parse_query(query.empty() ? spec.query : query, given);
  if (text.rule->needs_uncertainty && !spec.second_order) {
    throw ChoiceError(
        fmt::format("the query rule {} needs the uncertainty of a prediction, which {} does not "
                    "compute — use a second-order learner, or another rule",
                    text.rule->name, spec.name));
  }
  std::vector<std::string> keys;
  append_keys(keys, spec.params);
  append_keys(keys, text.rule->params);
  for (const auto& [key, value] : given) {
    if (std::find(keys.begin(), keys.end(), key) != keys.end()) continue;
    refuse_name(fmt::format("parameter of {} with the query rule {}", spec.name, text.rule->name),
                key, keys, fmt::format("`querent learners {}` lists them", spec.name));
  }
  const Params learner_params = resolve(spec.params, given);
  Params query_given = text.given;  // a key that both have means the same in both: η, γ
  query_given.insert(learner_params.begin(), learner_params.end());
  return {.learner = &spec,
          .query = text.rule,
          .learner_params = learner_params,
          .query_params = resolve(text.rule->params, query_given),
          .forget = 0};
}

std::unique_ptr<AnyLearner> LearnerConfig::make_learner(const Task& task) const {
  auto made = learner->make(task, learner_params);
  made->set_name(learner->name);
  if (!weighing.nothing()) made = weighed(std::move(made), weighing);
  return forget == 0 ? std::move(made) : forgetting(std::move(made), forget);
}

std::unique_ptr<AnyQuery> make_query(std::string_view text, const Task& task, const Params& given) {
  const QueryText query = parse_query(text, given);
  return query.rule->make(task, resolve(query.rule->params, query.given));
}

}  // namespace querent
