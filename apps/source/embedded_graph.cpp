// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/source/embedded_graph.hpp>

#include <chrono>
#include <cmath>
#include <exception>
#include <fstream>
#include <utility>

#include <fmt/format.h>

#include <querent/apps/output/results_json.hpp>
#include <querent/apps/source/source.hpp>
#include <querent/apps/terminal/usage_error.hpp>
#include <querent/datasets/cache.hpp>
#include <querent/datasets/checksum.hpp>
#include <querent/datasets/error.hpp>
#include <querent/datasets/platform/machine.hpp>
#include <querent/datasets/write_whole.hpp>
#include <querent/spectral/embedding_memory.hpp>
#include <querent/spectral/files/embedding_cache.hpp>
#include <querent/spectral/files/embedding_io.hpp>

namespace querent::apps {

namespace {

// Smaller graphs are embedded while a person reads the first line.
constexpr std::uint32_t kLeastNodes = 10'000;
constexpr std::uint32_t kMostChanged = 20;  // one node in 20

std::filesystem::path directory() {
  return cache_directory() / "embeddings";
}

bool applies(const GraphData& data, const EmbedOptions& how) {
  return how.may_extend && !how.no_cache && how.null_vector == NullVector::kDrop &&
         data.graph.num_nodes() >= kLeastNodes && has_cache_directory();
}

// The path depends on the source and on all settings of the embedding, but not on the graph.
std::filesystem::path record_of(const GraphData& data, const EmbedOptions& how) {
  const std::string source = std::filesystem::absolute(data.name).string();
  return directory() / (sha256(source + embedding_key(Graph(), how.embedding)) + ".nodes");
}

}  // namespace

void remember_embedded(const GraphData& data, const EmbedOptions& how) {
  if (!applies(data, how)) return;
  std::string text = embedding_key(data.graph, how.embedding) + "\n";
  for (std::uint64_t i = 0; i < data.names.size(); ++i) {
    const std::string_view name = data.names[i];
    if (name.find('\n') != name.npos) return;
    text.append(name).append("\n");
  }
  try {
    std::filesystem::create_directories(directory());
    WholeFile file(record_of(data, how), Links::kPrivate);
    file.stream() << text;
    file.commit();
  } catch (const std::exception&) {  // the next start embeds the whole graph
  }
}

std::optional<GrownEmbedding> embedding_of_grown(const GraphData& data, const EmbedOptions& how) {
  const auto start = std::chrono::steady_clock::now();
  if (!applies(data, how)) return std::nullopt;
  std::ifstream record(record_of(data, how));
  std::string key, name;
  if (!std::getline(record, key) || key.size() != sha256("").size()) return std::nullopt;
  const std::string now = embedding_key(data.graph, how.embedding);
  if (key == now || std::filesystem::exists(directory() / (now + ".embedding")))
    return std::nullopt;
  std::vector<std::string> ids;
  while (std::getline(record, name)) ids.push_back(name);
  const RowsBefore before = rows_before(data, ids);
  if ((before.came + before.vanished) * kMostChanged > data.graph.num_nodes()) return std::nullopt;
  const auto embedded = cached_embedding(key, ids.size(), directory());
  if (!embedded) return std::nullopt;
  GrownEmbedding grown{
      .embedding = extended(*embedded, data.graph, before.row, how.embedding.laplacian),
      .came = before.came};
  grown.embedding.seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return grown;
}

EmbedAgain::EmbedAgain(std::shared_ptr<const Graph> graph, const EmbeddingOptions& how) {
  if (!QUERENT_THREADS) return;  // the next start embeds the graph
  thread_ =
      std::thread([this, graph = std::move(graph), options = EmbeddingOptions(how)]() mutable {
        options.threads = 1;  // the other threads serve the user
        options.progress = [this](double) { return !stop_.load(); };
        try {
          embed_cached(*graph, options, directory());
        } catch (const std::exception&) {  // the next start embeds the graph
        }
      });
}

EmbedAgain::~EmbedAgain() {
  stop_ = true;
  if (thread_.joinable()) thread_.join();
}

namespace {

// Warns before the start about an embedding that would be killed an hour later.
void tell_of_memory(const Graph& graph, const EmbeddingOptions& how, const Console& console) {
  const auto machine = static_cast<double>(platform::physical_memory());
  const EmbeddingMemory need = embedding_memory(graph, how);
  if (how.memory_limit > 0 || !how.scratch.empty() || static_cast<double>(need.whole) <= machine)
    return;
  console.note(
      fmt::format("the embedding needs about {:.3g} GB and this machine has {:.3g} GB: "
                  "--memory-limit MB restarts the solver ({:.3g} GB), --scratch DIR writes {:.3g} "
                  "GB of vectors to a file ({:.3g} GB in memory), and a smaller --dim needs less",
                  static_cast<double>(need.whole) * 1e-9, machine * 1e-9,
                  static_cast<double>(need.restarted) * 1e-9, static_cast<double>(need.file) * 1e-9,
                  static_cast<double>(need.scratch) * 1e-9));
}

Embedding embed_or_find(const Graph& graph, const EmbedOptions& options, const Console& console) {
  Progress progress(console, "embedding", 1);
  EmbeddingOptions how = options.embedding;
  if (options.null_vector != NullVector::kDrop && how.dim != kAutoDim && --how.dim == 0)
    throw UsageError(
        "--null-vector: the embedding would have no other column — give --dim 2 or more");
  how.progress = reporting(progress);
  tell_of_memory(graph, how, console);
  if (options.no_cache || how.write) return embed(graph, how);
  if (!has_cache_directory()) {
    console.note(
        "the embedding is not cached, because none of QUERENT_CACHE, XDG_CACHE_HOME and HOME is "
        "set — set one, or give --no-cache");
    return embed(graph, how);
  }
  Embedding embedding = embed_cached(graph, how, cache_directory() / "embeddings");
  if (embedding.cache.starts_with("stored again: ")) {
    console.note(fmt::format("the cached embedding was not used, it is {}", embedding.cache));
  } else if (embedding.cache != "hit" && embedding.cache != "stored") {
    console.note(fmt::format("the embedding is not cached: {}", embedding.cache));
  }
  return embedding;
}

}  // namespace

Embedding embed_graph(const Graph& graph, const EmbedOptions& options, const Console& console) {
  // the cache stores the solved eigenvectors; the null vector is computed
  Embedding embedding = embed_or_find(graph, options, console);
  add_null_vector(embedding, graph, options.embedding.laplacian, options.null_vector);
  const auto columns = embedding.eigenvalues.size();
  const int dim = options.embedding.dim;  // small graphs have fewer than the default
  if (dim != EmbeddingOptions().dim && dim != kAutoDim && columns < dim)
    console.note(fmt::format("the graph has only {} of the {} eigenpairs of --dim", columns, dim));
  return embedding;
}

void add_embedding(std::string& summary, const Embedding& embedding, LaplacianKind laplacian,
                   bool verbose) {
  summary.insert(summary.find('\n'), embedding.cache == "hit"
                                         ? ", embedding from the cache"
                                         : ", embedded in " + duration(embedding.seconds));
  if (!verbose) return;
  const Json json = embedding_json(embedding, laplacian);
  summary += fmt::format("embedding: {} of the {} Laplacian, {}, residual ≤ {:.1e}\n",
                         counted(json["dim"].get<std::uint64_t>(), "eigenpair"),
                         json["laplacian"].get<std::string>(), embedding.solver,
                         json["max_residual"].get<double>());
}

namespace {

// The eigenvectors of D − S are orthogonal to the constant vector, those of the normalized Laplacian
// to the roots of the degrees, nearly so after the graph has grown. Some are orthogonal to both.
void check_laplacian(const Embedding& before, LaplacianKind asked, const Graph& graph,
                     const std::vector<std::uint32_t>& row, const std::filesystem::path& file) {
  const auto cosine = [&](const Eigen::VectorXd& v) {
    const Eigen::RowVectorXd norms = before.rows.colwise().norm() * v.norm();
    return ((v.transpose() * before.rows).array() / norms.array()).abs().maxCoeff();
  };
  Eigen::VectorXd roots = Eigen::VectorXd::Zero(before.rows.rows());
  for (Node i = 0; i < graph.num_nodes(); ++i)
    if (row[i] != kNewNode) roots[row[i]] = std::sqrt(graph.degree(i));
  const bool constant = cosine(Eigen::VectorXd::Ones(before.rows.rows())) < 1e-4;
  const bool combinatorial = asked == LaplacianKind::kCombinatorial;
  if (combinatorial ? constant : !constant || cosine(roots) < 0.01) return;
  const char* found = combinatorial ? "normalized" : "combinatorial";
  throw UsageError("--extend {}: its rows are of the {} Laplacian — give --laplacian {}",
                   in_quotes(file.string()), found, found);
}

}  // namespace

ExtendedEmbedding extended_embedding(const GraphData& data, const std::filesystem::path& file,
                                     LaplacianKind laplacian) {
  Embedding before;
  before.rows = read_embedding_rows(file);
  const std::vector<std::string> ids = read_embedding_nodes(file);
  if (ids.size() != static_cast<std::size_t>(before.rows.rows()))
    throw DataError({.source = file.string()},
                    fmt::format("expected one node id per row, found {} for {} — embed the graph "
                                "again",
                                counted(ids.size(), "id"),
                                counted(static_cast<std::uint64_t>(before.rows.rows()), "row")));
  before.eigenvalues = eigenvalues_of(before.rows, file.string());
  before.residuals = Eigen::VectorXd::Zero(before.eigenvalues.size());
  before.solver = "rows of " + file.filename().string();
  const RowsBefore known = rows_before(data, ids);
  if (known.came == known.row.size())
    throw DataError(
        {.source = file.string()},
        fmt::format("expected rows of nodes of {}, found none: the first id is {} — give "
                    "the embedding of this graph before it grew",
                    data.name, ids.empty() ? "missing" : in_quotes(ids.front())));
  check_laplacian(before, laplacian, data.graph, known.row, file);
  ExtendedEmbedding found{.embedding = {}, .came = known.came, .vanished = known.vanished};
  const std::clock_t start = std::clock();
  found.embedding = extended(before, data.graph, known.row, laplacian);
  found.embedding.seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
  for (std::size_t i = 0; i < known.row.size(); ++i)
    found.without += known.row[i] == kNewNode &&
                     found.embedding.rows.row(static_cast<Eigen::Index>(i)).isZero(0);
  return found;
}

}  // namespace querent::apps
