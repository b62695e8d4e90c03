// SPDX-License-Identifier: Apache-2.0
// The engine of `auto` in pool order: the model of session/auto.hpp with the rule of the session.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include <querent/learners/session/auto/model.hpp>
#include <querent/learners/session/engine.hpp>

namespace querent {

class AutoEngine : public EngineDefaults {
 public:
  AutoEngine(std::shared_ptr<const Items> items, std::shared_ptr<const SessionOptions> options,
             const LabelState& labels);
  void restart(std::shared_ptr<const SessionOptions> options, const LabelState& labels);

  void observe(const LabelState& labels);
  PoolChoice choose(const Turn& turn, Rng& rng) const;
  std::vector<double> utilities(const LabelState& labels) const;
  Guess predict(const PoolChoice& choice, const LabelState& labels) const;
  RowMatrix predict_all(const LabelState&) const { return model_->all_probabilities(); }
  RowMatrix left_out(const LabelState& labels) const;

  void add_pending(std::uint32_t item) { model_->add_pending(item); }
  void keep_predictions();
  const AutoModel& model() const { return *model_; }

 private:
  void make_model();

  std::shared_ptr<const Kernels> kernels_;
  PoolRule rule_;      // of this copy alone, since a rule may cache
  Opinions opinions_;  // before any answer
  std::optional<AutoModel> model_;
  bool asks_ = true;  // false: a copy for predictions only
};

/// The item whose answer is asked for again instead of a new question.
std::optional<std::uint32_t> relabelled(const AutoModel& model, const LabelState& labels);

}  // namespace querent
