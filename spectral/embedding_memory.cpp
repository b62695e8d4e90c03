// SPDX-License-Identifier: Apache-2.0
// The memory that an embedding needs, before it begins. Bytes per node with d columns, of doubles 8
// and of floats w = 4 (8 if the tolerance is below what floats reach):
//
//   the graph and its copy in another order      2 (8 + 4 neighbours), 8 more per weight
//   its components, degrees, the copy's order    88
//   and the largest of
//     three blocks of eight columns, data of two products, the null vector,
//       and the basis                                                         33 w + w columns
//     pairs that are improved in double                                       8 (d + 8) + 192
//     rows, computed from the rest of the basis                               8 d + w (d + 8) + 16
//
// columns = 3 d + 80, or as few as d + 64 with more restarts. The pages of a basis in a file do not
// count, since the system reclaims them. Rows that are written in parts (EmbeddingOptions::write)
// need twice the memory of a part, 8 d / 32.
#include <querent/spectral/embedding_memory.hpp>

#include <algorithm>

#include <fmt/format.h>

#include <querent/graph/matrices/block_product.hpp>
#include <querent/spectral/solvers/solver.hpp>

namespace querent {
namespace {

constexpr Eigen::Index kB = kBlockColumns;

Eigen::Index fewest_columns(Eigen::Index count) {
  return count + 8 * kB;
}

/// For one component, or for as many nodes and entries.
struct Need {
  double nodes, entries, count;
  bool weighted;
  double width;   // of a number of the basis
  bool by_slabs;  // rows are not kept

  Need(const Graph& graph, const EmbeddingOptions& options)
      : nodes(static_cast<double>(graph.num_nodes())),
        entries(static_cast<double>(graph.all_neighbours().size())),
        count(options.dim == kAutoDim ? auto_dim(graph.num_nodes()) : options.dim),
        weighted(graph.weighted()),
        width(options.tolerance >= spectral::kFloatsReach ? 4 : 8),
        by_slabs(static_cast<bool>(options.write)) {}

  double bytes(double columns, bool in_file) const {
    const double kept = in_file ? 0 : 1;
    const double solving = 33 * width + kept * width * columns;
    const double polishing = kept * 8 * (count + 8) + 192;
    const double rows = (by_slabs ? 2.0 / 32 : 1) * 8 * count + kept * width * (count + 8) + 16;
    return 2 * (8 * nodes + (weighted ? 12 : 4) * entries) +
           nodes * (88 + std::max({solving, polishing, rows}));
  }
};

}  // namespace

namespace spectral {

Eigen::Index usual_columns(Eigen::Index count) {
  return 3 * count + 10 * kB;
}

BasisStorage basis_storage(const Graph& graph, const EmbeddingOptions& options) {
  BasisStorage storage{.most_columns = 0,
                       .scratch = options.scratch,
                       .rows_by_slabs = static_cast<bool>(options.write)};
  if (options.memory_limit == 0) return storage;
  const Need need(graph, options);
  const auto limit = static_cast<double>(options.memory_limit);
  const auto count = static_cast<Eigen::Index>(need.count);
  const auto fits = [&](Eigen::Index columns) {
    return need.bytes(static_cast<double>(columns), false) <= limit;
  };
  if (!fits(usual_columns(count)) && !options.scratch.empty() && need.bytes(0, true) <= limit)
    return storage;
  storage.scratch.clear();
  if (fits(usual_columns(count))) return storage;
  for (Eigen::Index columns = usual_columns(count) - kB; columns >= fewest_columns(count);
       columns -= kB) {
    storage.most_columns = columns;
    if (fits(columns)) return storage;
  }
  const EmbeddingMemory all = embedding_memory(graph, options);
  const auto gigabytes = [](std::uint64_t bytes) { return static_cast<double>(bytes) * 1e-9; };
  throw LimitError(fmt::format(
      "an embedding of {} nodes and {} edges in {} dimensions needs about {:.3g} GB, {:.3g} GB "
      "with many restarts, or {:.3g} GB with its vectors in a file of {:.3g} GB; the limit is "
      "{:.3g} GB — remedy: a larger memory_limit, scratch=DIR or a smaller dim",
      graph.num_nodes(), graph.num_edges(), count, gigabytes(all.whole), gigabytes(all.restarted),
      gigabytes(all.scratch), gigabytes(all.file), limit * 1e-9));
}

std::uint64_t elimination_memory(const Graph& graph, const EmbeddingOptions& options,
                                 const Elimination& elimination) {
  const Need need(graph, options);
  constexpr double kBytesANumber = 12.5;               // with the active fronts
  const double vectors = 8 * (2.5 * need.count + 59);  // doubles: the basis, blocks, the rows
  return static_cast<std::uint64_t>(2 * (8 * need.nodes + (need.weighted ? 12 : 4) * need.entries) +
                                    need.nodes * (88 + vectors) +
                                    kBytesANumber * elimination.numbers);
}

}  // namespace spectral

EmbeddingMemory embedding_memory(const Graph& graph, const EmbeddingOptions& options) {
  const Need need(graph, options);
  const auto count = static_cast<Eigen::Index>(need.count);
  const auto usual = static_cast<double>(spectral::usual_columns(count));
  return {.whole = static_cast<std::uint64_t>(need.bytes(usual, false)),
          .restarted = static_cast<std::uint64_t>(
              need.bytes(static_cast<double>(fewest_columns(count)), false)),
          .scratch = static_cast<std::uint64_t>(need.bytes(0, true)),
          .file = static_cast<std::uint64_t>(need.nodes * need.width * usual)};
}

}  // namespace querent
