// SPDX-License-Identifier: Apache-2.0
#include <querent/learners/session/find/finder.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

namespace querent {

namespace {

// Number of uniform draws from `unread` items until the hypothesis that `refuted` are left is
// rejected, if `left` are: ln 20 over the mean evidence of a draw, from a finite population.
double draws_to_refute(double refuted, double left, double unread) {
  if (left >= refuted) return unread;
  const double evidence = refuted - left - (left > 0 ? left * std::log(refuted / left) : 0);
  return unread * (1 - std::pow(20.0, -1 / evidence));
}

}  // namespace

Finder::Finder(std::shared_ptr<const FindKernels> kernels, int C, int find, double goal,
               SparseItems criteria, const SparseItems& opinions)
    : model_(std::move(kernels), C, find, {}, std::move(criteria), opinions),
      test_(model_.size()),
      find_(find),
      goal_(goal),
      unread_(model_.size(), 1),
      num_unread_(model_.size()) {}

void Finder::learn(const LearnedAnswer& answer, bool asked, bool even) {
  const bool hit = answer.label == find_;
  if (even && unread_[answer.item] != 0) {
    model_.update();  // the forecast uses exactly the answers before this one
    draws_.push_back({.unread = num_unread_,
                      .found = found_,
                      .expected = model_.expected(unread_) / static_cast<double>(num_unread_),
                      .hit = hit});
  }
  num_unread_ -= unread_[answer.item];
  unread_[answer.item] = 0;
  found_ += hit;
  volunteered_ += hit && !asked;
  model_.learn(answer);
}

PoolChoice Finder::choose(std::span<const std::uint8_t> may_ask) const {
  return {.item = model_.most_probable(may_ask), .why = Why::kUrgent};
}

// Finding one more of `left` items saves uniform draws; asking for it is worthwhile while it saves
// more draws than it costs.
bool Finder::confirms(std::span<const std::uint8_t> may_ask) const {
  if (!(goal_ > 0) || found_ == volunteered_) return false;
  const double unread = static_cast<double>(std::ranges::count(may_ask, 1));
  const double left = model_.expected(may_ask), found = static_cast<double>(found_ - volunteered_);
  const double refuted =
      std::floor(found / goal_) + 1 - found;  // the fewest that would be too many
  const double now = draws_to_refute(refuted, left, unread);
  if (now >= unread) return false;
  const double then = draws_to_refute(refuted + 1 / goal_ - 1, std::max(left - 1, 0.0), unread);
  return (now - then) * model_.probability(model_.most_probable(may_ask)) < 1;
}

// An item that cannot be asked could never have been drawn: all draws are tested without it.
void Finder::settle(std::uint64_t unread) {
  if (const std::uint64_t refused = num_unread_ - unread; refused != refused_) {
    refused_ = refused;
    test_ = RecallTest(model_.size() - refused);
    tested_ = 0;
  }
  for (; tested_ < draws_.size(); ++tested_) {
    EvenDraw draw = draws_[tested_];
    draw.unread -= refused_;
    test_.add(draw);
  }
}

bool Finder::reached() const {
  return goal_ > 0 && found_ > volunteered_ &&
         test_.reached(goal_, found_, volunteered_, num_unread_ - refused_);
}

RecallInterval Finder::interval() const {
  const std::uint64_t unread = num_unread_ - refused_;
  RecallInterval interval = test_.interval(found_, unread);
  if (goal_ > 0) interval.more = test_.more_until(goal_, found_, volunteered_, unread);
  return interval;
}

}  // namespace querent
