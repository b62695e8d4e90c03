// SPDX-License-Identifier: Apache-2.0
// L v₀ = 0 for v₀ = 1 if L = D − S, and for v₀ = D^(1/2) 1 if L = I − D^(−1/2) S D^(−1/2). Yang,
// Efficient Multi-Class Selective Sampling on Graphs (UAI 2016), §II, has v₁/√λ₁ with λ₁ = 0 in M;
// numerically λ₁ is about 1e-16.
#include <querent/spectral/null_vector.hpp>

#include <cmath>

namespace querent {

void add_null_vector(Embedding& embedding, const Graph& graph, LaplacianKind laplacian,
                     NullVector how) {
  if (how == NullVector::kDrop) return;
  const Eigen::Index n = embedding.rows.rows(), d = embedding.rows.cols();
  if (static_cast<std::uint64_t>(n) != graph.num_nodes())
    throw std::invalid_argument("add_null_vector: the embedding is of another graph");
  Eigen::VectorXd column = Eigen::VectorXd::Ones(n);
  if (how == NullVector::kKeep) {
    if (laplacian == LaplacianKind::kNormalized) {
      for (Node i = 0; i < graph.num_nodes(); ++i)
        column(static_cast<Eigen::Index>(i)) = std::sqrt(graph.degree(i));
    }
    column *= kNullColumn * std::sqrt(static_cast<double>(n)) / column.norm();
  }
  Embedding::Rows rows(n, d + 1);
  rows.col(0) = column;
  rows.rightCols(d) = embedding.rows;
  embedding.rows = std::move(rows);
  // |column|² = |v₀|²/λ₀ = 1/λ₀
  Eigen::VectorXd values(d + 1), residuals(d + 1);
  values << 1 / column.squaredNorm(), embedding.eigenvalues;
  residuals << 0, embedding.residuals;
  embedding.eigenvalues = std::move(values);
  embedding.residuals = std::move(residuals);
  embedding.solver += how == NullVector::kKeep ? ", null vector kept" : ", a column of ones";
}

}  // namespace querent
