// SPDX-License-Identifier: Apache-2.0
// The experiment on rows that are read once: every configuration plays each row as it arrives, in
// constant memory. Its counts equal the counts of run 0 in file order.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include <querent/apps/experiment/experiment.hpp>
#include <querent/datasets/vectors/class_filter.hpp>
#include <querent/datasets/vectors/row_stream.hpp>
#include <querent/datasets/vectors/transform/row_transform.hpp>

namespace querent::apps {

/// The classes of a stream, which are fixed before its first row.
class StreamClasses {
 public:
  /// `known`: all classes of the source, sorted; without it the classes are those that the filter
  /// names, and every other label belongs to the class "rest" if the filter has one. Throws
  /// UsageError if the filter then names fewer than two classes.
  StreamClasses(const std::string& source, const std::optional<std::vector<std::string>>& known,
                const ClassFilter& filter);
  const std::vector<std::string>& names() const { return names_; }
  /// kNoClass for a label that the filter leaves out.
  int of(const std::string& label) const;

 private:
  std::vector<std::string> names_;
  std::unordered_map<std::string, int> class_of_;
  int other_ = kNoClass;
};

/// The prediction of one configuration for one row.
struct StreamedRow {
  std::size_t config = 0;
  std::uint64_t number = 0;  ///< number of the row in its source, from 1
  int label = kNoClass;      ///< kNoClass without a label: no round is played
  Round round = {};
  std::uint64_t round_number = 0;  ///< of the configuration, from 1; 0 if no round is played
  double probability = 0;          ///< of the predicted class, if requested
};

/// Receivers of the predictions, in the order of the rows; each may be empty.
struct StreamOutput {
  std::function<void(const StreamedRow&)> say;  ///< called for every configuration and row that is
                                                ///< not left out
  std::function<void(std::uint64_t)>
      go_on;  ///< before the first row: truncates the output to a number of bytes
  std::function<std::uint64_t()>
      sync;  ///< before a checkpoint: flushes, and returns the number of bytes on disk
};

struct StreamResult {
  ExperimentResult experiment;
  std::uint64_t rows = 0, unlabelled = 0, left_out = 0;
  RowTransform transform = RowTransform();  ///< as fitted
};

/// Plays `rows` to the end. The transformation is fitted on the way: a row is scaled by the rows up
/// to it. With a checkpoint (ExperimentOptions), its rows are skipped. Throws DataError for a row
/// with several labels, ModelError for a checkpoint of other rows, and Interrupted.
StreamResult run_stream(RowStream& rows, const StreamClasses& classes, std::size_t dim,
                        RowTransform transform, const std::vector<NamedConfig>& configs,
                        const ExperimentOptions& options, const StreamOutput& output,
                        Progress* progress);

}  // namespace querent::apps
