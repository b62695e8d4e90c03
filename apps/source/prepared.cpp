// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/source/prepared.hpp>

#include <fmt/format.h>

#include <querent/apps/source/embedded_graph.hpp>
#include <querent/apps/terminal/usage_error.hpp>
#include <querent/graph/bibliography/folder.hpp>
#include <querent/graph/bibliography/read_incidence.hpp>
#include <querent/graph/neighbours.hpp>
#include <querent/graph/readers/labels.hpp>
#include <querent/spectral/files/embedding_shards.hpp>
#include <querent/spectral/incidence_embedding.hpp>
#include <querent/spectral/propagation/propagated_features.hpp>

namespace querent::apps {

DatasetView dataset_view_of(const GraphData& data, const Embedding& embedding) {
  const auto dim = static_cast<std::size_t>(embedding.rows.cols());
  return {.rows = DenseView{{embedding.rows.data(), data.labels.size() * dim}, dim},
          .labels = data.labels,
          .label_sets = data.label_sets,
          .stream = labelled_rows(data.labels),
          .dim = dim,
          .num_classes = static_cast<int>(data.classes.size()),
          .graph = &data.graph,
          .views = views_of(embedding.eigenvalues, 0)};
}

namespace {

bool wants_words(const SourceOptions& options, const EmbedOptions& how) {
  return options.words == NodeWords::kUse || (options.words == NodeWords::kByLearner && how.words);
}

// Features also classify nodes outside the largest component, so these are kept if features are
// used.
void read_graph_for(Prepared& prepared, OpenedSource source, const SourceOptions& options,
                    const EmbedOptions& how, const Console& console) {
  SourceOptions reading = options;
  if (wants_words(options, how) && !options.given.has("--component") &&
      options.read.component == Component::kLargest)
    reading.read.component = Component::kAllWithFeatures;
  prepared.graph = load_graph(std::move(source), reading, console);
}

void add_words(Prepared& prepared, const EmbedOptions& how, const Console& console) {
  const GraphData& data = prepared.graph.data;
  Progress progress(console, "propagating features", 0);
  const int threads = how.embedding.threads;
  const Embedding::Rows words =
      how.unsmoothed ? pool_words(data.graph, data.features, threads)
                     : propagate_features(data.graph, data.features, {.threads = threads});
  prepared.words = join_words(prepared.embedding.rows, words);
  DatasetView& examples = prepared.examples;
  examples.dim = static_cast<std::size_t>(prepared.words.cols());
  examples.rows =
      DenseView{{prepared.words.data(), data.labels.size() * examples.dim}, examples.dim};
  examples.views = views_of(prepared.embedding.eigenvalues, static_cast<std::size_t>(words.cols()));
  prepared.embedding_json["words"] = words.cols();
  prepared.summary.insert(prepared.summary.find('\n'),
                          ", " + counted(data.features.dim, "node feature"));
  if (how.verbose) {
    prepared.summary +=
        fmt::format("node features: {}{} additional columns\n",
                    how.unsmoothed ? "" : "propagated over two steps, in ", words.cols());
  }
}

void prepare_graph(Prepared& prepared, OpenedSource source, const SourceOptions& options,
                   const EmbedOptions& how, const Console& console) {
  read_graph_for(prepared, std::move(source), options, how, console);
  const GraphData& data = prepared.graph.data;
  const bool words = !data.features.empty() && wants_words(options, how);
  if (!words && options.words == NodeWords::kByLearner && !options.features.empty())
    console.note(
        fmt::format("{}: the features were not used, since by default only the learner "
                    "auto uses them — add --features use",
                    options.features));
  check_learnable(data, options.labels_needed, words);
  if (options.labels_needed && !words) {
    prepared.unreached = find_unreached(data, console);
  }
  if (options.labels_needed) doubt_classes(data.name, data.labels, data.classes.size(), console);
  auto grown = embedding_of_grown(data, how);
  prepared.embedding = grown ? std::move(grown->embedding) : embed_graph(data.graph, how, console);
  if (grown)
    prepared.embed_again = how.embedding;
  else
    remember_embedded(data, how);
  const Embedding& embedding = prepared.embedding;
  prepared.examples = dataset_view_of(data, embedding);
  prepared.source_json = source_json(data);
  prepared.embedding_json = embedding_json(embedding, how.embedding.laplacian);
  prepared.summary = summary_of(data);
  add_embedding(prepared.summary, embedding, how.embedding.laplacian, how.verbose);
  if (grown) {
    prepared.summary += fmt::format(
        "{} new since the last start: their rows are computed from their neighbours, and "
        "the whole graph is embedded in the background, for the next start\n",
        counted(grown->came, "node"));
  }
  if (words) add_words(prepared, how, console);
}

// Connects rows to their nearest neighbours and embeds the graph.
void prepare_neighbours(Prepared& prepared, const SourceOptions& options, const EmbedOptions& how,
                        const Console& console) {
  const VectorData& data = prepared.vectors.data;
  GraphData& graph = prepared.graph.data;
  graph.name = data.name;
  {
    Progress progress(console, "finding neighbours", 1);
    const Neighbours found = neighbours_of(
        data,
        {.k = options.knn, .threads = how.embedding.threads, .progress = reporting(progress)});
    graph.graph = neighbour_graph(found);
    prepared.source_json["neighbours"] = {
        {"k", found.k}, {"search", found.search}, {"edges", graph.graph.num_edges()}};
    prepared.summary +=
        fmt::format("graph of the {} nearest neighbours of each row ({}): {}\n", found.k,
                    found.search, counted(graph.graph.num_edges(), "edge"));
  }
  prepared.embedding = embed_graph(graph.graph, how, console);
  const Embedding& embedding = prepared.embedding;
  DatasetView& examples = prepared.examples;
  examples.dim = static_cast<std::size_t>(embedding.rows.cols());
  examples.rows = DenseView{{embedding.rows.data(), data.rows() * examples.dim}, examples.dim};
  examples.graph = &graph.graph;
  examples.views = views_of(embedding.eigenvalues, 0);
  prepared.embedding_json = embedding_json(embedding, how.embedding.laplacian);
  add_embedding(prepared.summary, embedding, how.embedding.laplacian, how.verbose);
}

void prepare_vectors(Prepared& prepared, OpenedSource source, const SourceOptions& options,
                     const EmbedOptions& how, const Console& console) {
  const int threads = how.embedding.threads;
  prepared.vectors = load_vectors(std::move(source), options, threads, console);
  const VectorData& data = prepared.vectors.data;
  check_learnable(data, options.labels_needed);
  if (options.labels_needed) doubt_classes(data.name, data.labels, data.classes.size(), console);
  prepared.examples = dataset_view_of(data);
  const bool bias = options.vectors.transform.bias;
  prepared.source_json = source_json(data);
  prepared.source_json["bias"] = bias;
  prepared.source_json["scale"] = prepared.vectors.transform.params().scale_names();
  prepared.summary = summary_of(data, bias);
  if (options.knn > 0) prepare_neighbours(prepared, options, how, console);
}

// The nodes of a source whose edges are not here, with the labels of --labels.
const GraphData& finish_without_edges(Prepared& prepared, const SourceOptions& options,
                                      GraphBuilder& builder) {
  if (!options.labels.empty()) {
    Input labels = Input::open(options.labels);
    read_labels(labels, builder, Aliases(builder.ids()));
    prepared.graph.files.emplace_back(options.labels);
  }
  prepared.graph.data = builder.finish();
  prepared.graph.data.report.isolated_nodes = 0;  // unknown
  return prepared.graph.data;
}

// Reads an embedding that was computed earlier, perhaps on other machines; labels are given by node
// id.
void prepare_shards(Prepared& prepared, const SourceOptions& options, const EmbedOptions& how) {
  options.given.refuse_groups({kGraphGroup, kEmbeddingGroup, kVectorGroup},
                              "an embedding's shards");
  EmbeddingShards shards =
      how.by_shard ? open_embedding_shards(options.source) : read_embedding_shards(options.source);
  GraphBuilder builder(shards.source, {.component = Component::kAll, .lenient = options.lenient});
  for (std::uint64_t i = 0; i < shards.names.size(); ++i)
    builder.node(shards.names[i], {.source = options.source});
  shards.names = NodeNames();  // the builder has taken them
  prepared.graph.files.push_back(std::filesystem::path(options.source) / "manifest.json");
  const GraphData& data = finish_without_edges(prepared, options, builder);
  check_labels(data.name, data.labels, data.classes, "node");
  prepared.embedding = std::move(shards.embedding);
  DatasetView& examples = prepared.examples;
  examples = dataset_view_of(data, prepared.embedding);
  examples.graph = nullptr;
  prepared.first_of_shards = first_rows(shards);
  examples.blocks = prepared.first_of_shards;
  if (how.by_shard) {
    examples.dim = static_cast<std::size_t>(prepared.embedding.eigenvalues.size());
    shards.embedding.eigenvalues = prepared.embedding.eigenvalues;
    prepared.sharded = std::make_unique<ShardedRows>(options.source, shards);
    examples.rows = ShardView{prepared.sharded.get()};
  }
  prepared.source_json = source_json(data);
  prepared.source_json["format"] = "embedding shards";
  prepared.source_json.erase("edges");
  prepared.source_json.erase("components");
  prepared.embedding_json = embedding_json(prepared.embedding, shards.laplacian);
  prepared.summary = fmt::format(
      "{}: {} in {}, {}\n", data.name, counted(data.names.size(), "node"),
      counted(shards.shards.size(), "shard"), counted(data.classes.size(), "class", "classes"));
  add_embedding(prepared.summary, prepared.embedding, shards.laplacian, how.verbose);
}

// If B Bᵀ would be too dense, embeds it with B only; returns false if a graph is possible.
bool prepare_dense_incidence(Prepared& prepared, const SourceOptions& options,
                             const EmbedOptions& how, const Console& console) {
  if (options.edges == "-") return false;  // it can be read only once
  NamedIncidence read;
  {
    Input input = Input::open(options.edges);
    const ReadingProgress progress(input, console);
    read = read_incidence(input);
  }
  const std::uint64_t pairs = pairs_in(read.incidence);
  if (pairs <= kMostPairs) return false;
  if (how.null_vector != NullVector::kDrop)
    throw UsageError(
        "--null-vector has no meaning for an incidence list that is too dense for a graph");
  const std::uint64_t members = read.incidence.num_members;
  const std::vector<Node> kept = largest_component(read.incidence);
  const Incidence incidence = induced(read.incidence, kept);
  GraphBuilder builder(options.edges, {.component = Component::kAll, .lenient = true});
  for (const Node i : kept) builder.node(read.names[i], {.source = options.edges});
  prepared.graph.files.emplace_back(options.edges);
  const GraphData& data = finish_without_edges(prepared, options, builder);
  if (options.labels_needed) check_labels(data.name, data.labels, data.classes, "node");
  {
    Progress progress(console, "embedding", 1);
    EmbeddingOptions embedding = how.embedding;
    embedding.progress = reporting(progress);
    prepared.embedding = embed_incidence(incidence, embedding);
  }
  prepared.examples = dataset_view_of(data, prepared.embedding);
  prepared.examples.graph = nullptr;
  prepared.source_json = source_json(data);
  prepared.source_json["format"] = "incidence list";
  prepared.source_json["pairs"] = pairs;
  prepared.source_json.erase("edges");
  prepared.source_json.erase("components");
  prepared.embedding_json = embedding_json(prepared.embedding, how.embedding.laplacian);
  prepared.summary = fmt::format(
      "{}: {} of {} in the largest component, {}: too many for a graph, so the incidence "
      "matrix is embedded\n",
      data.name, grouped(kept.size()), counted(members, "member"), counted(pairs, "pair"));
  if (!read.note.empty()) prepared.summary += read.note + "\n";
  add_embedding(prepared.summary, prepared.embedding, how.embedding.laplacian, how.verbose);
  return true;
}

}  // namespace

std::unique_ptr<Prepared> prepare(const SourceOptions& options, const EmbedOptions& embedding,
                                  const Console& console) {
  auto prepared = std::make_unique<Prepared>();
  if (is_embedding_shards(options.source)) {
    prepare_shards(*prepared, options, embedding);
    return prepared;
  }
  OpenedSource source = open_source(options, console);
  if (is_incidence(options) && prepare_dense_incidence(*prepared, options, embedding, console)) {
    return prepared;
  }
  if (source.kind == SourceKind::kGraph) {
    prepare_graph(*prepared, std::move(source), options, embedding, console);
    const std::string& folder = prepared->name();
    prepared->is_review = is_graph_folder(folder) && !graph_folder(folder).records.empty();
  } else {
    prepare_vectors(*prepared, std::move(source), options, embedding, console);
  }
  return prepared;
}

}  // namespace querent::apps
