// SPDX-License-Identifier: Apache-2.0
// Maps each name that a paper gives to a learner or a query rule to its type. A learner is any type
// that satisfies OnlineLearner, a query rule any QueryRule; their types are erased here and nowhere
// else.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include <querent/learners/catalogue/any_learner.hpp>
#include <querent/learners/linear/aggressiveness.hpp>
#include <querent/learners/param.hpp>

namespace [[gnu::visibility("default")]] querent {

/// Thrown for an unknown name or parameter, for a value out of range and for a choice that does not
/// fit the task.
class ChoiceError : public std::invalid_argument {
 public:
  using std::invalid_argument::invalid_argument;
};

/// The properties of a data source for which a learner is constructed.
struct Task {
  std::size_t dim = 0;
  int num_classes = 2;
  std::string encoding = "one-hot";  ///< label encoding: "one-hot" or "margin"
  std::vector<RowView> views = {};   ///< views of the rows for an ensemble
  std::uint64_t rounds = 0;          ///< expected number; 0: unknown
};

/// One parameter: its meaning and its allowed values.
struct ParamSpec {
  std::string key;
  double value;                           ///< default
  Range range;                            ///< allowed range of a number
  std::vector<std::string> choices = {};  ///< names of the values 0, 1, …; empty for a number
  bool whole;                             ///< whether only integers are allowed
  std::string meaning;                    ///< the paper's letter and unit

  bool allows(double value) const;
  /// "> 0", or the names of the choices.
  std::string allowed() const;
  /// A value as text for a user.
  std::string text(double value) const;
  /// Parses such a text. Throws ChoiceError with the allowed values.
  double parse(std::string_view text) const;
};

/// Parameter values of a learner or rule by key; for a choice, its index in `choices`.
using Params = std::map<std::string, double, std::less<>>;

/// The theorems that bound the mistakes of a learner (learners/bounds/).
enum class Theorem {
  kNone,
  kMarginPerceptron,   ///< Cesa-Bianchi, Gentile, Zaniboni 2006, Theorem 1
  kPassiveAggressive,  ///< Lu, Zhao, Hoi 2016, Theorems 1 to 5
  kCostSensitive,      ///< Lu, Zhao, Hoi 2016, Theorem 6
  kDualAveraging,      ///< Zhai et al. 2022, Theorems 1 and 2, D-ADA
  kMirrorDescent,      ///< Zhai et al. 2022, Theorems 1 and 2, D-AMD
  kDoubleUpdate,       ///< Zhao, Hoi, Jin 2011, Theorems 4 and 7
  kMistakeDriven,      ///< Yang 2016, Theorems 1 and 3, CMOG
  kSelective           ///< Yang 2016, Theorem 5, MSG
};

/// The theorem of a learner, and which form of it.
struct LearnerBound {
  Theorem theorem = Theorem::kNone;
  bool classes = false;  ///< the form with one weight vector per class
  Aggressiveness::Form form = Aggressiveness::Form::kHard;  ///< of kPassiveAggressive
};

struct LearnerSpec {
  std::string name;
  std::string family;   ///< "least squares", "linear", "multiclass", "kernel"
  std::string paper;    ///< "Yang et al., UAI 2016, Algorithm 2"
  std::string summary;  ///< one sentence
  std::string update;   ///< the update rule in words
  std::string query;    ///< default query rule, such as `random:0.1`
  bool second_order;    ///< predictions have an uncertainty
  std::vector<ParamSpec> params;
  std::function<std::unique_ptr<AnyLearner>(const Task&, const Params&)> make;
  bool full_matrix = false;  ///< the model is d × d; d must be known in advance
  bool encodes = false;      ///< solves for labels encoded as vectors: uses Task::encoding
  bool views = false;        ///< combines several views of the rows: Task::views
  LearnerBound bound = {};
};

/// The probability with which a rule asks, as theorems and sessions distinguish it.
enum class QueryForm {
  kOther,
  kAll,                ///< 1
  kRandom,             ///< does not depend on the prediction
  kMargin,             ///< b/(b + |p|)
  kMarginPlusOne,      ///< b/(b + 1 + |p|)
  kTheta,              ///< 1 if Θ ≤ 0, else 2h/(2h + Θ)
  kDiscriminative,     ///< b/(b + max(0, |p| − ½ηav)) with a = 1/max(1, xᵀx)
  kDiscriminativeOne,  ///< the same with a = 1
};

struct QuerySpec {
  std::string name;
  std::string paper;
  std::string summary;
  bool needs_uncertainty;  ///< works only with second-order learners
  std::vector<ParamSpec> params = {};
  std::function<std::unique_ptr<AnyQuery>(const Task&, const Params&)> make = {};
  QueryForm form = QueryForm::kOther;
};

/// Every learner and every query rule, in the order of the catalogue.
const std::vector<LearnerSpec>& learners();
const std::vector<QuerySpec>& query_rules();

/// By name, case-insensitive. Throws ChoiceError with the nearest names.
const LearnerSpec& find_learner(std::string_view name);
const QuerySpec& find_query_rule(std::string_view name);

/// The weight with which a label is learned: weighed_learner.hpp.
struct Weighing {
  bool importance = false;            ///< 1/p for a label asked with probability p
  std::vector<double> of_class = {};  ///< factor per class, > 0; empty: 1
  bool balanced = false;              ///< factor N/(K n_y) from the running counts of the classes

  bool nothing() const { return !importance && of_class.empty() && !balanced; }
  bool operator==(const Weighing&) const = default;
};

/// A learner and its query rule, with the values of all their parameters.
struct LearnerConfig {
  const LearnerSpec* learner;
  const QuerySpec* query;
  Params learner_params, query_params;
  Weighing weighing = {};
  std::uint64_t forget = 0;  ///< N of weighed_learner.hpp; 0: nothing is forgotten

  std::unique_ptr<AnyLearner> make_learner(const Task& task) const;
  std::unique_ptr<AnyQuery> make_query(const Task& task) const {
    return query->make(task, query_params);
  }
};

/// `query` is empty (the learner's own rule), a name, or a name with the value of the rule's first
/// parameter: `random:0.1`. `given` holds values by key; a key sets the parameter of the learner,
/// of the query rule or of both and overrides the value in `query`. Throws ChoiceError for unknown
/// names and keys (with the nearest ones), for values out of range (with the range) and for a query
/// rule that does not fit the learner (with the reason).
LearnerConfig learner_config(std::string_view learner, std::string_view query, const Params& given);

/// The query rule of `text`, as `query` of learner_config(), alone.
std::unique_ptr<AnyQuery> make_query(std::string_view text, const Task& task, const Params& given);

}  // namespace querent
