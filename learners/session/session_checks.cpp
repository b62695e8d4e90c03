// SPDX-License-Identifier: Apache-2.0
// The error rate of a session: from its random checks alone for a goal, and with the model's own
// probabilities for display.

#include <querent/learners/session/assisted_estimate.hpp>
#include <querent/learners/session/session_state.hpp>

namespace querent {

namespace {

// The prediction for a check by a model without its answer.
struct Judged {
  double doubt = 1;  // 1 − the largest probability; 1 without a prediction
  bool wrong = true;
  Eigen::Index best = 0;
};

Judged judged(const Eigen::Ref<const Eigen::RowVectorXd>& p, int label) {
  Eigen::Index best = 0;
  const double most = p.maxCoeff(&best);
  if (!(most > 0)) return {};
  return {.doubt = 1 - most, .wrong = best != label, .best = best};
}

// A check counts the first answer.
int first_label(const LabelState& labels, Eigen::Index check) {
  return labels.given_labels(labels.checks()[static_cast<std::size_t>(check)]).front();
}

// Adds the error if nothing predicts the labels: by the class shares of the answers, and the shares
// of the classes among the predictions.
void add_null(const AutoModel& model, const Eigen::RowVectorXd& predicted,
              AssistedEstimate& estimate) {
  const std::vector<double> prior = model.class_prior();
  const Eigen::Map<const Eigen::RowVectorXd> pi(prior.data(), predicted.size());
  const Eigen::RowVectorXd share = predicted / predicted.sum();
  const double right = pi.dot(share);
  estimate.add_null(model.choice().null, 1 - right, pi.dot(share.cwiseAbs2()) - right * right);
}

}  // namespace

// P(class) of every random check by a model without its answer; zeros before a second class.
RowMatrix Session::State::left_out() {
  finish();
  RowMatrix P = with_engine([&](auto& one) { return one.left_out(label_state); });
  if (!predicts()) P.setZero();
  return P;
}

Checks Session::State::checks() {
  Checks checks{.drawn = label_state.checks().size()};
  const RowMatrix P = left_out();
  for (Eigen::Index j = 0; j < P.rows(); ++j)
    checks.wrong += judged(P.row(j), first_label(label_state, j)).wrong;
  return checks;
}

Estimate Session::State::estimate() {
  if (const auto own = with_engine([](const auto& one) { return one.estimate(); })) return *own;
  const auto K = static_cast<double>(label_state.classes().size());
  if (label_state.answers().size() == items->size()) return {.high = 0};  // nothing is left
  if (K < 2) return {.has_value = false};                                 // nothing is predicted
  if (label_state.num_may_ask() == 0 || label_state.checks().empty()) return checks().estimate();
  const RowMatrix P = left_out();
  const auto* const by = engine_if<AutoEngine>();
  const Temperature t = by ? by->model().temperature() : prior_temperature(options->model);
  AssistedEstimate estimate(t.log_variance, static_cast<double>(label_state.answers().size()) / K);
  for (Eigen::Index j = 0; j < P.rows(); ++j) {
    const Judged one = judged(P.row(j), first_label(label_state, j));
    estimate.add_check(one.doubt, one.wrong);
  }
  Eigen::RowVectorXd predicted = Eigen::RowVectorXd::Zero(probability.cols());
  for (std::uint32_t i = 0; i < items->size(); ++i) {
    if (label_state.may_ask()[i] == 0) continue;
    const Judged one = judged(probability.row(i), 0);
    estimate.add_item(one.doubt);
    if (one.doubt < 1) predicted[one.best] += 1;
  }
  if (by != nullptr && predicted.any()) add_null(by->model(), predicted, estimate);
  return estimate.estimate();
}

}  // namespace querent
