// SPDX-License-Identifier: Apache-2.0
// The experiment on rows that come once: every contestant plays each row as it is read, in memory
// that does not grow. A contestant's counts equal those of run 0 in the order of the file.
#pragma once

#include <cstdint>
#include <functional>

#include <querent/apps/experiment/experiment.hpp>
#include <querent/apps/experiment/stream_classes.hpp>
#include <querent/datasets/vectors/row_stream.hpp>
#include <querent/datasets/vectors/transform/row_transform.hpp>

namespace querent::apps {

/// What one contestant said of one row.
struct StreamedRow {
  std::size_t contestant = 0;
  std::uint64_t number = 0;  ///< of the row in its source, from 1
  int label = kNoClass;      ///< kNoClass without one: no round is played
  Round round = {};
  std::uint64_t round_number = 0;  ///< of the contestant, from 1; 0 where none is played
  double probability = 0;          ///< of the predicted class, where it is asked for
};

/// Where what is said of the rows goes, as they come; each may be empty.
struct StreamOutput {
  std::function<void(const StreamedRow&)> say;  ///< every contestant and row that is not left out
  std::function<void(std::uint64_t)>
      go_on;  ///< before the first row: cut the output to so many bytes
  std::function<std::uint64_t()>
      sync;  ///< before a checkpoint: flush, and say how many bytes are on disk
};

struct StreamResult {
  ExperimentResult experiment;
  std::uint64_t rows = 0, unlabelled = 0, left_out = 0;
  RowTransform transform = RowTransform();  ///< as it was learnt
};

/// Plays `rows` to the end. The transformation is learnt on the way: a row is scaled by what was
/// seen up to it. With a checkpoint (ExperimentOptions), the rows that it has are read over.
/// DataError for a row of several labels; ModelError for a checkpoint of other rows. Interrupted.
StreamResult run_stream(RowStream& rows, const StreamClasses& classes, std::size_t dim,
                        RowTransform transform, const std::vector<Entry>& entries,
                        const ExperimentOptions& options, const StreamOutput& output,
                        Progress* progress);

}  // namespace querent::apps
