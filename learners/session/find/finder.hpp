// SPDX-License-Identifier: Apache-2.0
// What a session of the mode `find` keeps: the model, and which numbers of relevant items are not
// refuted. Parts (4) and (5) of the article in session/find.hpp.
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
  /// Looks for class `find` of `C`, until a recall of `goal` is certain; 0: no goal.
  Finder(std::shared_ptr<const FindKernels> kernels, int C, int find, double goal,
         SparseItems criteria);

  FindModel& model() { return model_; }
  const FindModel& model() const { return model_; }
  int num_classes() const { return model_.num_classes(); }

  /// Takes an answer in. `asked`: it answers a question, else it was told. `answer.even`: this
  /// question was drawn evenly from all items that were not answered.
  void learn(const LearnedAnswer& answer, bool asked);
  /// The most probable of the items that may be asked.
  PoolChoice choose(std::span<const std::uint8_t> may_ask) const;
  /// Whether the goal is expected to be reached, so that only even draws are of use.
  bool confirms(std::span<const std::uint8_t> may_ask) const;
  /// Takes the even draws in: after learn(), before the next two. `unread`: how many of the items
  /// without an answer can still be asked, now or later; the others count for nothing.
  void settle(std::uint64_t unread);
  /// Whether the goal is reached for certain.
  bool reached() const;
  RecallInterval interval() const;

 private:
  FindModel model_;
  std::vector<EvenDraw> draws_;  // their `unread` counts every item without an answer
  RecallTest test_;              // of the first tested_ draws, without the refused_ items
  std::size_t tested_ = 0;
  std::uint64_t refused_ = 0;
  int find_;
  double goal_;
  std::vector<std::uint8_t> unread_;
  std::uint64_t num_unread_, found_ = 0, told_ = 0;  // told_: of found_, those that were not asked
};

}  // namespace querent
