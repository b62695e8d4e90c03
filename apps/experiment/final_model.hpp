// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include <vector>

#include <querent/apps/experiment/experiment.hpp>
#include <querent/learners/session/online.hpp>

namespace querent::apps {

/// The predictions of a finished model for all rows.
class FinalModel {
 public:
  explicit FinalModel(const Online& model);

  int operator()(std::uint32_t row) const;
  /// P(class) of every row, n × K, by the process of `auto`; empty if a learner classifies.
  const RowMatrix& probabilities() const { return probabilities_; }

 private:
  const Online& model_;
  RowMatrix probabilities_;
  std::vector<int> classes_;  // of every row; empty if a learner classifies
};

/// The rows of one run by role; an empty list is not evaluated.
struct Judged {
  std::vector<std::uint32_t> asked = {}, never_asked = {};
  std::vector<std::uint32_t> held_out;
};

/// Computes the errors of the finished model and, on a graph, of label spreading.
void judge(const DatasetView& examples, const std::function<int(std::uint32_t)>& model,
           const Judged& rows, int threads, RunResult& result);

}  // namespace querent::apps
