// SPDX-License-Identifier: Apache-2.0
// Words spread over s steps for each s of several, in one row.
//
//   X_s   rows of length 1 of the words spread over s steps      propagated_features.hpp
//   X_∼   the same over two steps of another graph: each node joined to the K whose words are most
//         like its own, by the distances of the rows of X_0      neighbours.hpp
//   J = [X_s, X_∼] / √(number of scales) = U Σ Vᵀ,   row i = (U Σ)_i of the first d, at length 1
//
// Nodes without edges, and small components, are reached by X_∼ alone.
// J has the mean of the scales' inner products, so a linear model on its rows averages kernels
// (Gönen, Alpaydın, Multiple Kernel Learning Algorithms, JMLR 12, 2011, §3.1), and U Σ = J V is the
// best of rank d: V are the eigenvectors of JᵀJ, which is small.
#include <querent/spectral/feature_scales.hpp>

#include <cmath>
#include <stdexcept>

#include <querent/spectral/dense.hpp>

#include <querent/graph/neighbours.hpp>

namespace querent {

namespace {

constexpr int kSimilarSteps = 2;  // docs/LABELS.md

}  // namespace

Embedding::Rows propagate_scales(const Graph& graph, const NodeFeatures& features,
                                 const FeatureScalesOptions& options) {
  if (options.steps.empty()) throw std::invalid_argument("propagate_scales: a scale is needed");
  if (features.dim == 0) throw std::invalid_argument("propagate_scales: a feature is needed");
  if (options.similar < 0) throw std::invalid_argument("propagate_scales: similar >= 0 is needed");
  const auto spread = [&](const Graph& over, int steps) {
    return propagate_features(
        over, features,
        {.dim = options.dim, .steps = steps, .threads = options.threads, .go_on = options.go_on});
  };
  const bool joins_similar = options.similar > 0 && graph.num_nodes() > 1;
  const std::size_t scales = options.steps.size() + (joins_similar ? 1 : 0);
  Eigen::MatrixXd J(static_cast<Eigen::Index>(graph.num_nodes()), 0);
  const auto add = [&](const Embedding::Rows& X) {
    J.conservativeResize(Eigen::NoChange, J.cols() + X.cols());
    J.rightCols(X.cols()) = X / std::sqrt(static_cast<double>(scales));
  };
  for (const int steps : options.steps) add(spread(graph, steps));
  if (joins_similar) {
    const PointRows own = spread(graph, 0).cast<float>();
    const Graph similar = neighbour_graph(
        nearest_neighbours(own, {.k = options.similar, .threads = options.threads}));
    add(spread(similar, kSimilarSteps));
  }
  const spectral::SymmetricPairs eigen =
      spectral::symmetric_pairs(spectral::transposed_times(J, J));
  const Eigen::Index d = std::min<Eigen::Index>(options.dim, J.cols());
  Eigen::MatrixXd V = eigen.vectors.rightCols(d).rowwise().reverse();
  for (Eigen::Index k = 0; k < d; ++k) {  // a sign of its own: the largest entry is positive
    Eigen::Index largest = 0;
    V.col(k).cwiseAbs().maxCoeff(&largest);
    if (V(largest, k) < 0) V.col(k) *= -1;
  }
  Embedding::Rows rows = spectral::times(J, V);
  for (Eigen::Index i = 0; i < rows.rows(); ++i) {
    const double length = rows.row(i).norm();
    if (length > 0) rows.row(i) /= length;
  }
  return rows;
}

}  // namespace querent
