// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/source/prepared.hpp>

#include <algorithm>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <querent/apps/terminal/interrupt.hpp>
#include <querent/apps/terminal/progress.hpp>
#include <querent/datasets/cache.hpp>
#include <querent/graph/components.hpp>
#include <querent/spectral/embedding_cache.hpp>

namespace querent::apps {

namespace {

// `item` is "node" or "row".
void check_labels(const std::string& name, std::span<const int> labels,
                  const std::vector<std::string>& classes, std::string_view item) {
  std::set<int> seen;
  for (const int label : labels) {
    if (label >= 0) seen.insert(label);
  }
  if (seen.empty()) {
    throw DataError(fmt::format(
        "{}: no {} has a label, there is nothing to learn — give --labels FILE", name, item));
  }
  if (seen.size() == 1) {
    throw DataError(
        fmt::format("{}: every label is {}, there is nothing to learn — two classes are needed",
                    name, in_quotes(classes[static_cast<std::size_t>(*seen.begin())])));
  }
}

void check_learnable(const GraphData& data) {
  if (data.graph.num_nodes() == 0)
    throw DataError(fmt::format("{}: the graph is empty, there is nothing to learn", data.name));
  check_labels(data.name, data.labels, data.classes, "node");
  if (data.graph.num_edges() == 0) {
    throw DataError(
        fmt::format("{}: the graph has no edge, its nodes cannot be told apart", data.name));
  }
}

void check_learnable(const VectorData& data) {
  if (data.rows() == 0)
    throw DataError(fmt::format("{}: there are no rows, there is nothing to learn", data.name));
  check_labels(data.name, data.labels, data.classes, "row");
}

// Nodes that no label can reach over edges: their predictions rest on other components alone.
void list_unreached(const GraphData& data, const Console& console) {
  const Components components = connected_components(data.graph);
  std::vector<bool> reached(components.count(), false);
  for (std::size_t i = 0; i < data.labels.size(); ++i) {
    if (data.labels[i] != kUnlabelled) reached[components.of[i]] = true;
  }
  constexpr std::size_t kListed = 20;
  std::vector<std::string> listed;
  std::uint64_t count = 0;
  for (std::size_t i = 0; i < data.labels.size(); ++i) {
    if (reached[components.of[i]]) continue;
    if (++count <= kListed) listed.emplace_back(data.names[i]);
  }
  if (count == 0) return;
  console.note(fmt::format("{} in components without any label, nothing is known of them: {}{}",
                           counted(count, "node"), fmt::join(listed, ", "),
                           count > kListed ? ", …" : ""));
}

}  // namespace

Embedding embed_graph(const Graph& graph, const EmbedOptions& options, const Console& console) {
  Progress progress(console, "embedding", 1);
  EmbeddingOptions how = options.embedding;
  how.progress = [&](double share) {
    progress.set(share);
    return !interrupted();
  };
  if (options.no_cache) return embed(graph, how);
  Embedding embedding = embed_cached(graph, how, cache_directory() / "embeddings");
  if (embedding.cache != "hit" && embedding.cache != "stored")
    console.note(fmt::format("the embedding is not kept: {}", embedding.cache));
  return embedding;
}

std::string summary_of(const Embedding& embedding, LaplacianKind laplacian) {
  const Json json = embedding_json(embedding, laplacian);
  return fmt::format("embedding: {} of the {} Laplacian, {}, residual ≤ {:.1e}, {}\n",
                     counted(json["dim"].get<std::uint64_t>(), "eigenpair"),
                     json["laplacian"].get<std::string>(), embedding.solver,
                     json["max_residual"].get<double>(),
                     embedding.cache == "hit" ? "from the cache" : duration(embedding.seconds));
}

Examples examples_of(const GraphData& data, const Embedding& embedding) {
  const auto dim = static_cast<std::size_t>(embedding.rows.cols());
  return {.rows = DenseRows{{embedding.rows.data(), data.labels.size() * dim}, dim},
          .labels = data.labels,
          .label_sets = data.label_sets,
          .stream = labelled_rows(data.labels),
          .dim = dim,
          .num_classes = static_cast<int>(data.classes.size())};
}

namespace {

void prepare_graph(Prepared& prepared, OpenedSource source, const SourceOptions& options,
                   const EmbedOptions& how, const Console& console) {
  prepared.graph = load_graph(std::move(source), options, console);
  const GraphData& data = prepared.graph.data;
  check_learnable(data);
  list_unreached(data, console);
  prepared.embedding = embed_graph(data.graph, how, console);
  const Embedding& embedding = prepared.embedding;
  prepared.examples = examples_of(data, embedding);
  prepared.source_json = source_json(data);
  prepared.embedding_json = embedding_json(embedding, how.embedding.laplacian);
  prepared.summary = summary_of(data) + summary_of(embedding, how.embedding.laplacian);
}

void prepare_vectors(Prepared& prepared, OpenedSource source, const SourceOptions& options,
                     int threads, const Console& console) {
  prepared.vectors = load_vectors(std::move(source), options, threads, console);
  const VectorData& data = prepared.vectors.data;
  check_learnable(data);
  prepared.examples = examples_of(data);
  prepared.source_json = source_json(data);
  prepared.summary = summary_of(data);
}

}  // namespace

std::unique_ptr<Prepared> prepare(const SourceOptions& options, const EmbedOptions& embedding,
                                  const Console& console) {
  auto prepared = std::make_unique<Prepared>();
  OpenedSource source = open_source(options);
  if (source.kind == SourceKind::kGraph) {
    prepare_graph(*prepared, std::move(source), options, embedding, console);
  } else {
    prepare_vectors(*prepared, std::move(source), options, embedding.embedding.threads, console);
  }
  return prepared;
}

}  // namespace querent::apps
