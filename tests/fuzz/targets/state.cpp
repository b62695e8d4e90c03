// SPDX-License-Identifier: Apache-2.0
// Files that outlive a run: models, checkpoints and sessions (with valid checksums), cached rows
// and embeddings, registrations, and the manifests of an embedding's shards.
#include <algorithm>
#include <array>
#include <memory>
#include <stdexcept>

#include <querent/apps/experiment/checkpoint.hpp>
#include <querent/apps/experiment/run_state.hpp>
#include <querent/apps/model/trained_model.hpp>
#include <querent/datasets/checksum.hpp>
#include <querent/datasets/locate.hpp>
#include <querent/datasets/user_datasets.hpp>
#include <querent/datasets/vectors/cache/row_cache.hpp>
#include <querent/graph/read.hpp>
#include <querent/learners/session/session.hpp>
#include <querent/spectral/files/embedding_cache.hpp>
#include <querent/spectral/files/embedding_io.hpp>
#include <querent/spectral/files/embedding_shards.hpp>

#include "../../support/with_checksum.hpp"
#include "../../support/with_row_checksums.hpp"
#include "../target.hpp"
#include "file.hpp"

namespace querent::fuzz {

namespace {

void model(std::string_view bytes) {
  const ModelFile file(testing::with_checksum(std::string(bytes)), "fuzz");
  apps::model_text(file, apps::TrainedModel::read(file));
}

constexpr std::array kValues{1.0, 0.0, 0.0, 1.0, 1.0, 1.0, -1.0, 0.5};

void checkpoint(std::string_view bytes) {
  put(scratch() / "run-0-0.checkpoint", testing::with_checksum(std::string(bytes)));
  static const std::array labels{0, 1, 0, 1};
  DatasetView examples;
  examples.rows = DenseView{kValues, 2};
  examples.labels = labels;
  examples.stream = {0, 1, 2, 3};
  examples.dim = 2;
  apps::RunState state{{},
                       Online(examples, learner_config("MSG", "", {}), "one-hot", {}, 4,
                              make_rng(0, 0, Stream::kQuery))};
  const apps::Checkpoint kept({.every = 1, .directory = scratch(), .fingerprint = "fuzz"}, 0, 0);
  try {
    if (kept.read(state)) state.online.play(3, [](std::uint32_t) { return 1; });
  } catch (const apps::UsageError&) {  // it belongs to another run
  }
}

void session(std::string_view bytes) {
  put(scratch() / "fuzz.session", testing::with_checksum(std::string(bytes)));
  static const auto items = std::make_shared<const Items>(
      Items{.rows = Embedding::Rows(Eigen::Map<const Embedding::Rows>(kValues.data(), 4, 2))});
  Session kept = Session::load(scratch() / "fuzz.session", items);
  kept.next();
  kept.predictions();
  kept.estimate();
}

// Unchanged, and with valid checksums.
void row_cache(std::string_view bytes, bool sealed) {
  put(scratch() / "fuzz.rows",
      sealed ? testing::with_row_checksums(std::string(bytes)) : std::string(bytes));
  std::string why;
  try {
    const auto cached = open_row_cache(scratch() / "fuzz.rows", {.size = 1}, {}, why);
    if (!cached) return;
    while (cached->source.blocks->next() != nullptr) {
    }
  } catch (const CacheDamage&) {
  }
}

void row_caches(std::string_view bytes) {
  row_cache(bytes, false);
  row_cache(bytes, true);
}

// A cached embedding with a valid SHA-256.
void embedding_cache(std::string_view bytes) {
  static const Graph graph = [] {
    Input path = Input::from_memory("a b\nb c\nc d\n", "path");
    return read_graph(path, nullptr, nullptr).graph;
  }();
  const EmbeddingOptions options{.dim = 2};
  constexpr std::size_t kDigest = 64;
  std::string sealed(bytes.substr(0, bytes.size() - std::min(bytes.size(), kDigest)));
  sealed += sha256(sealed);
  put(scratch() / "kept" / (embedding_key(graph, options) + ".embedding"), sealed);
  const Embedding found = embed_cached(graph, options, scratch() / "kept");
  if (found.rows.rows() != 4 || found.rows.cols() != 2 || !found.rows.allFinite())
    throw std::logic_error("a cached embedding has another shape");
}

template <bool npy>
void embedding_rows(std::string_view bytes) {
  const auto file = scratch() / (npy ? "rows.npy" : "rows.tsv");
  put(file, bytes);
  read_embedding_rows(file);
}

void registration(std::string_view bytes) {
  static const bool here = setenv("QUERENT_CACHE", scratch().c_str(), 1) == 0;
  put(scratch() / "added/fuzz.json", bytes);
  LocateOptions options;
  options.allow_network = !here;
  locate(*find_user_dataset("fuzz"), options);
}

void shards(std::string_view bytes) {
  put(scratch() / "fuzz.shards/manifest.json", bytes);
  read_embedding_shards(scratch() / "fuzz.shards");
}

}  // namespace

std::vector<Target> state_targets() {
  return {{"model", model},
          {"checkpoint", checkpoint},
          {"session", session},
          {"row-cache", row_caches},
          {"embedding-cache", embedding_cache},
          {"embedding-npy", embedding_rows<true>},
          {"embedding-tsv", embedding_rows<false>},
          {"registration", registration},
          {"shards", shards}};
}

}  // namespace querent::fuzz
