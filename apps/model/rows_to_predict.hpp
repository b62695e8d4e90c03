// SPDX-License-Identifier: Apache-2.0
// Converts a source to the rows that a model learned from, and its labels to the model's classes.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <querent/apps/model/trained_model.hpp>
#include <querent/apps/output/results_json.hpp>
#include <querent/apps/source/source.hpp>
#include <querent/apps/terminal/console.hpp>
#include <querent/datasets/vectors/vector_data.hpp>

namespace querent::apps {

/// A node in terms of a model: its index there, or the indices of its neighbours with the weights
/// of their edges.
struct NodeInModel {
  std::optional<std::uint32_t> place;
  std::vector<std::uint32_t> neighbours;
  std::vector<double> weights;
};

struct RowsToPredict {
  VectorData data;                 ///< labels are class numbers of the model
  std::vector<std::string> ids;    ///< the ids of the source, one per row
  std::vector<NodeInModel> nodes;  ///< of a graph, one per row
  Json source_json;
  std::string summary;              ///< description of the source, for a person
  std::uint64_t new_nodes = 0;      ///< nodes embedded from their neighbours
  std::uint64_t unknown_nodes = 0;  ///< new nodes without a neighbour in the model: rows of zeros
};

/// Throws ModelError if the rows differ in dimension, index base or kind, or have a class that the
/// model does not have (with `lenient` the label counts as missing).
RowsToPredict rows_to_predict(const TrainedModel& model, const std::string& model_name,
                              OpenedSource source, SourceOptions options, int threads,
                              const Console& console);

}  // namespace querent::apps
