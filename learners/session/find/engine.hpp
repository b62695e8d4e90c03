// SPDX-License-Identifier: Apache-2.0
// The engine of a session with `find`: the model, and the test of the numbers of relevant items.
// Parts (4) and (5) of session/find.hpp.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include <querent/learners/session/engine.hpp>
#include <querent/learners/session/find/model.hpp>
#include <querent/learners/session/find/recall.hpp>

namespace querent {

class FindEngine : public EngineDefaults {
 public:
  FindEngine(std::shared_ptr<const Items> items, std::shared_ptr<const SessionOptions> options,
             const LabelState& labels);
  void restart(std::shared_ptr<const SessionOptions> options, const LabelState& labels);

  void observe(const LabelState& labels);
  PoolChoice choose(const Turn& turn, Rng&) const;
  std::vector<double> utilities(const LabelState&) const;
  Guess predict(const PoolChoice& choice, const LabelState&) const {
    return guess_of(model_.probabilities(choice.item));
  }
  RowMatrix predict_all(const LabelState&) const { return model_.all_probabilities(); }
  /// By the prediction at the time of the check: the largest probability.
  RowMatrix left_out(const LabelState& labels) const;

  void keep_predictions() { model_.drop_factor(); }
  std::optional<Ending> ending(const LabelState& labels);
  double check_rate(const LabelState& labels) const;
  const FindModel& model() const { return model_; }
  /// After observe().
  RecallInterval interval() const;

 private:
  FindEngine(std::shared_ptr<const FindKernels> kernels,
             std::shared_ptr<const SessionOptions> options, const LabelState& labels);

  void learn(const Answer& answer, bool asked);
  void forecast(const LabelState& labels, std::uint64_t answers);
  void settle(const LabelState& labels);
  bool confirms(std::span<const std::uint8_t> may_ask) const;

  std::shared_ptr<const FindKernels> kernels_;
  FindModel model_;
  std::vector<double> forecasts_;  // q_j of each draw
  std::vector<EvenDraw> tested_;
  RecallTest test_;  // on tested_
  std::vector<std::uint8_t> unread_;
  std::uint64_t num_unread_;  // items without an answer; those that may still be asked: left_
  std::uint64_t left_ = 0, found_ = 0,
                volunteered_ = 0;  // volunteered_: volunteered ones among found_
};

}  // namespace querent
