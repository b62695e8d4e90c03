// SPDX-License-Identifier: Apache-2.0
// The engine of a session in stream order: items come one after the other, and each is asked for or
// passed once, by any learner and query rule of the catalogue (online.hpp).
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include <querent/learners/session/calibration.hpp>
#include <querent/learners/session/engine.hpp>
#include <querent/learners/session/online.hpp>

namespace querent {

class StreamEngine : public EngineDefaults {
 public:
  /// Throws std::invalid_argument (or ChoiceError, derived from it) for fewer than two classes, an
  /// unknown learner or rule, or an arrival that is not an item.
  StreamEngine(std::shared_ptr<const Items> items, std::shared_ptr<const SessionOptions> options,
               const LabelState& labels);
  void restart(std::shared_ptr<const SessionOptions> options, const LabelState& labels);

  /// Plays until the label of an item is asked for, or to the end of the stream.
  void apply(const Event& event);
  std::optional<Ending> ending(const LabelState& labels);
  void observe(const LabelState&) {}
  PoolChoice choose(const Turn&, Rng&) const {
    return {.item = order_[next_], .probability = round_.probability};
  }
  std::vector<double> utilities(const LabelState&) const { return {}; }
  Guess predict(const PoolChoice& choice, const LabelState&) const;
  RowMatrix predict_all(const LabelState&) const;
  RowMatrix left_out(const LabelState&) const { return {}; }

  double check_rate(const LabelState&) const { return 0; }
  std::optional<Estimate> estimate() const { return online_.rule().estimate().estimate(); }
  const std::vector<PassedItem>& rounds() const { return rounds_; }

 private:
  StreamEngine(std::shared_ptr<const Items> items, std::shared_ptr<const Kernels> kernels,
               std::shared_ptr<const SessionOptions> options, const LabelState& labels);

  bool advance();
  void answer(const Answer& answer);
  void pass(std::uint32_t item);
  void end_round();

  std::shared_ptr<const Items> items_;  // owner of the rows of examples_
  std::shared_ptr<const DatasetView> examples_;
  std::vector<std::uint32_t> order_;
  std::size_t next_ = 0;
  bool open_ = false;  // whether the label of order_[next_] is asked for
  Round round_;
  std::vector<std::uint8_t> known_;             // whether an item is labelled or excluded
  std::vector<LabelledScores> scored_answers_;  // predictions for asked items before their labels
  std::vector<PassedItem> rounds_;
  Online online_;
};

}  // namespace querent
