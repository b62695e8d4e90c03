// SPDX-License-Identifier: Apache-2.0
// A session in stream order: items come one after the other, each is asked for or passed once, by
// any learner and query rule of the catalogue (online.hpp).
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include <querent/learners/session/calibration.hpp>
#include <querent/learners/session/finish.hpp>
#include <querent/learners/session/online.hpp>
#include <querent/learners/session/session.hpp>

namespace querent {

class StreamOrder {
 public:
  /// std::invalid_argument (ChoiceError among them) for fewer than two classes, a learner or rule
  /// that the catalogue does not have, an arrival that is no item.
  StreamOrder(const std::shared_ptr<const Items>& items, int num_classes,
              const SessionOptions& options);

  /// Plays until the label of an item is wanted; false when no item comes any more. Does nothing
  /// while one is wanted.
  bool advance();
  /// The round whose label is wanted: its item, what is said of it, f of it.
  std::uint32_t item() const { return order_[next_]; }
  const Round& round() const { return round_; }
  std::vector<double> probabilities() const;

  /// A label: of the item that is asked for, or of any other.
  void answer(std::uint32_t item, int y);
  /// No label of the item, if it is the one that is asked for.
  void pass(std::uint32_t item);

  /// What the finished model says of every item, where the labels of `answers` are known.
  FinishedScores finish(std::span<const Answer> answers) const;
  const Asker& rule() const { return online_.rule(); }
  const std::vector<PassedItem>& rounds() const { return rounds_; }

 private:
  void end_round();

  std::shared_ptr<const Items> items_;  // what the rows of examples_ are views of
  std::shared_ptr<const std::vector<int>> no_labels_;
  std::shared_ptr<const Examples> examples_;
  std::vector<std::uint32_t> order_;
  std::size_t next_ = 0;
  bool open_ = false;  // the label of order_[next_] is wanted
  Round round_;
  std::vector<std::uint8_t> known_;    // items whose label was told
  std::vector<LabelledScores> heard_;  // what was said of asked items before their label came
  std::vector<PassedItem> rounds_;
  Online online_;
};

}  // namespace querent
