// SPDX-License-Identifier: Apache-2.0
// The state of a session with `find`: the model, and the test of the numbers of relevant items.
// Parts (4) and (5) of session/find.hpp.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include <querent/learners/session/find/model.hpp>
#include <querent/learners/session/find/recall.hpp>
#include <querent/learners/session/pool_rule.hpp>

namespace [[gnu::visibility("default")]] querent {

class Finder {
 public:
  /// Searches for class `find` of `C` until the recall is shown to be at least `goal`; 0: no goal.
  Finder(std::shared_ptr<const FindKernels> kernels, int C, int find, double goal,
         SparseItems criteria, const SparseItems& opinions);

  FindModel& model() { return model_; }
  const FindModel& model() const { return model_; }
  int num_classes() const { return model_.num_classes(); }

  /// Adds an answer. `asked`: it answers a query, else it was volunteered. `even`: the query was
  /// drawn uniformly from all unanswered items.
  void learn(const LearnedAnswer& answer, bool asked, bool even);
  /// The most probable of the items that may be asked.
  PoolChoice choose(std::span<const std::uint8_t> may_ask) const;
  /// Whether the goal is expected to be reached, so that only uniform draws are useful.
  bool confirms(std::span<const std::uint8_t> may_ask) const;
  /// Tests with the uniform draws: after learn(), before the next two. `unread`: how many of the
  /// unanswered items can still be asked, now or later; the others are excluded.
  void settle(std::uint64_t unread);
  /// Whether the goal is shown to be reached.
  bool reached() const;
  RecallInterval interval() const;

 private:
  FindModel model_;
  std::vector<EvenDraw> draws_;  // their `unread` counts every item without an answer
  RecallTest test_;              // on the first tested_ draws, without the refused_ items
  std::size_t tested_ = 0;
  std::uint64_t refused_ = 0;
  int find_;
  double goal_;
  std::vector<std::uint8_t> unread_;
  std::uint64_t num_unread_, found_ = 0,
                             volunteered_ = 0;  // volunteered_: volunteered ones among found_
};

}  // namespace querent
