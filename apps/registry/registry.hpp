// SPDX-License-Identifier: Apache-2.0
// Text to type, once: the names that --learner, --query and --param accept. Behind the name a
// learner is any type that satisfies OnlineLearner, behind a query rule any QueryRule; only the
// program erases their types.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include <querent/apps/usage_error.hpp>
#include <querent/datasets/error.hpp>
#include <querent/learners/kernel/label_ranking.hpp>
#include <querent/learners/learner.hpp>
#include <querent/learners/least_squares/committee.hpp>
#include <querent/learners/models/field_reader.hpp>
#include <querent/learners/models/field_writer.hpp>
#include <querent/learners/random.hpp>

namespace querent::apps {

/// A learner whose type is only known at run time.
class AnyLearner {
 public:
  virtual ~AnyLearner() = default;
  virtual Prediction predict(const DenseRow& x) const = 0;
  virtual Prediction predict(const SparseRow& x) const = 0;
  virtual bool update(const DenseRow& x, int y) = 0;
  virtual bool update(const SparseRow& x, int y) = 0;
  /// The label of x was asked for and will come; nothing for a learner that cannot use it.
  virtual void foresee(const DenseRow& x) = 0;
  virtual void foresee(const SparseRow& x) = 0;
  virtual std::unique_ptr<AnyLearner> clone() const = 0;
  /// Whether it learns from rows with several labels; scores() and update() of label sets have no
  /// meaning for the others.
  virtual bool takes_label_sets() const = 0;
  /// One score a label; valid until the next call.
  virtual std::span<const double> scores(const DenseRow& x) const = 0;
  virtual std::span<const double> scores(const SparseRow& x) const = 0;
  virtual bool update(const DenseRow& x, LabelSet Y) = 0;
  virtual bool update(const SparseRow& x, LabelSet Y) = 0;
  /// How many examples a kernel learner keeps; nothing of other learners.
  virtual std::optional<std::size_t> support_vectors() const = 0;
  /// Its state as fields of a model file, and back. ModelError.
  virtual void keep(FieldWriter& field) const = 0;
  virtual void restore(const FieldReader& field) = 0;
};

template <class L>
class ErasedLearner final : public AnyLearner {
 public:
  explicit ErasedLearner(L learner) : learner_(std::move(learner)) {}
  Prediction predict(const DenseRow& x) const override { return learner_.predict(x); }
  Prediction predict(const SparseRow& x) const override { return learner_.predict(x); }
  bool update(const DenseRow& x, int y) override { return limited(x, y); }
  bool update(const SparseRow& x, int y) override { return limited(x, y); }
  void foresee(const DenseRow& x) override { told(x); }
  void foresee(const SparseRow& x) override { told(x); }
  std::unique_ptr<AnyLearner> clone() const override {
    return std::make_unique<ErasedLearner>(*this);
  }
  bool takes_label_sets() const override { return kLabelSets; }
  std::span<const double> scores(const DenseRow& x) const override { return scores_of(x); }
  std::span<const double> scores(const SparseRow& x) const override { return scores_of(x); }
  bool update(const DenseRow& x, LabelSet Y) override { return limited(x, Y); }
  bool update(const SparseRow& x, LabelSet Y) override { return limited(x, Y); }
  std::optional<std::size_t> support_vectors() const override {
    if constexpr (requires { learner_.expansion().size(); }) return learner_.expansion().size();
    return std::nullopt;
  }
  void keep(FieldWriter& field) const override { L::fields(learner_, field); }
  void restore(const FieldReader& field) override { L::fields(learner_, field); }
  const L& get() const { return learner_; }

 private:
  static constexpr bool kLabelSets =
      requires(L& learner, const L& seen, const DenseRow& x, LabelSet Y) {
        learner.update(x, Y);
        seen.expansion().scores(x);
      };

  template <Row X>
  void told([[maybe_unused]] const X& x) {
    if constexpr (requires { learner_.foresee(x); }) learner_.foresee(x);
  }

  template <Row X>
  std::span<const double> scores_of(const X& x) const {
    if constexpr (kLabelSets) return learner_.expansion().scores(x);
    throw std::logic_error("a learner of one label has no scores of label sets");
  }

  template <Row X, class Label>
  bool limited(const X& x, Label y) {
    try {
      if constexpr (kLabelSets || !std::same_as<Label, LabelSet>) return learner_.update(x, y);
    } catch (const std::length_error& error) {  // more features than a model may have
      throw LimitError(error.what());
    }
    throw std::logic_error("a learner of one label cannot learn from label sets");
  }

  L learner_;
};

/// A query rule whose type is only known at run time.
class AnyQuery {
 public:
  virtual ~AnyQuery() = default;
  virtual double probability(const Prediction& p) const = 0;
  /// What a budget ranks rounds by: the rule's own urgency, or its probability.
  virtual double urgency(const Prediction& p) const = 0;
  virtual void observe(const Prediction& p, const Outcome& outcome) = 0;
  /// A late label has come; nothing for a rule that does not adapt to answers.
  virtual void learned(double probability, bool mistake) = 0;
  virtual std::unique_ptr<AnyQuery> clone() const = 0;
  /// Its state as fields of a model file, and back. ModelError.
  virtual void keep(FieldWriter& field) const = 0;
  virtual void restore(const FieldReader& field) = 0;
};

template <class Q>
class ErasedQuery final : public AnyQuery {
 public:
  explicit ErasedQuery(Q rule) : rule_(std::move(rule)) {}
  double probability(const Prediction& p) const override { return rule_.probability(p); }
  double urgency(const Prediction& p) const override {
    if constexpr (requires { rule_.urgency(p); }) {
      return rule_.urgency(p);
    } else {
      return rule_.probability(p);
    }
  }
  void observe(const Prediction& p, const Outcome& outcome) override {
    if constexpr (requires { rule_.observe(p, outcome); }) rule_.observe(p, outcome);
  }
  void learned(double probability, bool mistake) override {
    if constexpr (requires { rule_.learned(probability, mistake); })
      rule_.learned(probability, mistake);
  }
  std::unique_ptr<AnyQuery> clone() const override { return std::make_unique<ErasedQuery>(*this); }
  void keep(FieldWriter& field) const override { Q::fields(rule_, field); }
  void restore(const FieldReader& field) override { Q::fields(rule_, field); }

 private:
  Q rule_;
};

/// What a source asks of a learner.
struct Task {
  std::size_t dim = 0;
  int num_classes = 2;
  std::string encoding = "one-hot";  ///< --encoding
  std::vector<RowView> views = {};   ///< how a committee may see the rows
  std::uint64_t rounds = 0;          ///< expected; 0 when not known
};

/// One `--param key=value`: what it means and what it may be.
struct ParamSpec {
  std::string key;
  double value;  ///< default
  double min, max;
  std::string meaning;  ///< the paper's letter and unit
};

/// Values of a learner's or rule's parameters by key, defaults filled in.
using Params = std::map<std::string, double, std::less<>>;

struct LearnerSpec {
  std::string name;
  std::string family;   ///< "least squares", "linear", "multiclass", "kernel"
  std::string paper;    ///< "Yang et al., UAI 2016, Algorithm 2"
  std::string summary;  ///< one sentence
  std::string update;   ///< the update rule in words
  std::string query;    ///< the query rule it comes with, as --query would say it
  bool second_order;    ///< its predictions carry an uncertainty
  std::vector<ParamSpec> params;
  std::function<std::unique_ptr<AnyLearner>(const Task&, const Params&)> make;
  bool full_matrix = false;  ///< its model is d × d, d known beforehand
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

/// The families, each in its own file; learners() and query_rules() put them one after the other.
std::vector<LearnerSpec> graph_learners();
std::vector<LearnerSpec> linear_learners();
std::vector<LearnerSpec> multiclass_learners();
std::vector<LearnerSpec> kernel_learners();

/// By name, case-insensitive. Throws UsageError with the nearest names.
const LearnerSpec& find_learner(std::string_view name);
const QuerySpec& find_query_rule(std::string_view name);

/// A learner and the query rule it asks by, with every parameter they have: what `--learner`,
/// `--query` and `--param` come to.
struct Contestant {
  const LearnerSpec* learner;
  const QuerySpec* query;
  Params learner_params, query_params;

  std::unique_ptr<AnyLearner> make_learner(const Task& task) const {
    return learner->make(task, learner_params);
  }
  std::unique_ptr<AnyQuery> make_query(const Task& task) const {
    return query->make(task, query_params);
  }
};

/// `query` is empty (the learner's own rule), a name, or a name with the value of the rule's first
/// parameter: `random:0.1`. `given` are the --param values; each goes to the learner, to its query
/// rule, or to both, by its key, and beats the value in `query`. Throws UsageError: unknown names
/// and keys with the nearest ones, values out of range with the range, a query rule that has no
/// meaning for the learner with the reason.
Contestant contestant(std::string_view learner, std::string_view query, const Params& given);

/// The query rule of `text` (see contestant) alone.
std::unique_ptr<AnyQuery> make_query(std::string_view text, const Task& task, const Params& given);

}  // namespace querent::apps
