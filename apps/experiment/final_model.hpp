// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include <optional>
#include <vector>

#include <querent/apps/experiment/experiment.hpp>
#include <querent/learners/session/online.hpp>
#include <querent/spectral/correct_and_smooth.hpp>

namespace querent::apps {

/// The predictions of a finished model for all rows (learners/session/finish.hpp).
class FinalModel {
 public:
  /// `asked`: the rows whose labels the model has learned.
  FinalModel(const DatasetView& examples, const Online& model,
             const std::vector<std::uint32_t>& asked, const OverGraphOptions& options);

  int operator()(std::uint32_t row) const;
  /// The classifier of a graph's nodes; nullopt if it is the learner.
  const std::optional<ScoresOverGraph>& over_graph() const { return over_graph_; }

 private:
  const Online& model_;
  std::optional<ScoresOverGraph> over_graph_;
  std::vector<int> classes_;  // of every node; empty if the learner classifies
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
