// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/source/extended_embedding.hpp>

#include <ctime>
#include <string>
#include <vector>

#include <fmt/format.h>

#include <querent/apps/source/rows_before.hpp>
#include <querent/apps/terminal/console.hpp>
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
  const RowsBefore known = rows_before(data, ids);
  if (known.came == known.row.size())
    throw DataError(
        {.source = file.string()},
        fmt::format("expected rows of nodes of {}, found none: the first id is {} — give "
                    "the embedding of this graph before it grew",
                    data.name, ids.empty() ? "missing" : in_quotes(ids.front())));
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
