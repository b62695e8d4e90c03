// SPDX-License-Identifier: Apache-2.0
#include <querent/learners/catalogue/forgetting_learner.hpp>

#include <querent/learners/catalogue/values.hpp>
#include <querent/learners/recent.hpp>

namespace querent {
namespace {

class ForgettingLearner final : public AnyLearner {
 public:
  ForgettingLearner(std::unique_ptr<AnyLearner> learner, std::uint64_t N)
      : window_(N, LearnerValue(std::move(learner))) {}

  Prediction predict(const DenseRow& x) const override { return learner().predict(x); }
  Prediction predict(const SparseRow& x) const override { return learner().predict(x); }
  bool update(const DenseRow& x, int y) override { return learn_both(x, y); }
  bool update(const SparseRow& x, int y) override { return learn_both(x, y); }
  bool update(const DenseRow& x, int y, double weight) override { return learn_both(x, y, weight); }
  bool update(const SparseRow& x, int y, double weight) override {
    return learn_both(x, y, weight);
  }
  bool weighs_labels() const override { return learner().any().weighs_labels(); }
  bool learn(const DenseRow& x, int y, double p) override { return learn_asked(x, y, p); }
  bool learn(const SparseRow& x, int y, double p) override { return learn_asked(x, y, p); }
  void add_pending(const DenseRow& x) override { pend_both(x); }
  void add_pending(const SparseRow& x) override { pend_both(x); }
  std::unique_ptr<AnyLearner> clone() const override {
    return std::make_unique<ForgettingLearner>(*this);
  }
  bool takes_label_sets() const override { return learner().any().takes_label_sets(); }
  Prediction predict_labels(const DenseRow& x, std::span<const double>& f) const override {
    return learner().predict_labels(x, f);
  }
  Prediction predict_labels(const SparseRow& x, std::span<const double>& f) const override {
    return learner().predict_labels(x, f);
  }
  bool update(const DenseRow& x, LabelSet Y) override { return learn_both(x, Y); }
  bool update(const SparseRow& x, LabelSet Y) override { return learn_both(x, Y); }
  std::optional<std::size_t> support_vectors() const override {
    return learner().support_vectors();
  }
  bool solves() const override { return false; }
  Eigen::VectorXd class_scores(const DenseRow& x) const override {
    return learner().class_scores(x);
  }
  Eigen::VectorXd class_scores(const SparseRow& x) const override {
    return learner().class_scores(x);
  }

  // The fields of the learner that predicts come first, so that a model file is one of that learner.
  void keep(FieldWriter& field) const override { Recent<LearnerValue>::fields(window_, field); }
  void restore(const FieldReader& field) override { Recent<LearnerValue>::fields(window_, field); }

 private:
  const LearnerValue& learner() const { return window_.value(); }

  template <Row X, class Label, class... Weight>
  bool learn_both(const X& x, Label y, Weight... weight) {
    return window_.see(true, [&](LearnerValue& f) { return f.any().update(x, y, weight...); });
  }
  template <Row X>
  bool learn_asked(const X& x, int y, double p) {
    return window_.see(true, [&](LearnerValue& f) { return f.any().learn(x, y, p); });
  }
  template <Row X>
  void pend_both(const X& x) {
    window_.see(false, [&](LearnerValue& f) { f.add_pending(x); });
  }

  Recent<LearnerValue> window_;
};

}  // namespace

std::unique_ptr<AnyLearner> forgetting(std::unique_ptr<AnyLearner> learner, std::uint64_t N) {
  return std::make_unique<ForgettingLearner>(std::move(learner), N);
}

}  // namespace querent
