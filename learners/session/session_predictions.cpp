// SPDX-License-Identifier: Apache-2.0
// The predictions of a session for every item, and the reasons for one of them.
#include <algorithm>
#include <utility>
#include <vector>

#include <querent/learners/session/session_state.hpp>

namespace querent {

namespace {

// The largest positive weights; the k-th weight belongs to index(k).
template <class Index>
std::vector<Reason> largest(const Eigen::VectorXd& weights, std::size_t most, Index index) {
  std::vector<Reason> found;
  for (Eigen::Index k = 0; k < weights.size(); ++k) {
    if (weights[k] > 0) found.push_back({.index = index(k), .weight = weights[k]});
  }
  std::ranges::stable_sort(found, std::ranges::greater(), &Reason::weight);
  found.resize(std::min(found.size(), most));
  return found;
}

}  // namespace

// A known class prior π: p_ik ← p_ik b_k / Σ, b_k ← b_k π_k / mean p_k until convergence (Saerens,
// Latinne, Decaestecker, Neural Computation 14, 2002, with known shares).
void Session::State::adjust_to_prior() {
  constexpr int kSteps = 1000;
  constexpr double kEnough = 1e-9, kLeast = 1e-12;
  const auto K = static_cast<Eigen::Index>(options->class_prior.size());
  if (probability.cols() != K || !predicts()) return;
  const Eigen::Map<const Eigen::RowVectorXd> prior(options->class_prior.data(), K);
  const RowMatrix P = probability.array() + kLeast;
  Eigen::RowVectorXd b = Eigen::RowVectorXd::Ones(K);
  for (int step = 0; step < kSteps; ++step) {
    const Eigen::VectorXd sums = P * b.transpose();
    const Eigen::RowVectorXd mean =
        (sums.cwiseInverse().transpose() * P).cwiseProduct(b) / static_cast<double>(P.rows());
    const Eigen::RowVectorXd by = prior.cwiseQuotient(mean);
    b = b.cwiseProduct(by);
    if (by.array().log().abs().maxCoeff() < kEnough) break;
  }
  probability = P * b.asDiagonal();
  const Eigen::VectorXd sums = probability.rowwise().sum();
  probability = sums.cwiseInverse().asDiagonal() * probability;
  std::vector<bool> named(options->class_prior.size(), false);
  for (const Answer& answer : label_state.answers())
    named[static_cast<std::size_t>(answer.label)] = true;
  if (std::ranges::find(named, false) == named.end()) return;
  for (Eigen::Index i = 0; i < probability.rows(); ++i)
    bound_unnamed(probability.row(i), options->class_prior, named);
}

void Session::State::finish() {
  if (finished) return;
  probability = with_engine([&](auto& one) {
    one.observe(label_state);
    return RowMatrix(one.predict_all(label_state));
  });
  if (!predicts()) probability.setZero();
  if (!options->class_prior.empty() && !in_stream()) adjust_to_prior();
  predictions.assign(items->size(), {});
  for (std::uint32_t i = 0; i < predictions.size(); ++i) {
    ItemPrediction& prediction = predictions[i];
    auto p = probability.row(i);
    Eigen::Index best = 0;
    const double most = p.size() > 0 ? p.maxCoeff(&best) : 0;
    if (p.size() > 1 && most > 0) {
      const double own = std::exchange(p[best], -1.0);
      prediction.margin = own - p.maxCoeff();
      p[best] = own;
    }
    if (label_state.label(i) >= 0) {
      prediction = {.label = label_state.label(i),
                    .probability = 1,
                    .margin = prediction.margin,
                    .asked = true};
    } else if (most > 0) {
      prediction.label = static_cast<int>(best);
      prediction.probability = most;
    }
  }
  finished = true;
}

// The answers and words that decide a prediction: the score is Σ_i K(x, i) α_i over the answers i,
// (K + Σ) α = y.
Reasons Session::reasons(std::uint32_t item, std::size_t most_answers,
                         std::size_t most_words) const {
  State& state = *state_;
  state.check_item(item);
  Reasons found;
  if (state.label_state.answers().empty()) return found;
  const auto take_answers = [&](const auto& model, const Eigen::VectorXd& weights) {
    found.answers = largest(weights, most_answers, [&](Eigen::Index k) {
      return model.answer(static_cast<std::size_t>(k)).item;
    });
  };
  if (const auto* const finds = state.engine_if<FindEngine>()) {
    const FindModel& model = finds->model();
    found.label = *state.options->find;
    take_answers(model, model.contributions(item));
    if (state.items->terms.empty()) return found;
    const auto words = state.items->terms.front()[item];
    found.words = largest(model.word_contributions(item), most_words,
                          [&](Eigen::Index k) { return words.index[static_cast<std::size_t>(k)]; });
  } else if (const auto* const by = state.engine_if<AutoEngine>()) {
    const AutoModel& model = by->model();
    const Prediction prediction = predict_from_scores(model.probabilities(item));
    found.label = prediction.label;
    take_answers(model, model.contributions(item, prediction.label, prediction.runner_up));
  }
  return found;
}

}  // namespace querent
