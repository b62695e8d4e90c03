// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <querent/learners/session/items.hpp>

namespace querent::apps {

/// What is settled before the first question.
struct KnownItems {
  std::vector<std::uint32_t> test;   ///< never asked: the finished model is judged on them
  std::vector<std::uint32_t> seeds;  ///< whose labels are known at the start
  bool one_seed_a_class = false;     ///< an item of each class is, drawn by each run
  double oracle_error = 0;           ///< with which an answer is another class, drawn evenly
  double checks = 0.1;               ///< share of the questions drawn at random, for the estimate
  bool second_looks = false;         ///< what was answered may be asked again
  std::vector<double> class_shares;  ///< how often classes occur, one a class; none: not known
  std::optional<int> find = {};      ///< the class whose items are looked for
  double stop_at_recall = 0;         ///< share of them that ends the questions; 0: none
  SparseItems criteria = {};         ///< SessionOptions::criteria
  /// Of --find: items whose labels are known at the start of run r: entry r, from the start again.
  std::vector<std::vector<std::uint32_t>> priors = {};
  SparseItems opinions = {};            ///< of machines, see SessionOptions
  std::vector<int> machine = {};        ///< the class that they name first; −1: none
  std::vector<std::string> names = {};  ///< of the classes, where there are opinions
};

}  // namespace querent::apps
