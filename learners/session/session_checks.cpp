// SPDX-License-Identifier: Apache-2.0
// How often a session is wrong: by its checks alone where a goal depends on it, and with what it
// doubts itself where a person is told.
#include <algorithm>
#include <cmath>

#include <querent/learners/session/auto_rule.hpp>
#include <querent/learners/session/class_frequencies.hpp>
#include <querent/learners/session/doubted_checks.hpp>
#include <querent/learners/session/session_state.hpp>

namespace querent {

namespace {

constexpr std::size_t kFolds = 4;  // in which checks are held back

bool nothing_known(const Eigen::Ref<const Eigen::RowVectorXd>& f) {
  return f.isZero(0);
}

// 1 − the probability of the largest score at sharpness t (calibration.hpp); 1 where nothing is
// known.
double doubt_of(const Eigen::Ref<const Eigen::RowVectorXd>& f, double t) {
  if (nothing_known(f)) return 1;
  return 1 - 1 / (t * (f.array() - f.maxCoeff())).exp().sum();
}

}  // namespace

// Every check is judged once, by a model that never saw its answer: where items teach each other
// one for each fold, of what else was answered, which also decides whether frequencies count.
void Session::State::judge_checks(const Judge& judge) {
  follow();
  const std::vector<std::uint32_t>& checks = book.checks();
  if ((items->graph == nullptr && !learner) || book.classes().size() < 2) {
    judge({.F = scores_by(*model, book.answers()), .t = model_says.t}, book.answers(), checks);
    return;
  }
  if (!learner) finish();  // whether frequencies count
  const std::size_t folds = std::min(kFolds, checks.size());
  for (std::size_t fold = 0; fold < folds; ++fold) {
    std::vector<bool> kept(items->size(), false);
    std::vector<std::uint32_t> judged;
    for (std::size_t j = fold; j < checks.size(); j += folds) {
      kept[checks[j]] = true;
      judged.push_back(checks[j]);
    }
    std::vector<Answer> others;
    for (const Answer& answer : book.answers()) {
      if (!kept[answer.item]) others.push_back(answer);
    }
    FinishedScores said{.F = scores_without(judged, others, nullptr),
                        .t = learner ? model_says.t : against_frequencies.t};
    judge(beside_frequencies(std::move(said), judged, others), others, judged);
  }
}

bool Session::State::is_wrong(const NodeScores& scores, std::uint32_t item) const {
  const auto f = scores.row(item);
  Eigen::Index best = 0;
  f.maxCoeff(&best);
  return nothing_known(f) ||
         best != book.said(item).front();  // asked again, a check is what it was
}

Checks Session::State::checks() {
  Checks checks{.drawn = book.checks().size()};
  judge_checks([&](const FinishedScores& said, std::span<const Answer>,
                   std::span<const std::uint32_t> judged) {
    for (const std::uint32_t item : judged) checks.wrong += is_wrong(said.F, item);
  });
  return checks;
}

Estimate Session::State::estimate() {
  if (book.classes().size() < 2 || book.num_may_ask() == 0) return checks().estimate();
  finish();
  DoubtedChecks checks;
  judge_checks([&](const FinishedScores& said, std::span<const Answer> heard,
                   std::span<const std::uint32_t> judged) {
    const std::vector<bool> reached = reached_components(heard);
    const auto doubt = [&](std::uint32_t item) {
      return component.empty() || reached[component[item]] ? doubt_of(said.F.row(item), said.t) : 1;
    };
    for (std::uint32_t i = 0; i < items->size() && !judged.empty(); ++i) {
      if (book.may_ask()[i] != 0) checks.add_item(doubt(i), static_cast<double>(judged.size()));
    }
    for (const std::uint32_t item : judged) {
      const double d = doubt(item);
      checks.add_check(d, d == 1 || is_wrong(said.F, item));
    }
  });
  if (!items->graph || learner) return checks.estimate();  // answers say too much of the past there
  for (const Answer& answer : book.answers()) {
    const std::optional<Question>& question = book.answered_question(answer.item);
    // while it covers, a model knows too little for its doubts to be compared
    if (!question || question->why != Why::kUrgent || question->uniform || question->predicted < 0)
      continue;
    checks.add_answer(1 - question->confidence,
                      question->predicted != book.said(answer.item).front());
  }
  return checks.estimate();
}

}  // namespace querent
