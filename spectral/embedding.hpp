// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <span>
#include <stdexcept>
#include <string>

#include <Eigen/Core>

#include <querent/datasets/error.hpp>
#include <querent/graph/graph.hpp>
#include <querent/graph/matrices/laplacian.hpp>

namespace [[gnu::visibility("default")]] querent {

enum class EigenSolver {
  kAuto,         ///< by size and shape; the choice is reported
  kDense,        ///< Eigen's dense eigensolver
  kShiftInvert,  ///< block Lanczos on (L + σI)⁻¹, a sparse factorisation
  kBlockLanczos  ///< matrix-free: blocks of vectors on a Chebyshev filter of L
};

/// A tolerance below which no learner's error rate changes: error rates change at residuals a
/// hundred times larger (docs/EMBEDDING.md has the figures).
constexpr double kLearningTolerance = 1e-4;

/// d from the number of nodes, see auto_dim().
constexpr int kAutoDim = -1;

/// n × d numbers, one contiguous row per node.
using EmbeddingRows = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// The eigenpairs to compute, their accuracy, and the number of threads.
struct EmbeddingOptions {
  int dim = 100;  ///< d ≥ 1 eigenpairs or kAutoDim; fewer if the graph has fewer non-zero ones
  LaplacianKind laplacian = LaplacianKind::kNormalized;  ///< whose eigenpairs are computed
  EigenSolver solver = EigenSolver::kAuto;               ///< see EigenSolver
  /// The largest residual ‖L v − λ v‖₂ relative to ‖L‖. The relative error of λ may be 0.01, or 100
  /// times this if that is more.
  double tolerance = kLearningTolerance;
  int threads = 1;  ///< the result does not depend on it
  std::uint64_t memory_limit =
      0;  ///< bytes; 0: no limit. To keep it, block Lanczos uses a file, or restarts
  std::filesystem::path scratch =
      {};  ///< a directory for that file; without a limit it is always used
  /// If set, it gets the rows from node `first` on, part after part, and Embedding::rows stays 0 ×
  /// d: they are never all in memory.
  std::function<void(std::uint64_t first, const EmbeddingRows& rows)> write = {};
  std::function<bool(double)> progress =
      {};  ///< called with a fraction in [0, 1]; false cancels (throws Cancelled)
};

/// Row i is m_i = (v_1(i)/√λ_1, …, v_d(i)/√λ_d): the d smallest non-zero eigenpairs of the
/// Laplacian, ascending. The zero eigenvalue of each component is left out. The largest entry in
/// absolute value of each v_k is positive.
struct Embedding {
  using Rows = EmbeddingRows;

  Rows rows;                    ///< n × d; 0 × d if EmbeddingOptions::write was given them
  Eigen::VectorXd eigenvalues;  ///< d
  Eigen::VectorXd residuals;    ///< ‖L v − λ v‖₂ of each pair, computed
  std::string solver;           ///< its name, with its parameters
  double seconds = 0;           ///< spent, of wall time
  std::string cache = {};       ///< result of embed_cached: "hit", "stored" or the reason

  /// m_i, for a DenseRow.
  std::span<const double> row(Node i) const {
    return {&rows(static_cast<Eigen::Index>(i), 0), static_cast<std::size_t>(rows.cols())};
  }
};

/// Throws NotConverged if a pair misses the tolerance, std::invalid_argument for impossible
/// options, DataError for impossible weights, LimitError if the memory limit is too low, IoError if
/// the scratch file fails. Vectors in a file give the bytes of those in memory, restarts others
/// within the tolerance.
Embedding embed(const Graph& graph, const EmbeddingOptions& options = {});

/// The d of kAutoDim for a graph of `num_nodes` nodes: docs/EMBEDDING.md has the measurements.
int auto_dim(std::uint64_t num_nodes);

/// The eigensolver ended without the requested pairs.
class NotConverged : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace querent
