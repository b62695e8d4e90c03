// SPDX-License-Identifier: Apache-2.0
// Names to types, once: every learner and every query rule by the name its paper gives it. Behind a
// name a learner is any type that satisfies OnlineLearner, a query rule any QueryRule; only here
// are their types erased.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <querent/learners/catalogue/any_learner.hpp>
#include <querent/learners/catalogue/any_query.hpp>
#include <querent/learners/catalogue/choice_error.hpp>
#include <querent/learners/least_squares/committee.hpp>
#include <querent/learners/param.hpp>

namespace [[gnu::visibility("default")]] querent {

/// What a source asks of a learner.
struct Task {
  std::size_t dim = 0;
  int num_classes = 2;
  std::string encoding = "one-hot";  ///< of labels: "one-hot" or "margin"
  std::vector<RowView> views = {};   ///< how a committee may see the rows
  std::uint64_t rounds = 0;          ///< expected; 0 when not known
};

/// One parameter: what it means and what it may be.
struct ParamSpec {
  std::string key;
  double value;                      ///< default
  Range range;                       ///< of a number
  std::vector<std::string> choices;  ///< names of the values 0, 1, …; none of a number
  bool whole;                        ///< a whole number
  std::string meaning;               ///< the paper's letter and unit

  bool allows(double value) const;
  /// "> 0", or the names of the choices.
  std::string allowed() const;
  /// A value as a person writes it.
  std::string text(double value) const;
  /// And back. ChoiceError that says what is allowed.
  double parse(std::string_view text) const;
};

/// Values of a learner's or rule's parameters by key; of a choice, its place among them.
using Params = std::map<std::string, double, std::less<>>;

struct LearnerSpec {
  std::string name;
  std::string family;   ///< "least squares", "linear", "multiclass", "kernel"
  std::string paper;    ///< "Yang et al., UAI 2016, Algorithm 2"
  std::string summary;  ///< one sentence
  std::string update;   ///< the update rule in words
  std::string query;    ///< the query rule it comes with, as contestant() takes it
  bool second_order;    ///< its predictions carry an uncertainty
  std::vector<ParamSpec> params;
  std::function<std::unique_ptr<AnyLearner>(const Task&, const Params&)> make;
  bool full_matrix = false;  ///< its model is d × d, d known beforehand
  bool encodes = false;      ///< turns labels into vectors: Task::encoding has a meaning
  bool views = false;        ///< sees the rows in several ways: Task::views
};

struct QuerySpec {
  std::string name;
  std::string paper;
  std::string summary;
  bool needs_uncertainty;  ///< has no meaning for a learner that is not second order
  std::vector<ParamSpec> params;
  std::function<std::unique_ptr<AnyQuery>(const Task&, const Params&)> make;
};

/// Every learner and every query rule, in the order of the catalogue.
const std::vector<LearnerSpec>& learners();
const std::vector<QuerySpec>& query_rules();

/// By name, case-insensitive. Throws ChoiceError with the nearest names.
const LearnerSpec& find_learner(std::string_view name);
const QuerySpec& find_query_rule(std::string_view name);

/// What a label counts for when it is learnt: weighed_learner.hpp.
struct Weighing {
  bool importance = false;            ///< 1/p of a label that was asked with probability p
  std::vector<double> of_class = {};  ///< times that of its class, > 0; none: 1
  bool balanced = false;              ///< times N/(K n_y), by running counts of the classes

  bool nothing() const { return !importance && of_class.empty() && !balanced; }
  bool operator==(const Weighing&) const = default;
};

/// A learner and the query rule it asks by, with every parameter they have.
struct Contestant {
  const LearnerSpec* learner;
  const QuerySpec* query;
  Params learner_params, query_params;
  Weighing weighing = {};
  std::uint64_t forget = 0;  ///< N of forgetting_learner.hpp; 0: nothing is forgotten

  std::unique_ptr<AnyLearner> make_learner(const Task& task) const;
  std::unique_ptr<AnyQuery> make_query(const Task& task) const {
    return query->make(task, query_params);
  }
};

/// `query` is empty (the learner's own rule), a name, or a name with the value of the rule's first
/// parameter: `random:0.1`. `given` are values by key; each goes to the learner, to its query
/// rule, or to both, by its key, and beats the value in `query`. Throws ChoiceError: unknown names
/// and keys with the nearest ones, values out of range with the range, a query rule that has no
/// meaning for the learner with the reason.
Contestant contestant(std::string_view learner, std::string_view query, const Params& given);

/// The query rule of `text` (see contestant) alone.
std::unique_ptr<AnyQuery> make_query(std::string_view text, const Task& task, const Params& given);

}  // namespace querent
