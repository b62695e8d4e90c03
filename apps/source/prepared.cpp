// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/source/prepared.hpp>

#include <unistd.h>

#include <algorithm>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <querent/apps/source/incidence_source.hpp>
#include <querent/apps/terminal/interrupt.hpp>
#include <querent/apps/terminal/progress.hpp>
#include <querent/apps/terminal/usage_error.hpp>
#include <querent/datasets/cache.hpp>
#include <querent/datasets/printable.hpp>
#include <querent/graph/components.hpp>
#include <querent/graph/neighbours.hpp>
#include <querent/graph/readers/labels.hpp>
#include <querent/learners/session/node_rows.hpp>
#include <querent/spectral/embedding_cache.hpp>
#include <querent/spectral/embedding_memory.hpp>
#include <querent/spectral/embedding_shards.hpp>
#include <querent/spectral/feature_scales.hpp>
#include <querent/spectral/incidence_embedding.hpp>
#include <querent/spectral/propagated_features.hpp>

namespace querent::apps {

namespace {

// `item` is "node" or "row".
// `outside`: labels of nodes outside the component that is learnt on.
void check_labels(const std::string& name, std::span<const int> labels,
                  const std::vector<std::string>& classes, std::string_view item,
                  std::uint64_t outside = 0) {
  const std::string others = outside == 0
                                 ? std::string()
                                 : fmt::format(
                                       "; {} of nodes outside the largest component are left out, "
                                       "--component all takes them in",
                                       counted(outside, "label"));
  std::set<int> seen;
  for (const int label : labels) {
    if (label >= 0) seen.insert(label);
  }
  if (seen.empty()) {
    throw DataError(
        fmt::format("{}: no {} has a label, there is nothing to learn — give --labels FILE, or "
                    "give the labels yourself with `querent ask`{}",
                    name, item, others));
  }
  if (seen.size() == 1) {
    throw DataError(
        fmt::format("{}: every label is {}, there is nothing to learn — two classes are needed{}",
                    name, in_quotes(classes[static_cast<std::size_t>(*seen.begin())]), others));
  }
}

void check_learnable(const GraphData& data, bool labels_needed) {
  if (data.graph.num_nodes() == 0)
    throw DataError(fmt::format(
        "{}: the graph is empty, there is nothing to learn — give a graph with edges", data.name));
  if (labels_needed)
    check_labels(data.name, data.labels, data.classes, "node",
                 data.report.labels_outside_largest_component);
  if (data.graph.num_edges() == 0) {
    throw DataError(fmt::format(
        "{}: the graph has no edge, its nodes cannot be told apart — give a graph with edges",
        data.name));
  }
  check_weights(data);
}

void check_learnable(const VectorData& data, bool labels_needed) {
  if (data.rows() == 0)
    throw DataError(fmt::format(
        "{}: there are no rows, there is nothing to learn — give a file with rows", data.name));
  if (labels_needed) check_labels(data.name, data.labels, data.classes, "row");
}

// Nodes that no label can reach over edges; they are listed.
std::vector<bool> find_unreached(const GraphData& data, const Console& console) {
  const Components components = connected_components(data.graph);
  std::vector<bool> reached(components.count(), false);
  for (std::size_t i = 0; i < data.labels.size(); ++i) {
    if (data.labels[i] != kUnlabelled) reached[components.of[i]] = true;
  }
  constexpr std::size_t kListed = 20;
  std::vector<std::string> listed;
  std::uint64_t count = 0;
  std::vector<bool> unreached(data.labels.size());
  for (std::size_t i = 0; i < data.labels.size(); ++i) {
    if (reached[components.of[i]]) continue;
    unreached[i] = true;
    if (++count <= kListed) listed.push_back(printable(data.names[i]));
  }
  if (count == 0) return {};
  console.note(fmt::format("{} in components without any label, nothing is known of them: {}{}",
                           counted(count, "node"), fmt::join(listed, ", "),
                           count > kListed ? ", …" : ""));
  return unreached;
}

}  // namespace

void doubt_classes(const std::string& name, const std::vector<int>& labels, std::size_t classes,
                   const Console& console) {
  constexpr std::size_t kMany = 100;
  const auto labelled = static_cast<std::size_t>(
      std::count_if(labels.begin(), labels.end(), [](int label) { return label >= 0; }));
  if (classes < kMany || 2 * classes < labelled) return;
  console.note(
      fmt::format("{}: {} classes for {} labels, hardly two of a class: nothing can be learnt "
                  "of such — is it a file of names and not of labels?",
                  printable(name), grouped(classes), grouped(labelled)));
}

namespace {

// Said before it begins: what would be killed an hour later.
void tell_of_memory(const Graph& graph, const EmbeddingOptions& how, const Console& console) {
  const auto machine =
      static_cast<double>(sysconf(_SC_PHYS_PAGES)) * static_cast<double>(sysconf(_SC_PAGESIZE));
  const EmbeddingMemory need = embedding_memory(graph, how);
  if (how.memory_limit > 0 || !how.scratch.empty() || static_cast<double>(need.whole) <= machine)
    return;
  console.note(
      fmt::format("the embedding takes some {:.3g} GB and this machine has {:.3g}: --memory-limit "
                  "MB has it restart "
                  "({:.3g} GB), with --scratch DIR it keeps {:.3g} GB of vectors in a file ({:.3g} "
                  "GB), a smaller --dim takes less",
                  static_cast<double>(need.whole) * 1e-9, machine * 1e-9,
                  static_cast<double>(need.restarted) * 1e-9, static_cast<double>(need.file) * 1e-9,
                  static_cast<double>(need.scratch) * 1e-9));
}

Embedding embed_or_find(const Graph& graph, const EmbedOptions& options, const Console& console) {
  Progress progress(console, "embedding", 1);
  EmbeddingOptions how = options.embedding;
  if (options.null_vector != NullVector::kDrop && how.dim != kAutoDim && --how.dim == 0)
    throw UsageError("--null-vector: it would be the only column — give --dim 2 or more");
  how.progress = [&](double share) {
    progress.set(share);
    return !interrupted();
  };
  tell_of_memory(graph, how, console);
  if (options.no_cache || how.write) return embed(graph, how);
  if (!has_cache_directory()) {
    console.note(
        "the embedding is not kept: none of QUERENT_CACHE, XDG_CACHE_HOME and HOME says where — "
        "set one, or give --no-cache");
    return embed(graph, how);
  }
  Embedding embedding = embed_cached(graph, how, cache_directory() / "embeddings");
  if (embedding.cache != "hit" && embedding.cache != "stored")
    console.note(fmt::format("the embedding is not kept: {}", embedding.cache));
  return embedding;
}

}  // namespace

Embedding embed_graph(const Graph& graph, const EmbedOptions& options, const Console& console) {
  // the cache keeps what has to be solved for, the null vector is made
  Embedding embedding = embed_or_find(graph, options, console);
  add_null_vector(embedding, graph, options.embedding.laplacian, options.null_vector);
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

bool uses_words(const SourceOptions& options, const EmbedOptions& how, const GraphData& data) {
  if (options.words == NodeWords::kUse && data.features.empty()) {
    throw DataError(
        fmt::format("{}: there are no features of nodes to use — give --features FILE", data.name));
  }
  return !data.features.empty() && (options.words == NodeWords::kUse ||
                                    (options.words == NodeWords::kByLearner && how.words));
}

// Words tell of nodes outside the largest component too: with words they are kept.
void read_graph_for(Prepared& prepared, OpenedSource source, const SourceOptions& options,
                    const EmbedOptions& how, const Console& console) {
  SourceOptions reading = options;
  const bool words =
      options.words == NodeWords::kUse || (options.words == NodeWords::kByLearner && how.words);
  if (words && !options.given.has("--component") && options.read.component == Component::kLargest)
    reading.read.component = Component::kAllWithFeatures;
  prepared.graph = load_graph(std::move(source), reading, console);
}

void add_words(Prepared& prepared, const EmbedOptions& how, const Console& console) {
  const GraphData& data = prepared.graph.data;
  Progress progress(console, "spreading words", 0);
  const int threads = how.embedding.threads;
  const Embedding::Rows words =
      how.pool ? propagate_scales(data.graph, data.features, {.threads = threads})
               : propagate_features(data.graph, data.features, {.threads = threads});
  prepared.words = join_words(prepared.embedding.rows, words);
  Examples& examples = prepared.examples;
  examples.dim = static_cast<std::size_t>(prepared.words.cols());
  examples.rows =
      DenseView{{prepared.words.data(), data.labels.size() * examples.dim}, examples.dim};
  examples.views = views_of(prepared.embedding.eigenvalues, static_cast<std::size_t>(words.cols()));
  prepared.embedding_json["words"] = words.cols();
  prepared.summary += fmt::format(
      "words: {}, spread over {}, as {} columns more\n", counted(data.features.dim, "feature"),
      how.pool ? "two steps, over four and over nodes of similar words" : "two steps",
      words.cols());
}

void prepare_graph(Prepared& prepared, OpenedSource source, const SourceOptions& options,
                   const EmbedOptions& how, const Console& console) {
  read_graph_for(prepared, std::move(source), options, how, console);
  const GraphData& data = prepared.graph.data;
  check_learnable(data, options.labels_needed);
  if (options.labels_needed) {
    prepared.unreached = find_unreached(data, console);
    doubt_classes(data.name, data.labels, data.classes.size(), console);
  }
  prepared.embedding = embed_graph(data.graph, how, console);
  const Embedding& embedding = prepared.embedding;
  prepared.examples = examples_of(data, embedding);
  prepared.source_json = source_json(data);
  prepared.embedding_json = embedding_json(embedding, how.embedding.laplacian);
  prepared.summary = summary_of(data) + summary_of(embedding, how.embedding.laplacian);
  if (!uses_words(options, how, data)) return;
  add_words(prepared, how, console);
  prepared.unreached.clear();
}

// Rows joined to their nearest neighbours and embedded as a graph.
void prepare_neighbours(Prepared& prepared, const SourceOptions& options, const EmbedOptions& how,
                        const Console& console) {
  const VectorData& data = prepared.vectors.data;
  GraphData& graph = prepared.graph.data;
  graph.name = data.name;
  {
    Progress progress(console, "finding neighbours", 1);
    const Neighbours found = nearest_neighbours(
        points_of(data),
        {.k = options.knn, .threads = how.embedding.threads, .progress = [&](double share) {
           progress.set(share);
           return !interrupted();
         }});
    graph.graph = neighbour_graph(found);
    prepared.source_json["neighbours"] = {
        {"k", found.k}, {"search", found.search}, {"edges", graph.graph.num_edges()}};
    prepared.summary += fmt::format("each row joined to its {} nearest ({}): {}\n", found.k,
                                    found.search, counted(graph.graph.num_edges(), "edge"));
  }
  prepared.embedding = embed_graph(graph.graph, how, console);
  const Embedding& embedding = prepared.embedding;
  Examples& examples = prepared.examples;
  examples.dim = static_cast<std::size_t>(embedding.rows.cols());
  examples.rows = DenseView{{embedding.rows.data(), data.rows() * examples.dim}, examples.dim};
  examples.graph = &graph.graph;
  examples.views = views_of(embedding.eigenvalues, 0);
  prepared.embedding_json = embedding_json(embedding, how.embedding.laplacian);
  prepared.summary += summary_of(embedding, how.embedding.laplacian);
}

void prepare_vectors(Prepared& prepared, OpenedSource source, const SourceOptions& options,
                     const EmbedOptions& how, const Console& console) {
  const int threads = how.embedding.threads;
  prepared.vectors = load_vectors(std::move(source), options, threads, console);
  const VectorData& data = prepared.vectors.data;
  check_learnable(data, options.labels_needed);
  if (options.labels_needed) doubt_classes(data.name, data.labels, data.classes.size(), console);
  prepared.examples = examples_of(data);
  const bool bias = options.vectors.transform.bias;
  prepared.source_json = source_json(data);
  prepared.source_json["bias"] = bias;
  prepared.summary = summary_of(data, bias);
  if (options.knn > 0) prepare_neighbours(prepared, options, how, console);
}

// An embedding that was computed before, perhaps on other machines; the labels are given by node
// id.
void prepare_shards(Prepared& prepared, const SourceOptions& options, bool by_shard) {
  options.given.refuse_groups({kGraphGroup, kEmbeddingGroup, kVectorGroup},
                              "an embedding's shards");
  EmbeddingShards shards =
      by_shard ? open_embedding_shards(options.source) : read_embedding_shards(options.source);
  GraphBuilder builder(shards.source, {.component = Component::kAll, .lenient = options.lenient});
  for (std::uint64_t i = 0; i < shards.names.size(); ++i)
    builder.node(shards.names[i], {.source = options.source});
  shards.names = NodeNames();  // the builder has them
  prepared.graph.files.push_back(std::filesystem::path(options.source) / "manifest.json");
  if (!options.labels.empty()) {
    Input labels = Input::open(options.labels);
    read_labels(labels, builder);
    prepared.graph.files.push_back(options.labels);
  }
  GraphData& data = prepared.graph.data;
  data = builder.finish();
  data.report.isolated_nodes = 0;  // the edges are not here
  check_labels(data.name, data.labels, data.classes, "node");
  prepared.embedding = std::move(shards.embedding);
  Examples& examples = prepared.examples;
  examples = examples_of(data, prepared.embedding);
  examples.graph = nullptr;
  prepared.first_of_shards = first_rows(shards);
  examples.blocks = prepared.first_of_shards;
  if (by_shard) {
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
  prepared.summary =
      fmt::format("{}: {} in {}, {}\n", data.name, counted(data.names.size(), "node"),
                  counted(shards.shards.size(), "shard"),
                  counted(data.classes.size(), "class", "classes")) +
      summary_of(prepared.embedding, shards.laplacian);
}

// Where B Bᵀ would be too dense, the embedding of it by B alone; false where a graph will do.
bool prepare_dense_incidence(Prepared& prepared, const SourceOptions& options,
                             const EmbedOptions& how, const Console& console) {
  if (options.edges == "-") return false;  // which can be read once
  NamedIncidence read;
  {
    Input input = Input::open(options.edges);
    Progress progress(console, "reading", static_cast<double>(input.bytes_total()), "B");
    input.on_progress([&] {
      progress.set(static_cast<double>(input.bytes_consumed()));
      check_interrupt();
    });
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
  if (!options.labels.empty()) {
    Input labels = Input::open(options.labels);
    read_labels(labels, builder);
    prepared.graph.files.emplace_back(options.labels);
  }
  GraphData& data = prepared.graph.data;
  data = builder.finish();
  data.report.isolated_nodes = 0;  // the edges are not here
  if (options.labels_needed) check_labels(data.name, data.labels, data.classes, "node");
  {
    Progress progress(console, "embedding", 1);
    EmbeddingOptions embedding = how.embedding;
    embedding.progress = [&](double share) {
      progress.set(share);
      return !interrupted();
    };
    prepared.embedding = embed_incidence(incidence, embedding);
  }
  prepared.examples = examples_of(data, prepared.embedding);
  prepared.examples.graph = nullptr;
  prepared.source_json = source_json(data);
  prepared.source_json["format"] = "incidence list";
  prepared.source_json["pairs"] = pairs;
  prepared.source_json.erase("edges");
  prepared.source_json.erase("components");
  prepared.embedding_json = embedding_json(prepared.embedding, how.embedding.laplacian);
  prepared.summary =
      fmt::format(
          "{}: {} of {} in one component, {}: too dense for a graph, embedded by the "
          "incidence itself\n",
          data.name, grouped(kept.size()), counted(members, "member"), counted(pairs, "pair")) +
      summary_of(prepared.embedding, how.embedding.laplacian);
  return true;
}

}  // namespace

std::unique_ptr<Prepared> prepare(const SourceOptions& options, const EmbedOptions& embedding,
                                  const Console& console) {
  auto prepared = std::make_unique<Prepared>();
  if (is_embedding_shards(options.source)) {
    prepare_shards(*prepared, options, embedding.by_shard);
    return prepared;
  }
  OpenedSource source = open_source(options, console);
  if (is_incidence(options) && prepare_dense_incidence(*prepared, options, embedding, console)) {
    return prepared;
  }
  if (source.kind == SourceKind::kGraph) {
    prepare_graph(*prepared, std::move(source), options, embedding, console);
  } else {
    prepare_vectors(*prepared, std::move(source), options, embedding, console);
  }
  return prepared;
}

}  // namespace querent::apps
