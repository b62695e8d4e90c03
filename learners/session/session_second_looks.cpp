// SPDX-License-Identifier: Apache-2.0
// Which answer a session asks for again, instead of a new one.
//
//   of the labels that count, w_l: how probably that of item l is wrong, ε: how often answers are       slips.hpp
//   the greatest w_l of the items that were asked less than three times, where w_l > ½ − ε
//
// A new answer is right with 1 − ε and wrong with ε: taken as worth 1 and −1 it is worth 1 − 2 ε. A
// second look finds a wrong label with w_l and makes it a right one, which is worth 2; where the
// label was right, it mostly stays. So it pays where 2 w_l > 1 − 2 ε. What an answer tells of other
// items is left out on both sides: docs/LABELS.md has what was tried. Of three answers two agree,
// or there is no telling by asking.
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include <querent/learners/session/session_state.hpp>
#include <querent/learners/session/slips.hpp>

namespace querent {

namespace {

constexpr std::size_t kMostAnswers = 3;  // of an item

}  // namespace

std::optional<std::uint32_t> Session::State::second_look(
    std::span<const LabelledScores> kept) const {
  const std::size_t K = book.classes().size();
  if (!options.second_looks || K < 2 || book.answers().size() < covering_answers(K))
    return std::nullopt;
  std::vector<AnsweredItem> answered;
  for (const LabelledScores& one : kept) {
    const std::span<const int> said = book.said(book.answers()[answered.size()].item);
    answered.push_back({.f = one.f, .said = {said.begin(), said.end()}, .label = one.label});
  }
  const Slips found = find_slips(answered);
  double most = 0.5 - found.rate;
  std::optional<std::uint32_t> item;
  for (std::size_t l = 0; l < answered.size(); ++l) {
    const std::uint32_t one = book.answers()[l].item;
    if (found.wrong[l] <= most || answered[l].said.size() >= kMostAnswers ||
        !book.may_look_again(one))
      continue;
    most = found.wrong[l];
    item = one;
  }
  return item;
}

}  // namespace querent
