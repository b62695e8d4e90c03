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
  Prediction predict(const AnyRow& x) const override { return learner().predict(x); }
  bool update(const AnyRow& x, int y) override { return updated(x, y); }
  bool update(const AnyRow& x, int y, double weight) override { return updated(x, y, weight); }
  bool update(const AnyRow& x, LabelSet Y) override { return updated(x, Y); }
  bool weighs_labels() const override { return learner().any().weighs_labels(); }
  bool learn(const AnyRow& x, int y, double p) override {
    return window_.see(true, [&](LearnerValue& f) { return f.learn(x, y, p); });
  }
  void add_pending(const AnyRow& x) override {
    window_.see(false, [&](LearnerValue& f) { f.add_pending(x); });
  }
  std::unique_ptr<AnyLearner> clone() const override {
    return std::make_unique<ForgettingLearner>(*this);
  }
  bool takes_label_sets() const override { return learner().any().takes_label_sets(); }
  Prediction predict_labels(const AnyRow& x, std::span<const double>& f) const override {
    return learner().predict_labels(x, f);
  }
  std::optional<std::size_t> support_vectors() const override {
    return learner().support_vectors();
  }
  bool solves() const override { return false; }
  Eigen::VectorXd class_scores(const AnyRow& x) const override { return learner().class_scores(x); }

  // The fields of the learner that predicts come first, so that a model file is one of that learner.
  void keep(FieldWriter& field) const override { Recent<LearnerValue>::fields(window_, field); }
  void restore(const FieldReader& field) override { Recent<LearnerValue>::fields(window_, field); }

 private:
  const LearnerValue& learner() const { return window_.value(); }
  bool updated(const AnyRow& x, auto... y) {
    return window_.see(true, [&](LearnerValue& f) { return f.any().update(x, y...); });
  }

  Recent<LearnerValue> window_;
};

}  // namespace

std::unique_ptr<AnyLearner> forgetting(std::unique_ptr<AnyLearner> learner, std::uint64_t N) {
  return std::make_unique<ForgettingLearner>(std::move(learner), N);
}

}  // namespace querent
