// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/source/prepared.hpp>

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include <querent/apps/terminal/interrupt.hpp>
#include <querent/apps/terminal/progress.hpp>

namespace querent::apps {

namespace {

void check_learnable(const GraphData& data) {
  if (data.graph.num_nodes() == 0)
    throw DataError(fmt::format("{}: the graph is empty, there is nothing to learn", data.name));
  std::set<int> seen;
  for (const int label : data.labels) {
    if (label != kUnlabelled) seen.insert(label);
  }
  if (seen.empty()) {
    throw DataError(fmt::format(
        "{}: no node has a label, there is nothing to learn — give --labels FILE", data.name));
  }
  if (seen.size() == 1) {
    throw DataError(fmt::format(
        "{}: every label is {}, there is nothing to learn — two classes are needed", data.name,
        in_quotes(data.classes[static_cast<std::size_t>(*seen.begin())])));
  }
  if (data.graph.num_edges() == 0) {
    throw DataError(
        fmt::format("{}: the graph has no edge, its nodes cannot be told apart", data.name));
  }
}

}  // namespace

Embedding embed_graph(const Graph& graph, const EmbedOptions& options, const Console& console) {
  Progress progress(console, "embedding", 1);
  EmbeddingOptions how = options.embedding;
  how.progress = [&](double share) {
    progress.set(share);
    return !interrupted();
  };
  return embed(graph, how);
}

Examples examples_of(const GraphData& data, const Embedding& embedding) {
  return {.rows = DenseRows{&embedding.rows},
          .labels = data.labels,
          .stream = labelled_rows(data.labels),
          .dim = static_cast<std::size_t>(embedding.rows.cols()),
          .num_classes = static_cast<int>(data.classes.size())};
}

std::unique_ptr<Prepared> prepare(const SourceOptions& source, const EmbedOptions& options,
                                  const Console& console) {
  auto prepared = std::make_unique<Prepared>();
  prepared->graph = load_graph(source, console);
  const GraphData& data = prepared->graph.data;
  check_learnable(data);
  prepared->embedding = embed_graph(data.graph, options, console);
  const Embedding& embedding = prepared->embedding;
  prepared->examples = examples_of(data, embedding);
  prepared->source_json = source_json(data);
  prepared->embedding_json = embedding_json(embedding, options.embedding.laplacian);
  prepared->summary =
      summary_of(data) +
      fmt::format("embedding: {} of the {} Laplacian, {}, residual ≤ {:.1e}, {}\n",
                  counted(prepared->examples.dim, "eigenpair"),
                  prepared->embedding_json["laplacian"].get<std::string>(), embedding.solver,
                  prepared->embedding_json["max_residual"].get<double>(),
                  duration(embedding.seconds));
  return prepared;
}

}  // namespace querent::apps
