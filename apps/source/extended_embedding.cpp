// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/source/extended_embedding.hpp>

#include <ctime>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include <fmt/format.h>

#include <querent/datasets/error.hpp>
#include <querent/spectral/embedding_io.hpp>
#include <querent/spectral/out_of_sample.hpp>

namespace querent::apps {

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
  std::unordered_map<std::string_view, std::uint32_t> row_of;
  for (std::uint32_t i = 0; i < ids.size(); ++i) row_of.emplace(ids[i], i);
  std::vector<std::uint32_t> row_before(data.names.size(), kNewNode);
  ExtendedEmbedding found;
  for (std::size_t i = 0; i < row_before.size(); ++i) {
    const auto row = row_of.find(data.names[i]);
    if (row == row_of.end()) {
      ++found.came;
    } else {
      row_before[i] = row->second;
    }
  }
  const std::uint64_t kept = row_before.size() - found.came;
  if (kept == 0)
    throw DataError(
        {.source = file.string()},
        fmt::format("expected rows of nodes of {}, found none: the first id is {} — give "
                    "the embedding of this graph before it grew",
                    data.name, ids.empty() ? "missing" : in_quotes(ids.front())));
  found.vanished = ids.size() - kept;
  const std::clock_t start = std::clock();
  found.embedding = extended(before, data.graph, row_before, laplacian);
  found.embedding.seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
  for (std::size_t i = 0; i < row_before.size(); ++i)
    found.without += row_before[i] == kNewNode &&
                     found.embedding.rows.row(static_cast<Eigen::Index>(i)).isZero(0);
  return found;
}

}  // namespace querent::apps
