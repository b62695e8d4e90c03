// SPDX-License-Identifier: Apache-2.0
#include <querent/learners/catalogue/forgetting_learner.hpp>

#include <querent/learners/catalogue/values.hpp>

namespace querent {
namespace {

class ForgettingLearner final : public AnyLearner {
 public:
  ForgettingLearner(std::unique_ptr<AnyLearner> learner, std::uint64_t N)
      : fresh_(learner->clone()), next_(learner->clone()), learner_(std::move(learner)), N_(N) {}
  ForgettingLearner(const ForgettingLearner& other)
      : AnyLearner(other),
        fresh_(other.fresh_),
        next_(other.next_),
        learner_(other.learner_),
        N_(other.N_),
        labels_(other.labels_) {}

  Prediction predict(const DenseRow& x) const override { return learner_.predict(x); }
  Prediction predict(const SparseRow& x) const override { return learner_.predict(x); }
  bool update(const DenseRow& x, int y) override { return learn_both(x, y); }
  bool update(const SparseRow& x, int y) override { return learn_both(x, y); }
  bool update(const DenseRow& x, int y, double weight) override { return learn_both(x, y, weight); }
  bool update(const SparseRow& x, int y, double weight) override {
    return learn_both(x, y, weight);
  }
  bool weighs_labels() const override { return learner_.any().weighs_labels(); }
  bool learn(const DenseRow& x, int y, double p) override { return learn_asked(x, y, p); }
  bool learn(const SparseRow& x, int y, double p) override { return learn_asked(x, y, p); }
  void add_pending(const DenseRow& x) override { foresee_both(x); }
  void add_pending(const SparseRow& x) override { foresee_both(x); }
  std::unique_ptr<AnyLearner> clone() const override {
    return std::make_unique<ForgettingLearner>(*this);
  }
  bool takes_label_sets() const override { return learner_.any().takes_label_sets(); }
  std::span<const double> scores(const DenseRow& x) const override { return learner_.scores(x); }
  std::span<const double> scores(const SparseRow& x) const override { return learner_.scores(x); }
  Prediction predict_labels(const DenseRow& x, std::span<const double>& f) const override {
    return learner_.predict_labels(x, f);
  }
  Prediction predict_labels(const SparseRow& x, std::span<const double>& f) const override {
    return learner_.predict_labels(x, f);
  }
  bool update(const DenseRow& x, LabelSet Y) override { return learn_both(x, Y); }
  bool update(const SparseRow& x, LabelSet Y) override { return learn_both(x, Y); }
  std::optional<std::size_t> support_vectors() const override { return learner_.support_vectors(); }
  bool leaves_out() const override { return false; }
  Eigen::VectorXd class_scores(const DenseRow& x, int y) const override {
    return learner_.class_scores(x, y);
  }
  Eigen::VectorXd class_scores(const SparseRow& x, int y) const override {
    return learner_.class_scores(x, y);
  }

  // The fields of the learner that predicts come first, so that a model file is one of that learner.
  void keep(FieldWriter& field) const override {
    learner_.any().keep(field);
    field("forget_next", next_);
    field("forget_labels", labels_);
  }
  void restore(const FieldReader& field) override {
    learner_.any().restore(field);
    field("forget_next", next_);
    field("forget_labels", labels_);
    field.must(labels_ < N_);
  }

 private:
  // learn(f) for f and then for f′.
  template <class Learn>
  bool both(Learn&& learn) {
    const bool moved = learn(learner_.any());
    learn(next_.any());
    if (++labels_ == N_) {
      learner_ = next_;
      next_ = fresh_;
      labels_ = 0;
    }
    return moved;
  }
  template <Row X, class Label, class... Weight>
  bool learn_both(const X& x, Label y, Weight... weight) {
    return both([&](AnyLearner& f) { return f.update(x, y, weight...); });
  }
  template <Row X>
  bool learn_asked(const X& x, int y, double p) {
    return both([&](AnyLearner& f) { return f.learn(x, y, p); });
  }
  template <Row X>
  void foresee_both(const X& x) {
    learner_.add_pending(x);
    next_.add_pending(x);
  }

  LearnerValue fresh_, next_, learner_;  // without labels, f′, f
  std::uint64_t N_, labels_ = 0;         // labels since f′ was begun
};

}  // namespace

std::unique_ptr<AnyLearner> forgetting(std::unique_ptr<AnyLearner> learner, std::uint64_t N) {
  return std::make_unique<ForgettingLearner>(std::move(learner), N);
}

}  // namespace querent
