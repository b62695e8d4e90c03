// SPDX-License-Identifier: Apache-2.0
#include <querent/learners/session/find/finder.hpp>

#include <utility>

namespace querent {

Finder::Finder(std::shared_ptr<const FindKernels> kernels, int C, int find, double goal,
               SparseItems criteria)
    : model_(std::move(kernels), C, find, {}, std::move(criteria)),
      test_(model_.size()),
      find_(find),
      goal_(goal),
      unread_(model_.size(), 1),
      num_unread_(model_.size()) {}

void Finder::learn(const LearnedAnswer& answer, bool asked) {
  const bool hit = answer.label == find_;
  if (answer.even && unread_[answer.item] != 0) {
    model_.update();  // the forecast knows every answer before this one, and no other
    test_.add({.unread = num_unread_,
               .found = found_,
               .expected = model_.expected(unread_) / static_cast<double>(num_unread_),
               .hit = hit});
  }
  num_unread_ -= unread_[answer.item];
  unread_[answer.item] = 0;
  found_ += hit;
  told_ += hit && !asked;
  model_.learn(answer);
}

PoolChoice Finder::choose(std::span<const std::uint8_t> may_ask) const {
  return {.item = model_.most_probable(may_ask), .why = Why::kUrgent};
}

bool Finder::confirms(std::span<const std::uint8_t> may_ask) const {
  const auto found = static_cast<double>(found_ - told_);
  return goal_ > 0 && found > 0 && found >= goal_ * (found + model_.expected(may_ask));
}

bool Finder::reached(std::uint64_t unread) const {
  return goal_ > 0 && found_ > told_ && test_.reached(goal_, found_, told_, unread);
}

RecallInterval Finder::interval(std::uint64_t unread) const {
  RecallInterval said = test_.interval(found_, unread);
  if (goal_ > 0) said.more = test_.more_until(goal_, found_, told_, unread);
  return said;
}

}  // namespace querent
