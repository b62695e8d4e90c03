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
  bool stand_in = false;  ///< other rows than the paper's
  std::string why = {};   ///< what differs, or how the paper's can be had

  /// "Basehock (stand-in: basehock_bydate)"
  std::string row() const {
    return stand_in ? dataset + " (stand-in: " + names.front() + ")" : dataset;
  }
};

/// What is done to rows before they are played, in words for tables.
struct Preparation {
  std::string text;
  TransformParams transform = {};
  bool dense = false;  ///< first made dense, so that features can be centred
};

/// As they come; unit norm, min-max and standard, each with and without bias, sparse rows staying
/// sparse; standard with the means taken off (z-scores); and that brought to unit norm.
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

/// The raw rows; nothing, with the reason in `why`, when a file is not here.
std::optional<VectorData> load_task(const VectorTask& task, int threads, const Console& console,
                                    std::string& why);

/// The rows of `first`, then those of `second`, which has the same classes.
VectorData joined(VectorData first, const VectorData& second);

/// The given rows, in their order.
VectorData rows_of(const VectorData& data, const std::vector<std::uint32_t>& rows);

}  // namespace querent::apps
