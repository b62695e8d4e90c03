// SPDX-License-Identifier: Apache-2.0
// The experiment on rows that come once: every contestant plays each row as it is read, in memory
// that does not grow. A contestant's counts equal those of run 0 in the order of the file.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <unordered_map>

#include <querent/apps/experiment/experiment.hpp>
#include <querent/datasets/vectors/class_filter.hpp>
#include <querent/datasets/vectors/row_stream.hpp>
#include <querent/datasets/vectors/transform/row_transform.hpp>

namespace querent::apps {

/// The classes of a stream, known before its first row.
class StreamClasses {
 public:
  /// `known`: every class of the source, sorted; nothing: those that the filter names are all there
  /// are, and every other label is of the class "rest" if the filter has one. UsageError when the
  /// filter then names less than two classes.
  StreamClasses(const std::string& source, const std::optional<std::vector<std::string>>& known,
                const ClassFilter& filter);
  const std::vector<std::string>& names() const { return names_; }
  /// kNoClass for a label that is left out.
  int of(const std::string& label) const;

 private:
  std::vector<std::string> names_;
  std::unordered_map<std::string, int> class_of_;
  int other_ = kNoClass;
};

/// What one contestant said of one row.
struct StreamedRow {
  std::size_t contestant;
  std::uint64_t number;  ///< of the row in its source, from 1
  int label;             ///< kNoClass without one: no round is played
  Round round;
};

struct StreamResult {
  ExperimentResult experiment;
  std::uint64_t rows = 0, unlabelled = 0, left_out = 0;
};

/// Plays `rows` to the end. The transformation is learnt on the way: a row is scaled by what was
/// seen up to it. `say` is called for every contestant and row that is not left out. DataError for
/// a row of several labels. Interrupted.
StreamResult run_stream(RowStream& rows, const StreamClasses& classes, std::size_t dim,
                        RowTransform transform, const std::vector<Entry>& entries,
                        const ExperimentOptions& options,
                        const std::function<void(const StreamedRow&)>& say, Progress* progress);

}  // namespace querent::apps
