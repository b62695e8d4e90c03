// SPDX-License-Identifier: Apache-2.0
// Helpers that the files of the catalogue share.
#pragma once

#include <concepts>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>

#include <fmt/format.h>

#include <querent/datasets/error.hpp>
#include <querent/learners/catalogue/catalogue.hpp>
#include <querent/learners/catalogue/files.hpp>
#include <querent/learners/linear/averaged.hpp>
#include <querent/learners/multiclass/averaged_classes.hpp>
#include <querent/learners/param.hpp>

namespace querent {

template <class L>
std::unique_ptr<AnyLearner> erase(L learner) {
  return std::make_unique<ErasedLearner<L>>(std::move(learner));
}

template <class Q>
std::unique_ptr<AnyQuery> erase_query(Q rule) {
  return std::make_unique<ErasedQuery<Q>>(std::move(rule));
}

/// The descriptions of the parameters, with `defaults` as default values.
template <Described P>
std::vector<ParamSpec> specs_of(const P& defaults) {
  std::vector<ParamSpec> specs;
  P::params(defaults, [&]<class T, class R>(const char* key, const T& value, const R& allowed,
                                            const char* meaning) {
    ParamSpec spec{.key = key,
                   .value = static_cast<double>(value),
                   .range = kAnyNumber,
                   .whole = std::integral<T> && !std::same_as<T, bool>,
                   .meaning = meaning};
    if constexpr (std::same_as<R, Range>) {
      spec.range = allowed;
    } else {
      spec.choices.assign(allowed.begin(), allowed.end());
    }
    specs.push_back(std::move(spec));
  });
  return specs;
}

/// `params` with the given values filled in.
template <Described P>
P with_values(P params, const Params& values) {
  P::params(params, [&]<class T>(const char* key, T& value, const auto&, const char*) {
    const auto given = values.find(std::string_view(key));
    if (given == values.end()) return;
    if constexpr (std::is_enum_v<T>) {
      value = static_cast<T>(static_cast<std::underlying_type_t<T>>(given->second));
    } else {
      value = static_cast<T>(given->second);
    }
  });
  return params;
}

using Make = std::function<std::unique_ptr<AnyLearner>(const Task&, const Params&)>;

/// Makes a learner with a d × d matrix. d must be known in advance; LimitError if it is too large.
inline Make full_matrix(Make make) {
  return [make](const Task& task, const Params& params) {
    if (task.dim == 0) {
      throw ChoiceError(
          "a learner with a full matrix needs the number of features in advance — use a diagonal "
          "or first-order learner");
    }
    try {
      return make(task, params);
    } catch (const std::length_error& error) {
      throw LimitError(error.what());
    }
  };
}

/// The texts and flags that a catalogue row adds to the learner's own description.
struct Words {
  std::string name, family, paper, summary;
  std::string query;     ///< default query rule
  bool encodes = false;  ///< as in LearnerSpec
  bool views = false;
  LearnerBound bound = {};
};

inline LearnerSpec spec_of(Words words, const UpdateCard& card, std::vector<ParamSpec> params,
                           Make make) {
  return {.name = std::move(words.name),
          .family = std::move(words.family),
          .paper = std::move(words.paper),
          .summary = std::move(words.summary),
          .update = std::string(card.words),
          .query = std::move(words.query),
          .second_order = card.second_order,
          .params = std::move(params),
          .make = card.full_matrix ? full_matrix(std::move(make)) : std::move(make),
          .full_matrix = card.full_matrix,
          .encodes = words.encodes,
          .views = words.views,
          .bound = words.bound};
}

inline constexpr const char* kAverage = "average";

/// `params`, and the choice whether the mean of the weights predicts.
inline std::vector<ParamSpec> with_average(std::vector<ParamSpec> params) {
  params.push_back({.key = kAverage,
                    .value = 0,
                    .range = kAnyNumber,
                    .choices = {"no", "yes"},
                    .whole = false,
                    .meaning = "predict with the average of the weights instead of the last "
                               "weights; helps with noisy labels"});
  return params;
}

inline bool averages(const Params& values) {
  const auto given = values.find(std::string_view(kAverage));
  return given != values.end() && given->second == 1;
}

/// A learner with one weight vector per class: M, or its average.
template <class M>
std::unique_ptr<AnyLearner> erased_classes(const Task& task, const typename M::Params& params,
                                           bool average) {
  if (average) return erase(AveragedClasses<M>(task.dim, task.num_classes, params));
  return erase(M(task.dim, task.num_classes, params));
}

/// The catalogue row of the linear learner L; a task of more than two classes uses its multiclass
/// form M. L has a struct Params with params() and a card(), and is constructed from d and Params;
/// M from d, K and Params.
template <class L, class M = void>
LearnerSpec linear_row(Words words, const typename L::Params& defaults) {
  auto specs = specs_of(defaults);
  if constexpr (Averageable<L>) specs = with_average(std::move(specs));
  return spec_of(words, L::card(defaults), std::move(specs),
                 [defaults, name = words.name](const Task& task, const Params& values) {
                   const auto params = with_values(defaults, values);
                   if constexpr (Averageable<L>) {
                     if (task.num_classes == 2 && averages(values))
                       return erase(Averaged<L>(task.dim, params));
                   }
                   if (task.num_classes == 2) return erase(L(task.dim, params));
                   if constexpr (!std::is_void_v<M>)
                     return erased_classes<M>(task, params, averages(values));
                   throw ChoiceError(fmt::format(
                       "{} is for two classes, and this task has {} — choose two classes, or a "
                       "least-squares or multiclass learner of `querent learners`",
                       name, task.num_classes));
                 });
}

/// The row of a learner with one weight vector per class, constructed from d, K and Params.
template <class M>
LearnerSpec multiclass_row(Words words, const typename M::Params& defaults) {
  return spec_of(std::move(words), M::card(defaults), with_average(specs_of(defaults)),
                 [defaults](const Task& task, const Params& values) {
                   return erased_classes<M>(task, with_values(defaults, values), averages(values));
                 });
}

/// The part of a prediction that a query rule uses.
enum class Sees { kMargin, kUncertainty };

/// The row of a rule that is constructed from its Params, or from the number of classes and these.
/// A parameter `rounds` is that of the task.
template <class Rule>
QuerySpec rule(std::string name, std::string paper, std::string summary, Sees sees = Sees::kMargin,
               const typename Rule::Params& defaults = {}, QueryForm form = QueryForm::kOther) {
  return {.name = std::move(name),
          .paper = std::move(paper),
          .summary = std::move(summary),
          .needs_uncertainty = sees == Sees::kUncertainty,
          .params = specs_of(defaults),
          .make =
              [defaults](const Task& task, const Params& values) {
                auto params = with_values(defaults, values);
                if constexpr (requires { params.rounds; }) params.rounds = task.rounds;
                if constexpr (std::is_constructible_v<Rule, int, decltype(params)>)
                  return erase_query(Rule(task.num_classes, params));
                else
                  return erase_query(Rule(params));
              },
          .form = form};
}

}  // namespace querent
