// SPDX-License-Identifier: Apache-2.0
// The interface of the solvers of embed(). Each solves one connected graph; embed() divides a graph
// into its components, chooses the solver and checks the result.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <Eigen/Core>

#include <querent/graph/graph.hpp>
#include <querent/graph/matrices/laplacian.hpp>
#include <querent/spectral/embedding.hpp>
#include <querent/spectral/lazy_eigenvectors.hpp>

namespace querent::spectral {

/// The parent of a root.
inline constexpr Node kNoParent = ~Node{0};

/// An order in which the nodes of a graph are eliminated, with the cost of a factorisation in this
/// order. The order is a postorder of the elimination tree.
struct Elimination {
  std::vector<Node> order;        ///< order[k] is the k-th
  std::vector<Node> parent = {};  ///< of column k, the first row below its diagonal, or kNoParent
  std::vector<Node> length = {};  ///< of column k, the number of rows below its diagonal
  double numbers = 0;             ///< off the diagonal of U in L = Uᵀ D U
  double work = 0;                ///< multiplications
};

/// Approximate minimum degree, its fill counted symbolically; empty if it exceeds these limits.
std::optional<Elimination> elimination(const Graph& graph, double most_numbers, double most_work);

/// How to factorise L, of a connected graph, for its `count` smallest pairs, if that is less work
/// than block Lanczos: on paths, rings, grids, trees, road maps.
std::optional<Elimination> cheap_elimination(const Laplacian& L, Eigen::Index count);

/// The same whenever it is possible: if the user asks for it, or block Lanczos has failed.
std::optional<Elimination> possible_elimination(const Graph& graph);

/// The smallest tolerance, relative to the norm of L, that floats and one or two filters in double
/// reach; for smaller ones the vectors of block Lanczos are doubles.
inline constexpr double kFloatsReach = 2e-7;

/// Where the vectors of block Lanczos are stored, and how many it may keep.
struct BasisStorage {
  Eigen::Index most_columns = 0;       ///< 0: the fastest number
  std::filesystem::path scratch = {};  ///< a directory for a file of them; empty: in memory
  bool rows_by_slabs = false;          ///< they stay there, and rows are computed a few at a time
};

/// Vectors that block Lanczos keeps at most for `count` pairs, without a limit.
Eigen::Index usual_columns(Eigen::Index count);

/// By options.memory_limit and options.scratch: in memory if all fits, otherwise in the file,
/// otherwise with restarts. LimitError, with the memory needed, if none of them fits.
BasisStorage basis_storage(const Graph& graph, const EmbeddingOptions& options);

/// The peak memory of embed() with this elimination, in bytes, about as exact as EmbeddingMemory.
std::uint64_t elimination_memory(const Graph& graph, const EmbeddingOptions& options,
                                 const Elimination& elimination);

/// Up to this many nodes the dense solver's n³ costs less than the others' overhead.
constexpr std::uint64_t kDenseNodes = 400;

struct Problem {
  const Laplacian& L;                    ///< of a connected graph of at least two nodes
  Eigen::Index count;                    ///< pairs wanted, 1 … n − 1
  double tolerance;                      ///< bound on ‖L v − λ v‖₂, absolute
  double value_error;                    ///< bound on |θ − λ|/λ, see accuracy.hpp
  std::function<void(double)> progress;  ///< called with a fraction in [0, 1]; throws Cancelled
  BasisStorage storage = {};             ///< of block Lanczos
};

struct EigenPairs {
  Eigen::VectorXd values = {};  ///< ascending
  /// n × count, unit columns, orthogonal to each other and to the null vector up to rounding, that
  /// of floats (1e-6) if the tolerance allows floats.
  Embedding::Rows vectors = {};
  std::unique_ptr<LazyEigenvectors> stored =
      {};                          ///< if rows are wanted a few at a time: instead of `vectors`
  Eigen::VectorXd residuals = {};  ///< ‖L v − λ v‖₂; if empty, embed() computes it, and λ
  Eigen::VectorXd errors = {};     ///< bounds of the values' errors; empty: from these pairs alone
  std::string solver = {};         ///< its name, with its parameters
};

/// 0 … count − 1 in the order of the values, which are then ascending, likewise the residuals; the
/// vectors are not moved.
std::vector<Eigen::Index> ascending(EigenPairs& pairs);

/// λ = vᵀ L v and ‖L v − λ v‖ of each vector; sorts the pairs by λ.
void measure(const Laplacian& L, EigenPairs& pairs);

/// All eigenpairs of the dense matrix (Eigen's tridiagonal QR), O(n³).
EigenPairs solve_dense(const Problem& problem);

/// Block Lanczos on (L + σI)⁻¹ by a sparse LDLᵀ factorisation; 2 count + 100 nodes or more. Counts
/// the eigenvalues below the last one by Sylvester's law of inertia.
EigenPairs solve_shift_invert(const Problem& problem, const Elimination& elimination);

/// Block Lanczos on a Chebyshev filter of L: a product serves eight vectors, in floats if the
/// tolerance allows it. Searches for missed pairs.
EigenPairs solve_block(const Problem& problem);

/// The same if L is distributed over processes, which all call it; returns this process's rows of
/// the vectors. Row i of L is node order[i] of the process, and row order[i] of the result.
EigenPairs solve_part(const Problem& problem, std::vector<Node> order);

}  // namespace querent::spectral
