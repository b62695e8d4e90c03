// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <querent/learners/session/items.hpp>

namespace querent::apps {

/// Information that is fixed before the first question.
struct KnownItems {
  std::vector<std::uint32_t> test;   ///< never asked: the test set of the finished model
  std::vector<std::uint32_t> seeds;  ///< items whose labels are known at the start
  bool one_seed_a_class = false;     ///< each run draws one item per class as seed
  double oracle_error = 0;           ///< probability that an answer is another class, drawn
                                     ///< uniformly
  double checks = 0.1;               ///< fraction of the questions drawn at random to estimate the
                                     ///< error
  bool relabel = false;              ///< answered items may be asked again
  std::vector<double> class_prior;   ///< frequencies of the classes; empty: unknown
  std::optional<int> find = {};      ///< the class whose items are searched for
  double stop_at_recall = 0;         ///< fraction of them that ends the questions; 0: no such end
  SparseItems criteria = {};         ///< SessionOptions::criteria
  /// For --find: items whose labels are known at the start of run r, entry r modulo the size.
  std::vector<std::vector<std::uint32_t>> priors = {};
  SparseItems opinions = {};      ///< of a machine, see SessionOptions
  std::vector<int> machine = {};  ///< the class that the machine ranks first; −1: no opinion
  std::vector<std::string> names = {};  ///< of the classes, if there are opinions
};

}  // namespace querent::apps
