// SPDX-License-Identifier: Apache-2.0
// The vector data of a paper's rows: found by name, several files joined, prepared in several ways.
#pragma once

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

/// A preparation of rows, in words for tables.
struct Preparation {
  std::string text;
  TransformParams transform;
};

/// As it comes, then unit, minmax and standard, each with and without bias.
const std::vector<Preparation>& preparations();

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
