// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/source/grown_graph.hpp>

#include <chrono>
#include <exception>
#include <filesystem>
#include <fstream>
#include <utility>

#include <querent/datasets/cache.hpp>
#include <querent/datasets/checksum.hpp>
#include <querent/datasets/write_whole.hpp>
#include <querent/spectral/embedding_cache.hpp>

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

}  // namespace querent::apps
