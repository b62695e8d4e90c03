// SPDX-License-Identifier: Apache-2.0
// The vector data of a paper's rows: found by name, several files joined, prepared in several ways.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <querent/apps/reproduce/papers.hpp>
#include <querent/apps/source/vector_source.hpp>
#include <querent/datasets/vectors/class_filter.hpp>
#include <querent/datasets/vectors/transform/row_transform.hpp>

namespace querent::apps {

/// What a paper calls a data set, and what we play in its place.
struct VectorTask {
  std::string dataset;             ///< the paper's name
  std::vector<std::string> names;  ///< of the catalogue, their rows one after the other
  ClassFilter filter = {};
  std::vector<std::string> instead = {};  ///< what stands in for them where they are not here
  std::string why = {};                   ///< what differs then, or how the paper's can be had
  bool stand_in = false;                  ///< whether it does: set by load_task

  /// "Basehock (stand-in: basehock_bydate)"
  std::string row() const {
    return stand_in ? dataset + " (stand-in: " + instead.front() + ")" : dataset;
  }
};

/// Each once, as a part of a table or figure.
std::vector<PartSet> part_sets(const std::vector<VectorTask>& tasks);

/// What is done to rows before they are played, in words for tables.
struct Preparation {
  std::string text;
  TransformParams transform = {};
  bool dense = false;  ///< first made dense, so that features can be centred
  double times = 1;    ///< what every value is multiplied by in the end
};

/// As they come; unit norm, min-max and standard, each with and without bias, sparse rows staying
/// sparse; standard with the means taken off (z-scores); that brought to unit norm; and min-max as
/// pixels of 0 … 999.
const std::vector<Preparation>& preparations();
/// By its text; std::logic_error where there is none.
const Preparation& preparation(const std::string& text);

/// Rows prepared, and the examples that point into them.
struct PreparedRows {
  std::string text;
  VectorData data;
  Examples examples;
};
std::unique_ptr<PreparedRows> prepared(VectorData data, const Preparation& preparation);

/// The tasks that `options.dataset` means, by the paper's name or ours, ignoring case. UsageError
/// with the nearest.
std::vector<VectorTask> chosen_tasks(const std::vector<VectorTask>& tasks,
                                     const std::string& dataset);

/// The raw rows, of the stand-in where the paper's are not here; nothing, with the reason in `why`,
/// when neither is.
std::optional<VectorData> load_task(VectorTask& task, int threads, const Console& console,
                                    std::string& why);

/// The rows of `first`, then those of `second`, which has the same classes.
VectorData joined(VectorData first, const VectorData& second);

/// The given rows, in their order.
VectorData rows_of(const VectorData& data, const std::vector<std::uint32_t>& rows);

}  // namespace querent::apps
