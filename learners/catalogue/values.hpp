// SPDX-License-Identifier: Apache-2.0
// The type-erased learner and rule as value types, which play() and play_round() require.
#pragma once

#include <memory>
#include <utility>

#include <querent/learners/catalogue/catalogue.hpp>

namespace [[gnu::visibility("default")]] querent {

/// A T whose copy is its clone, or nothing.
template <class T>
class Cloned {
 public:
  Cloned() = default;  ///< empty
  explicit Cloned(std::unique_ptr<T> value) : value_(std::move(value)) {}
  Cloned(const Cloned& other) : value_(other.value_ ? other.value_->clone() : nullptr) {}
  Cloned(Cloned&&) = default;
  Cloned& operator=(Cloned other) {
    value_ = std::move(other.value_);
    return *this;
  }
  ~Cloned() = default;
  template <class Self, class Fields>
  static void fields(Self& self, Fields&& field) {
    if constexpr (std::is_const_v<Self>) {
      self.value_->keep(field);
    } else {
      self.value_->restore(field);
    }
  }

 protected:
  std::unique_ptr<T> value_;
};

class LearnerValue : public Cloned<AnyLearner> {
 public:
  using Cloned::Cloned;
  Prediction predict(const AnyRow& x) const { return value_->predict(x); }
  bool update(const AnyRow& x, int y) { return value_->update(x, y); }
  bool learn(const AnyRow& x, int y, double p) { return value_->learn(x, y, p); }
  Prediction predict_labels(const AnyRow& x, std::span<const double>& f) const {
    return value_->predict_labels(x, f);
  }
  bool update(const AnyRow& x, LabelSet Y) { return value_->update(x, Y); }
  AnyLearner& any() { return *value_; }              ///< not of an empty one
  const AnyLearner& any() const { return *value_; }  ///< the same
  bool solves() const { return value_->solves(); }
  Eigen::VectorXd class_scores(const AnyRow& x) const { return value_->class_scores(x); }
  std::optional<std::size_t> support_vectors() const { return value_->support_vectors(); }
  void add_pending(const AnyRow& x) { value_->add_pending(x); }
};

class QueryValue : public Cloned<AnyQuery> {
 public:
  using Cloned::Cloned;
  double probability(const Prediction& p) const { return value_->probability(p); }
  double urgency(const Prediction& p) const { return value_->urgency(p); }
  void observe(const Prediction& p, const Outcome& outcome) { value_->observe(p, outcome); }
  void learned(double probability, bool mistake) { value_->learned(probability, mistake); }
};

}  // namespace querent
