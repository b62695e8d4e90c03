// SPDX-License-Identifier: Apache-2.0
// embed() of spectral/embedding.cpp for a graph whose rows are distributed over ranks: solve, fix
// the signs, scale, write.
#include <querent/spectral/distributed/embed_shared.hpp>

#include <algorithm>
#include <array>
#include <chrono>

#include <fmt/format.h>

#include <querent/datasets/write_whole.hpp>
#include <querent/graph/parallel.hpp>
#include <querent/spectral/signs.hpp>

namespace querent::distributed {
namespace {

namespace fs = std::filesystem;

/// For column_signs(): the entries are distributed over all ranks.
struct OnRanks {
  void largest(std::vector<double>& x) const { max(x); }
  void first(std::vector<std::uint64_t>& x) const { min(x); }
};

/// The directory of shards before they get their final name. A killed job leaves it; the next job
/// of the same name starts again.
fs::path make_directory(const fs::path& out, const Ranks& ranks) {
  const fs::path real = out.has_filename() ? out : out.parent_path();
  const fs::path directory = real.parent_path() / fmt::format(".{}.part", real.filename().string());
  together(ranks, [&] {
    if (!ranks.first()) return;
    std::error_code error;
    fs::remove_all(directory, error);
    if (!fs::create_directory(directory, error) && error) {
      throw IoError(fmt::format("cannot make {}: {}", directory.string(), error.message()));
    }
  });
  together(ranks, [&] {
    if (fs::is_directory(directory)) return;
    throw IoError(
        fmt::format("{}: rank {} does not see the directory of rank 0 — remedy: write to a file "
                    "system that all "
                    "machines share",
                    directory.string(), ranks.rank));
  });
  return directory;
}

/// The data about a shard that rank 0 receives.
struct ShardRecord {
  std::uint64_t nodes;
  std::array<char, 64> rows, node_ids;
};

std::vector<EmbeddingShard> gathered(const EmbeddingShard& mine, const Ranks& ranks) {
  ShardRecord record{.nodes = mine.nodes, .rows = {}, .node_ids = {}};
  std::copy_n(mine.rows_sha256.begin(), record.rows.size(), record.rows.begin());
  std::copy_n(mine.nodes_sha256.begin(), record.node_ids.size(), record.node_ids.begin());
  const std::vector<ShardRecord> copies(static_cast<std::size_t>(ranks.count), record);
  std::vector<EmbeddingShard> shards;
  for (const ShardRecord& r :
       exchange(std::span<const ShardRecord>(copies), std::vector<int>(copies.size(), 1)).data) {
    shards.push_back({.nodes = r.nodes,
                      .rows_sha256 = {r.rows.data(), r.rows.size()},
                      .nodes_sha256 = {r.node_ids.data(), r.node_ids.size()}});
  }
  return shards;
}

/// One rename gives the whole embedding its name and replaces an older one of this name.
void publish_directory(const fs::path& from, const fs::path& to) {
  const fs::path real = to.has_filename() ? to : to.parent_path();
  fs::path older;
  if (fs::exists(real)) {
    if (!is_embedding_shards(real))
      throw IoError(real.string() +
                    ": exists and is not an embedding of querent, so it is not replaced");
    older = from;
    older += ".old";
    fs::remove_all(older);
    fs::rename(real, older);
  }
  publish(from, real);
  if (!older.empty()) fs::remove_all(older);
}

}  // namespace

SharedEmbedding embed_shared(SharedGraph graph, const std::string& source,
                             const EmbeddingOptions& options, const Ranks& ranks,
                             const fs::path& out, const std::function<void(double)>& progress) {
  const auto start = std::chrono::steady_clock::now();
  const std::uint64_t n = graph.ranges.total();
  const int dim = options.dim == kAutoDim ? auto_dim(n) : options.dim;
  const auto least = std::max<std::uint64_t>(400, 3 * static_cast<std::uint64_t>(dim));
  const std::uint64_t pairs_there_are = n - graph.components;
  together(ranks, [&] {
    if (pairs_there_are >= least) return;
    throw std::invalid_argument(
        fmt::format("on ranks: expected a graph of {} nodes or more beside one for each component, "
                    "for {} eigenpairs, found {} — remedy: embed on one machine",
                    least, dim, pairs_there_are));
  });
  const fs::path directory = make_directory(out, ranks);
  Traffic traffic;
  spectral::EigenPairs pairs = solve_on_ranks(graph, options.laplacian, dim, options.tolerance,
                                              options.threads, ranks, traffic, progress);
  spectral::fix_signs(pairs.vectors, options.threads, graph.ranges.begin(ranks.rank), OnRanks{});

  EmbeddingShards shards;
  shards.source = source;
  shards.laplacian = options.laplacian;
  shards.embedding.eigenvalues = pairs.values;
  shards.embedding.residuals = pairs.residuals;
  shards.embedding.solver =
      fmt::format("{}, {} rank{}", pairs.solver, ranks.count, ranks.count == 1 ? "" : "s");
  EmbeddingShard mine;
  together(ranks, [&] {
    // m_i = (v_k(i)/√λ_k)_k
    const Eigen::RowVectorXd root = pairs.values.cwiseSqrt().transpose();
    const auto rows = static_cast<std::uint64_t>(pairs.vectors.rows());
    for_rows(options.threads, rows, 4096, [&](std::uint64_t i) {
      pairs.vectors.row(static_cast<Eigen::Index>(i)).array() /= root.array();
    });
    mine = write_shard(directory, static_cast<std::size_t>(ranks.rank), pairs.vectors, graph.names);
  });
  shards.shards = gathered(mine, ranks);
  shards.embedding.seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  together(ranks, [&] {
    if (!ranks.first()) return;
    write_manifest(directory, shards);
    publish_directory(directory, out);
  });
  progress(1);
  return {.shards = std::move(shards), .traffic = traffic};
}

}  // namespace querent::distributed
