// SPDX-License-Identifier: Apache-2.0
// The answer that a session asks for again instead of asking a new question.
//
//   w_l = P(answer l is wrong), ε = the mean of the label noise     auto/selection.hpp
//   the greatest w_l of the items whose answer can still change, where w_l > ½ − ε
//
// A new answer is right with 1 − ε and wrong with ε: counted as +1 and −1 its value is 1 − 2ε.
// Relabelling corrects a wrong label with probability w_l, a value of 2. So it pays if 2 w_l > 1 −
// 2ε. The most frequent of at most three answers counts: once two agree a third has no effect.
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include <querent/learners/session/auto/engine.hpp>

namespace querent {

namespace {

constexpr std::size_t kMostAnswers = 3;  // per item

bool may_change(std::span<const int> labels) {
  return labels.size() < kMostAnswers && (labels.size() < 2 || labels[0] != labels[1]);
}

}  // namespace

std::optional<std::uint32_t> relabelled(const AutoModel& model, const LabelState& labels) {
  const std::size_t K = labels.classes().size();
  if (K < 2 || labels.answers().size() < covering_answers(K)) return std::nullopt;
  const std::vector<double> wrong = model.probably_wrong();
  double most = 0.5 - model.temperature().noise;
  std::optional<std::uint32_t> item;
  for (std::size_t l = 0; l < wrong.size(); ++l) {
    const std::uint32_t one = labels.answers()[l].item;
    if (wrong[l] <= most || !may_change(labels.given_labels(one)) || !labels.may_relabel(one))
      continue;
    most = wrong[l];
    item = one;
  }
  return item;
}

}  // namespace querent
