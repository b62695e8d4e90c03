// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include <querent/apps/experiment/examples.hpp>
#include <querent/apps/options/embedding_options.hpp>
#include <querent/apps/output/results_json.hpp>
#include <querent/apps/source/graph_source.hpp>

namespace querent::apps {

/// Embeds with a progress bar, through the cache unless the options say no.
Embedding embed_graph(const Graph& graph, const EmbedOptions& options, const Console& console);

/// One line for a person: dimension, solver, residual, time.
std::string summary_of(const Embedding& embedding, LaplacianKind laplacian);

/// The rows and labels of an embedded graph; both must stay where they are.
Examples examples_of(const GraphData& data, const Embedding& embedding);

/// A source that an experiment can be played on.
struct Prepared {
  LoadedGraph graph;
  Embedding embedding;
  Examples examples;
  Json source_json, embedding_json;
  std::string summary;  ///< what was read and made of it, for a person
};

/// Reads and embeds. DataError with the reason when nothing can be learned from the labels.
std::unique_ptr<Prepared> prepare(const SourceOptions& source, const EmbedOptions& embedding,
                                  const Console& console);

}  // namespace querent::apps
