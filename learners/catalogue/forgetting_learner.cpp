// SPDX-License-Identifier: Apache-2.0
#include <querent/learners/catalogue/forgetting_learner.hpp>

#include <querent/learners/catalogue/values.hpp>
#include <querent/learners/recent.hpp>

namespace querent {
namespace {

class ForgettingLearner final : public OnBothRows<ForgettingLearner> {
 public:
  ForgettingLearner(std::unique_ptr<AnyLearner> learner, std::uint64_t N)
      : window_(N, LearnerValue(std::move(learner))) {}
  bool weighs_labels() const override { return learner().any().weighs_labels(); }
  bool takes_label_sets() const override { return learner().any().takes_label_sets(); }
  std::optional<std::size_t> support_vectors() const override {
    return learner().support_vectors();
  }
  bool solves() const override { return false; }

  // The fields of the learner that predicts come first, so that a model file is one of that learner.
  void keep(FieldWriter& field) const override { Recent<LearnerValue>::fields(window_, field); }
  void restore(const FieldReader& field) override { Recent<LearnerValue>::fields(window_, field); }

 private:
  friend OnBothRows<ForgettingLearner>;
  const LearnerValue& learner() const { return window_.value(); }

  Prediction predicted(const Row auto& x) const { return learner().predict(x); }
  Prediction labels_of(const Row auto& x, std::span<const double>& f) const {
    return learner().predict_labels(x, f);
  }
  bool updated(const Row auto& x, auto... y) {
    return window_.see(true, [&](LearnerValue& f) { return f.any().update(x, y...); });
  }
  bool learned(const Row auto& x, int y, double p) {
    return window_.see(true, [&](LearnerValue& f) { return f.any().learn(x, y, p); });
  }
  void pending(const Row auto& x) {
    window_.see(false, [&](LearnerValue& f) { f.add_pending(x); });
  }
  Eigen::VectorXd all_scores(const Row auto& x) const { return learner().class_scores(x); }

  Recent<LearnerValue> window_;
};

}  // namespace

std::unique_ptr<AnyLearner> forgetting(std::unique_ptr<AnyLearner> learner, std::uint64_t N) {
  return std::make_unique<ForgettingLearner>(std::move(learner), N);
}

}  // namespace querent
