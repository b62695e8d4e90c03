// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <Eigen/Core>

#include <querent/datasets/error.hpp>
#include <querent/learners/label_ranking.hpp>
#include <querent/learners/learner.hpp>
#include <querent/learners/models/field_reader.hpp>
#include <querent/learners/models/field_writer.hpp>

namespace [[gnu::visibility("default")]] querent {

/// A learner whose type is known only at run time. Its predictions are finite; otherwise it throws
/// NotFinite with the learner's name.
class AnyLearner {
 public:
  virtual ~AnyLearner() = default;
  void set_name(std::string name) { name_ = std::move(name); }
  const std::string& name() const { return name_; }  ///< name in the catalogue; may be empty
  virtual Prediction predict(const AnyRow& x) const = 0;
  virtual bool update(const AnyRow& x, int y) = 0;
  /// The label counts `weight` > 0 times. Throws std::logic_error if the learner cannot weigh
  /// labels (weighs_labels()).
  virtual bool update(const AnyRow& x, int y, double weight) = 0;
  virtual bool weighs_labels() const = 0;
  /// update() with the label of a row that was queried with this probability.
  virtual bool learn(const AnyRow& x, int y, double probability) = 0;
  /// Conditions the model on a pending query of x; does nothing if the learner cannot use it.
  virtual void add_pending(const AnyRow& x) = 0;
  virtual std::unique_ptr<AnyLearner> clone() const = 0;
  /// Whether it learns from rows with several labels. Only then may predict_labels() and the update()
  /// of label sets be called.
  virtual bool takes_label_sets() const = 0;
  /// predict() and, in `f`, one score per label, valid until the next call.
  virtual Prediction predict_labels(const AnyRow& x, std::span<const double>& f) const = 0;
  virtual bool update(const AnyRow& x, LabelSet Y) = 0;
  /// Number of support vectors of a kernel learner; nullopt for other learners.
  virtual std::optional<std::size_t> support_vectors() const = 0;
  /// Whether it solves for all labels at once, with one score per class.
  virtual bool solves() const = 0;
  /// One score per class, for multiclass learners.
  virtual Eigen::VectorXd class_scores(const AnyRow& x) const = 0;
  /// Write the state to the fields of a model file, and read it back. Throw ModelError.
  virtual void keep(FieldWriter& field) const = 0;
  virtual void restore(const FieldReader& field) = 0;

 private:
  std::string name_;
};

template <class L>
  requires OnlineLearner<L, DenseRow> && OnlineLearner<L, SparseRow>
class ErasedLearner final : public AnyLearner {
 public:
  explicit ErasedLearner(L learner) : learner_(std::move(learner)) {}
  Prediction predict(const AnyRow& x) const override {
    return finite(std::visit([&](const auto& row) { return learner_.predict(row); }, x));
  }
  bool update(const AnyRow& x, int y) override { return updated(x, y); }
  bool update(const AnyRow& x, int y, double weight) override { return updated(x, y, weight); }
  bool update(const AnyRow& x, LabelSet Y) override { return updated(x, Y); }
  bool weighs_labels() const override { return WeighsLabels<L, DenseRow>; }
  bool learn(const AnyRow& x, int y, double p) override {
    if constexpr (requires(const DenseRow& row) { learner_.learn(row, y, p); })
      return std::visit([&](const auto& row) { return learner_.learn(row, y, p); }, x);
    return updated(x, y);
  }
  void add_pending(const AnyRow& x) override {
    if constexpr (requires(const DenseRow& row) { learner_.add_pending(row); })
      std::visit([&](const auto& row) { learner_.add_pending(row); }, x);
  }
  std::unique_ptr<AnyLearner> clone() const override {
    return std::make_unique<ErasedLearner>(*this);
  }
  bool takes_label_sets() const override { return kLabelSets; }
  Prediction predict_labels(const AnyRow& x, std::span<const double>& f) const override {
    if constexpr (kLabelSets) {
      return finite(std::visit(
          [&](const auto& row) { return querent::predict_labels(learner_, row, f); }, x));
    }
    throw std::logic_error("this learner takes one label per row and has no scores of label sets");
  }
  std::optional<std::size_t> support_vectors() const override {
    if constexpr (requires { learner_.expansion().size(); }) return learner_.expansion().size();
    return std::nullopt;
  }
  bool solves() const override {
    return requires { L::kSolves; };
  }
  Eigen::VectorXd class_scores(const AnyRow& x) const override {
    return std::visit([&](const auto& row) { return scores_of(row); }, x);
  }
  void keep(FieldWriter& field) const override { L::fields(learner_, field); }
  void restore(const FieldReader& field) override { L::fields(learner_, field); }

 private:
  static constexpr bool kExpands =
      requires(const L& seen, const DenseRow& x) { seen.expansion().scores(x); };
  static constexpr bool kLabelSets =
      requires(L& learner, const DenseRow& x, LabelSet Y) { learner.update(x, Y); };

  Prediction finite(const Prediction& p) const {
    if (!is_finite(p)) throw NotFinite(name());
    return p;
  }

  // f_1(x), …, f_K(x) of a multiclass learner, wherever the learner stores them.
  Eigen::VectorXd scores_of(const Row auto& x) const {
    const auto copied = [&](std::span<const double> f) {
      if (!(zero_if_finite(f) == 0)) throw NotFinite(name());
      return Eigen::VectorXd(
          Eigen::Map<const Eigen::VectorXd>(f.data(), static_cast<Eigen::Index>(f.size())));
    };
    if constexpr (requires { learner_.scores(x); }) {
      const auto& f = learner_.scores(x);
      return copied({f.data(), static_cast<std::size_t>(f.size())});
    } else if constexpr (kExpands) {
      return copied(learner_.expansion().scores(x));
    } else if constexpr (requires(std::span<double> f) { learner_.weights().scores(x, f); }) {
      std::vector<double> f(learner_.weights().num_classes());
      learner_.weights().scores(x, f);
      return copied(f);
    } else if constexpr (requires { learner_.model().scores(); }) {
      learner_.predict(x);
      const Eigen::VectorXd& f = learner_.model().scores();
      return copied({f.data(), static_cast<std::size_t>(f.size())});
    }
    throw std::logic_error("a binary learner has no scores per class");
  }

  bool updated(const AnyRow& x, auto... y) {
    try {
      if constexpr (requires(const DenseRow& row) { learner_.update(row, y...); })
        return std::visit([&](const auto& row) { return learner_.update(row, y...); }, x);
    } catch (const NotFinite&) {
      throw NotFinite(name());
    } catch (const std::length_error& error) {  // more features than a model can hold
      throw LimitError(error.what());
    }
    throw std::logic_error("this learner cannot learn from label sets or cannot weigh labels");
  }

  L learner_;
};

/// A query rule whose type is known only at run time.
class AnyQuery {
 public:
  virtual ~AnyQuery() = default;
  virtual double probability(const Prediction& p) const = 0;
  /// The score by which a budget ranks rounds: the rule's own urgency, or its probability.
  virtual double urgency(const Prediction& p) const = 0;
  virtual void observe(const Prediction& p, const Outcome& outcome) = 0;
  /// Takes a label that arrives late; does nothing for a rule that does not adapt to answers.
  virtual void learned(double probability, bool mistake) = 0;
  virtual std::unique_ptr<AnyQuery> clone() const = 0;
  /// Write the state to the fields of a model file, and read it back. Throw ModelError.
  virtual void keep(FieldWriter& field) const = 0;
  virtual void restore(const FieldReader& field) = 0;
};

template <QueryRule Q>
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

}  // namespace querent
