// SPDX-License-Identifier: Apache-2.0
#include <querent/learners/catalogue/weighed_learner.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include <fmt/format.h>

#include <querent/learners/catalogue/values.hpp>
#include <querent/learners/recent.hpp>

namespace querent {
namespace {

class WeighedLearner final : public AnyLearner {
 public:
  WeighedLearner(std::unique_ptr<AnyLearner> learner, const Weighing& weighing)
      : learner_(std::move(learner)), weighing_(weighing), rest_(weighing.of_class.size()) {}
  Prediction predict(const AnyRow& x) const override { return learner_.predict(x); }
  bool update(const AnyRow& x, int y) override { return weigh(x, y, 1, 1); }
  bool update(const AnyRow& x, int y, double weight) override { return weigh(x, y, weight, 1); }
  bool update(const AnyRow& x, LabelSet Y) override { return learner_.update(x, Y); }
  bool weighs_labels() const override { return true; }
  bool learn(const AnyRow& x, int y, double p) override {
    return weigh(x, y, weighing_.importance ? 1 / p : 1, p);
  }
  void add_pending(const AnyRow& x) override { learner_.add_pending(x); }
  std::unique_ptr<AnyLearner> clone() const override {
    return std::make_unique<WeighedLearner>(*this);
  }
  bool takes_label_sets() const override { return false; }
  Prediction predict_labels(const AnyRow& x, std::span<const double>& f) const override {
    return learner_.predict_labels(x, f);
  }
  std::optional<std::size_t> support_vectors() const override { return learner_.support_vectors(); }
  bool solves() const override { return false; }
  Eigen::VectorXd class_scores(const AnyRow& x) const override { return learner_.class_scores(x); }

  // The learner's own fields, so that the file is a model of that learner, then the remaining
  // weights.
  void keep(FieldWriter& field) const override {
    learner_.any().keep(field);
    field("rest_of_weights", rest_);
    if (weighing_.balanced) field("class_counts", counts_);
  }
  void restore(const FieldReader& field) override {
    learner_.any().restore(field);
    const std::size_t classes = rest_.size();
    field("rest_of_weights", rest_);
    field.must(weighing_.of_class.empty() || rest_.size() == classes);
    for (const double rest : rest_) field.must(rest >= 0 && rest < 1);
    if (weighing_.balanced) field("class_counts", counts_);
    for (const double count : counts_) field.must(count >= 0);
  }

 private:
  // c_y of a label that was asked with probability p, which is counted.
  double balance(std::size_t k, double p) {
    if (counts_.size() <= k) counts_.resize(k + 1);
    counts_[k] += 1 / p;
    const double N = std::accumulate(counts_.begin(), counts_.end(), 0.0);
    const auto K = std::count_if(counts_.begin(), counts_.end(), [](double n) { return n > 0; });
    return std::clamp(N / (static_cast<double>(K) * counts_[k]), kLeastClassWeight,
                      kMostClassWeight);
  }

  bool weigh(const AnyRow& x, int y, double h, double p) {
    const auto k = static_cast<std::size_t>(y);
    if (y >= 0 && k < weighing_.of_class.size()) h *= weighing_.of_class[k];
    if (y >= 0 && weighing_.balanced) h *= balance(k, p);
    if (h == 1) return learner_.update(x, y);  // rejects a label that is not a class
    if (learner_.any().weighs_labels()) return learner_.any().update(x, y, h);
    if (y < 0) return learner_.update(x, y);
    if (rest_.size() <= k) rest_.resize(k + 1);
    h += rest_[k];
    const double times = std::floor(h);
    rest_[k] = h - times;
    bool moved = false;
    for (double t = 0; t < times; ++t) {
      const bool again = learner_.update(x, y);
      moved = moved || again;
      if (!again) break;  // the next copies would not change it either
    }
    return moved;
  }

  LearnerValue learner_;
  Weighing weighing_;
  std::vector<double> rest_;    // remainder of h per class, for a learner of whole labels
  std::vector<double> counts_;  // n_k
};

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

std::unique_ptr<AnyLearner> weighed(std::unique_ptr<AnyLearner> learner, const Weighing& weighing) {
  for (const double weight : weighing.of_class) {
    if (!(weight >= kLeastClassWeight && weight <= kMostClassWeight))
      throw ChoiceError(fmt::format("the weight of a class must be from {} to {}, found {}",
                                    kLeastClassWeight, kMostClassWeight, weight));
  }
  return std::make_unique<WeighedLearner>(std::move(learner), weighing);
}

std::unique_ptr<AnyLearner> forgetting(std::unique_ptr<AnyLearner> learner, std::uint64_t N) {
  return std::make_unique<ForgettingLearner>(std::move(learner), N);
}

}  // namespace querent
