// SPDX-License-Identifier: Apache-2.0
// A source as a model sees it: rows in the form it learned from, labels as its classes.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <querent/apps/model/trained_model.hpp>
#include <querent/apps/output/results_json.hpp>
#include <querent/apps/source/opened.hpp>
#include <querent/apps/terminal/console.hpp>
#include <querent/datasets/vectors/vector_data.hpp>

namespace querent::apps {

/// A node as a model knows it: its place there, or the places of its neighbours, with the weights
/// of their edges.
struct NodeInModel {
  std::optional<std::uint32_t> place;
  std::vector<std::uint32_t> neighbours;
  std::vector<double> weights;
};

struct RowsToPredict {
  VectorData data;                 ///< labels are classes of the model
  std::vector<std::string> ids;    ///< the user's own, one a row
  std::vector<NodeInModel> nodes;  ///< of a graph, one a row
  Json source_json;
  std::string summary;              ///< what was read, for a person
  std::uint64_t new_nodes = 0;      ///< whose rows come from their neighbours
  std::uint64_t unknown_nodes = 0;  ///< new ones without a neighbour in the model: rows of zeros
};

/// ModelError when the rows are of another dimension, index base or kind, or have a class that the
/// model does not know (`lenient`: no label then).
RowsToPredict rows_to_predict(const TrainedModel& model, const std::string& model_name,
                              OpenedSource source, SourceOptions options, int threads,
                              const Console& console);

}  // namespace querent::apps
