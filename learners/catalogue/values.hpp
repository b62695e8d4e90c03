// SPDX-License-Identifier: Apache-2.0
// The type-erased learner and rule as value types, which play() and play_round() require.
#pragma once

#include <memory>
#include <utility>

#include <querent/learners/catalogue/catalogue.hpp>

namespace [[gnu::visibility("default")]] querent {

class LearnerValue {
 public:
  LearnerValue() = default;  ///< empty
  explicit LearnerValue(std::unique_ptr<AnyLearner> learner) : learner_(std::move(learner)) {}
  LearnerValue(const LearnerValue& other)
      : learner_(other.learner_ ? other.learner_->clone() : nullptr) {}
  LearnerValue(LearnerValue&&) = default;
  LearnerValue& operator=(LearnerValue other) {
    learner_ = std::move(other.learner_);
    return *this;
  }
  ~LearnerValue() = default;
  template <Row X>
  Prediction predict(const X& x) const {
    return learner_->predict(x);
  }
  template <Row X>
  bool update(const X& x, int y) {
    return learner_->update(x, y);
  }
  template <Row X>
  bool learn(const X& x, int y, double probability) {
    return learner_->learn(x, y, probability);
  }
  template <Row X>
  Prediction predict_labels(const X& x, std::span<const double>& f) const {
    return learner_->predict_labels(x, f);
  }
  template <Row X>
  bool update(const X& x, LabelSet Y) {
    return learner_->update(x, Y);
  }
  AnyLearner& any() { return *learner_; }              ///< not of an empty one
  const AnyLearner& any() const { return *learner_; }  ///< the same
  bool solves() const { return learner_->solves(); }
  template <Row X>
  Eigen::VectorXd class_scores(const X& x) const {
    return learner_->class_scores(x);
  }
  std::optional<std::size_t> support_vectors() const { return learner_->support_vectors(); }
  template <Row X>
  void add_pending(const X& x) {
    learner_->add_pending(x);
  }
  template <class Self, class Fields>
  static void fields(Self& self, Fields&& field) {
    if constexpr (std::is_const_v<Self>) {
      self.learner_->keep(field);
    } else {
      self.learner_->restore(field);
    }
  }

 private:
  std::unique_ptr<AnyLearner> learner_;
};

class QueryValue {
 public:
  QueryValue() = default;  ///< empty
  explicit QueryValue(std::unique_ptr<AnyQuery> rule) : rule_(std::move(rule)) {}
  QueryValue(const QueryValue& other) : rule_(other.rule_ ? other.rule_->clone() : nullptr) {}
  QueryValue(QueryValue&&) = default;
  QueryValue& operator=(QueryValue other) {
    rule_ = std::move(other.rule_);
    return *this;
  }
  ~QueryValue() = default;
  double probability(const Prediction& p) const { return rule_->probability(p); }
  double urgency(const Prediction& p) const { return rule_->urgency(p); }
  void observe(const Prediction& p, const Outcome& outcome) { rule_->observe(p, outcome); }
  void learned(double probability, bool mistake) { rule_->learned(probability, mistake); }
  template <class Self, class Fields>
  static void fields(Self& self, Fields&& field) {
    if constexpr (std::is_const_v<Self>) {
      self.rule_->keep(field);
    } else {
      self.rule_->restore(field);
    }
  }

 private:
  std::unique_ptr<AnyQuery> rule_;
};

}  // namespace querent
