// SPDX-License-Identifier: Apache-2.0
// A session in stream order: items come one after the other, and each is asked for or passed once,
// by any learner and query rule of the catalogue (online.hpp).
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include <querent/learners/session/calibration.hpp>
#include <querent/learners/session/finish.hpp>
#include <querent/learners/session/online.hpp>
#include <querent/learners/session/session.hpp>

namespace querent {

class StreamOrder {
 public:
  /// `kernels`: of the items, for `auto` on a graph; null: none. Throws std::invalid_argument (or
  /// ChoiceError, derived from it) for fewer than two classes, an unknown learner or rule, or an
  /// arrival that is not an item.
  StreamOrder(const std::shared_ptr<const Items>& items, std::shared_ptr<const Kernels> kernels,
              int num_classes, const SessionOptions& options);

  /// Plays until the label of an item is asked for; returns false at the end of the stream. Does
  /// nothing while a query is open.
  bool advance();
  /// The round of the open query: its item, its prediction, its scores f.
  std::uint32_t item() const { return order_[next_]; }
  const Round& round() const { return round_; }
  std::vector<double> probabilities() const;

  /// Adds a label, of the item of the open query or of any other.
  void answer(std::uint32_t item, int y);
  /// Ends the open query without a label, if it is about the item.
  void pass(std::uint32_t item);

  /// P(class) of every item by the current model, n × K.
  RowMatrix all_probabilities() const;
  /// The process in the learner's place, or null.
  const AutoModel* process() const { return online_.process(); }
  const Asker& rule() const { return online_.rule(); }
  const std::vector<PassedItem>& rounds() const { return rounds_; }

 private:
  void end_round();

  std::shared_ptr<const Items> items_;  // owner of the rows of examples_
  std::shared_ptr<const std::vector<int>> no_labels_;
  std::shared_ptr<const DatasetView> examples_;
  std::vector<std::uint32_t> order_;
  std::size_t next_ = 0;
  bool open_ = false;  // whether the label of order_[next_] is asked for
  Round round_;
  std::vector<std::uint8_t> known_;             // whether an item's label is known
  std::vector<LabelledScores> scored_answers_;  // predictions for asked items before their labels
  std::vector<PassedItem> rounds_;
  Online online_;
};

}  // namespace querent
