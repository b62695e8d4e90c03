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

#include <querent/learners/session/session_state.hpp>

namespace querent {

namespace {

constexpr std::size_t kMostAnswers = 3;  // per item

bool may_change(std::span<const int> labels) {
  return labels.size() < kMostAnswers && (labels.size() < 2 || labels[0] != labels[1]);
}

}  // namespace

std::optional<std::uint32_t> Session::State::relabelled(const AutoModel& by) const {
  const std::size_t K = label_state.classes().size();
  if (!options.relabel || K < 2 || label_state.answers().size() < covering_answers(K))
    return std::nullopt;
  const std::vector<double> wrong = by.probably_wrong();
  double most = 0.5 - by.temperature().noise;
  std::optional<std::uint32_t> item;
  for (std::size_t l = 0; l < wrong.size(); ++l) {
    const std::uint32_t one = label_state.answers()[l].item;
    if (wrong[l] <= most || !may_change(label_state.given_labels(one)) ||
        !label_state.may_relabel(one))
      continue;
    most = wrong[l];
    item = one;
  }
  return item;
}

}  // namespace querent
