// SPDX-License-Identifier: Apache-2.0
// The answers and words that decide a prediction: the score is Σ_i K(x, i) α_i over the answers i,
// (K + Σ) α = y.
#include <algorithm>

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
    const SparseRow words = state.items->terms.front()[item];
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
