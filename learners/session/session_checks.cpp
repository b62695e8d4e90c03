// SPDX-License-Identifier: Apache-2.0
// The error rate of a session: from its random checks alone for a goal, and with the model's own
// probabilities for display.
#include <algorithm>

#include <querent/learners/session/assisted_estimate.hpp>
#include <querent/learners/session/session_state.hpp>

namespace querent {

namespace {

constexpr std::size_t kFolds = 4;  // of cross-validation for learners other than `auto`

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

// Calls judge(item, P, row) for every check, by a model without its answer: `auto` has
// leave-one-out in closed form; another learner is trained without each of four folds.
template <class Judge>
void Session::State::judge_checks(Judge&& judge) {
  finish();
  const std::vector<std::uint32_t>& checks = label_state.checks();
  if (finder) {  // by the prediction at the time of the check
    for (const std::uint32_t item : checks) {
      const Question& asked = *label_state.answered_question(item);
      Eigen::RowVectorXd p = Eigen::RowVectorXd::Zero(probability.cols());
      if (asked.predicted >= 0) p[asked.predicted] = asked.confidence;
      judge(item, p);
    }
    return;
  }
  if (!learner) {
    const RowMatrix P = model->left_out_probabilities();
    std::vector<std::uint32_t> in_component(component.size(), 0);
    for (const Answer& answer : label_state.answers())
      if (!component.empty()) ++in_component[component[answer.item]];
    for (std::size_t l = 0; l < label_state.answers().size(); ++l) {
      const std::uint32_t item = label_state.answers()[l].item;
      if (!is_even(label_state.answers()[l])) continue;
      const bool reached = has_opinions() || component.empty() || in_component[component[item]] > 1;
      judge(item, reached ? Eigen::RowVectorXd(P.row(static_cast<Eigen::Index>(l)))
                          : Eigen::RowVectorXd::Zero(P.cols()));
    }
    return;
  }
  const std::size_t folds = std::min(kFolds, checks.size());
  for (std::size_t fold = 0; fold < folds; ++fold) {
    std::vector<bool> held(items->size(), false);
    for (std::size_t j = fold; j < checks.size(); j += folds) held[checks[j]] = true;
    std::vector<Answer> others;
    for (const Answer& answer : label_state.answers()) {
      if (!held[answer.item]) others.push_back(answer);
    }
    const RowMatrix P = softmax_rows(learner->finished(others), learner_t);
    for (std::size_t j = fold; j < checks.size(); j += folds)
      judge(checks[j], Eigen::RowVectorXd(P.row(checks[j])));
  }
}

Checks Session::State::checks() {
  Checks checks{.drawn = label_state.checks().size()};
  judge_checks([&](std::uint32_t item, const Eigen::RowVectorXd& p) {
    checks.wrong +=
        judged(p, label_state.given_labels(item).front()).wrong;  // a check counts the first answer
  });
  return checks;
}

Estimate Session::State::estimate() {
  const auto K = static_cast<double>(label_state.classes().size());
  if (K < 2 || label_state.num_may_ask() == 0 || label_state.checks().empty())
    return checks().estimate();
  finish();
  const Temperature t = model ? model->temperature() : prior_temperature(options.model);
  AssistedEstimate estimate(t.log_variance, static_cast<double>(label_state.answers().size()) / K);
  judge_checks([&](std::uint32_t item, const Eigen::RowVectorXd& p) {
    const Judged one = judged(p, label_state.given_labels(item).front());
    estimate.add_check(one.doubt, one.wrong);
  });
  Eigen::RowVectorXd predicted = Eigen::RowVectorXd::Zero(probability.cols());
  for (std::uint32_t i = 0; i < items->size(); ++i) {
    if (label_state.may_ask()[i] == 0) continue;
    const Judged one = judged(probability.row(i), 0);
    estimate.add_item(one.doubt);
    if (one.doubt < 1) predicted[one.best] += 1;
  }
  if (model && predicted.any()) add_null(*model, predicted, estimate);
  return estimate.estimate();
}

}  // namespace querent
