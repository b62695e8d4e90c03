// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include <querent/graph/graph.hpp>
#include <querent/graph/matrices/dense_block.hpp>
#include <querent/graph/parallel.hpp>

namespace [[gnu::visibility("default")]] querent {

struct GraphPart;

enum class LaplacianKind {
  kNormalized,  ///< I − D^{−1/2} S D^{−1/2}, eigenvalues in [0, 2]; rows of isolated nodes are
                ///< 0
  kCombinatorial  ///< D − S
};

/// "normalized" or "combinatorial".
constexpr const char* to_string(LaplacianKind kind) {
  return kind == LaplacianKind::kNormalized ? "normalized" : "combinatorial";
}

/// L = diag − W in a form for products: diag is D/M, W is M^{−1/2} S M^{−1/2}, M is D or I. It
/// stores vectors of n numbers and reads S from the graph, which must outlive it.
///
/// A node may represent m_i twins, nodes with the same neighbours (twins.hpp). Then L is that of
/// the whole graph on the vectors that are equal on twins, in the orthonormal coordinates √m_i x_i:
/// S_ij counts m_i m_j times and M_ii m_i times. Adjacent twins have m_i − 1 more edges, which
/// count in M_ii but not in S.
class Laplacian {
 public:
  /// `threads` is the limit per product; the bytes of its result do not depend on it.
  Laplacian(const Graph& graph, LaplacianKind kind, int threads = 1)
      : Laplacian(graph, kind, threads, {}) {}
  /// Node i of the graph represents multiplicity[i] twins; empty if all are 1. `between`: weight of
  /// the edges between the twins of each node; empty if there are none.
  Laplacian(const Graph& graph, LaplacianKind kind, int threads, std::vector<double> multiplicity,
            std::vector<double> between = {})
      : Laplacian(graph, kind, threads, std::move(multiplicity), std::move(between),
                  std::numeric_limits<double>::infinity(), nullptr) {}
  /// This process's rows of a distributed matrix: `graph` has the edges between its own nodes.
  /// Vectors are this process's parts; products and sums are collective, and blocks have
  /// kBlockColumns columns. `part` must outlive it.
  Laplacian(const Graph& graph, const GraphPart& part, LaplacianKind kind, int threads)
      : Laplacian(graph, kind, threads, {}, {}, std::numeric_limits<double>::infinity(), &part) {}

  /// The pencil L x = μ M x of this combinatorial Laplacian, M_ii = m_i max(1, D_ii/most), as the
  /// operator M^{−1/2} L M^{−1/2}: hubs get a large mass, so its norm is below 2 most.
  Laplacian with_heavy_hubs(double most) const {
    return {*graph_, LaplacianKind::kCombinatorial, threads_, multiplicity_, between_, most, part_};
  }

  std::uint64_t size() const { return degree_.size(); }  ///< n, rows of this process
  std::uint64_t total_size() const;                      ///< rows of all processes
  std::uint64_t components() const;                      ///< 1 for a single process
  /// The rows of other processes; nullptr for a single process.
  const GraphPart* part() const { return part_; }
  /// Number of off-diagonal entries of W: twice the edges.
  std::uint64_t num_entries() const { return graph_->all_neighbours().size(); }
  const Graph& graph() const { return *graph_; }  ///< the caller's graph
  LaplacianKind kind() const { return kind_; }    ///< as constructed
  int threads() const { return threads_; }        ///< ≥ 1, per product
  /// D_ii = Σ_j S_ij of each twin that i represents.
  std::span<const double> degree() const { return degree_; }
  std::span<const double> diagonal() const { return diagonal_; }  ///< L_ii; n entries
  /// Number of twins that i represents; 1 by default.
  double multiplicity(std::uint64_t i) const {
    return multiplicity_.empty() ? 1 : multiplicity_[i];
  }
  /// M_ii of L x = μ M x in the coordinates x = M^{−1/2} v of products: m_i D_ii if normalized, m_i
  /// if combinatorial.
  double mass(std::uint64_t i) const {
    if (!mass_.empty()) return mass_[i];
    return kind_ == LaplacianKind::kNormalized ? degree_[i] : 1;
  }
  /// An upper bound on ‖L‖₂ = λ_max: 2 if normalized; else max over edges of D_i/M_i + D_j/M_j
  /// (Anderson and Morley, Linear and Multilinear Algebra 18, 1985).
  double norm_bound() const { return norm_bound_; }
  /// The null vector of a connected graph, of norm 1: M^{1/2} 1, scaled; for a share with several
  /// components, the sum of theirs.
  std::vector<double> null_vector() const;

  /// Replaces x by its sum over all processes.
  void add_up(std::span<double> x) const;
  /// K sums over the rows of all processes: f(i, sum) adds the terms of row i to sum[0 … K − 1].
  template <std::size_t K, class F>
  std::array<double, K> sum_rows(F&& f) const {
    std::array<double, K> sums = querent::sum_rows<K>(threads_, size(), f);
    add_up(sums);
    return sums;
  }

  /// Calls visit(i, j, W_ij) for every entry of W between nodes of this process, by rows.
  template <class Visit>
  void for_each_entry(Visit&& visit) const {
    for (Node i = 0; i < size(); ++i) {
      const double own = root(i);
      graph_->for_each_neighbour(i, [&](Node j, double S) {
        visit(std::uint64_t{i}, std::uint64_t{j}, S * own * root(j));
      });
    }
  }

  /// y ← L x, for x and y of the same shape with any number of columns. For repeated products, keep
  /// a Product, which reuses its workspace.
  void multiply(const DenseBlock<double>& x, DenseBlock<double>& y) const;

  /// Three-term recurrences of s (m − L), with one pass over S per step. They run in the
  /// coordinates z_i = m_i M_ii^{−1/2} x_i, in which W is m_i² M_ii^{−1} S, so the entries of S
  /// need no scaling.
  template <class Real>
  class Recurrence {
   public:
    /// L must outlive the recurrence.
    Recurrence(const Laplacian& L, double m, double s);
    /// x ← z and z ← x.
    void enter(DenseBlock<Real>& x) const { scale(x, into_); }
    /// See enter().
    void leave(DenseBlock<Real>& x) const { scale(x, out_of_); }
    /// z_1 ← (s/2) (m − L) z_0: T_1 is half of the recurrence's value.
    void start(const DenseBlock<Real>& z0, DenseBlock<Real>& z1) const { step(z0, z1, true); }
    /// z_{k−1} ← s (m − L) z_k − z_{k−1}, which is z_{k+1}.
    void advance(const DenseBlock<Real>& z, DenseBlock<Real>& previous) const {
      step(z, previous, false);
    }

   private:
    void step(const DenseBlock<Real>& x, DenseBlock<Real>& y, bool fresh) const;
    void scale(DenseBlock<Real>& x, const std::vector<Real>& factor) const;

    const Laplacian& L_;
    std::vector<Real> alpha_, beta_;   // s (m − diag), s m_i²/M
    std::vector<Real> into_, out_of_;  // m_i M^{−1/2} and its inverse; empty if all are 1
  };

  class Product;

 private:
  Laplacian(const Graph& graph, LaplacianKind kind, int threads, std::vector<double> multiplicity,
            std::vector<double> between, double most, const GraphPart* part);

  /// True if products use their own coordinates.
  bool scaled() const { return kind_ == LaplacianKind::kNormalized || !mass_.empty(); }
  /// m_i M^{−1/2}, or 0 if M is 0.
  double root(std::uint64_t i) const {
    return mass(i) > 0 ? multiplicity(i) / std::sqrt(mass(i)) : 0;
  }

  const Graph* graph_;
  const GraphPart* part_;
  LaplacianKind kind_;
  int threads_;
  std::vector<double> degree_;
  std::vector<double> multiplicity_;  // empty if all are 1
  std::vector<double> between_;       // empty if all are 0
  std::vector<double> mass_;          // empty if all are 1, or the degree
  std::vector<double> diagonal_;
  double norm_bound_ = 0;
};

/// y ← L x for one block after another, reusing the work vectors.
class Laplacian::Product {
 public:
  /// L must outlive the product.
  explicit Product(const Laplacian& L) : L_(L), recurrence_(L, 0, -2) {}
  /// y ← L x, for x and y of the same shape.
  void operator()(const DenseBlock<double>& x, DenseBlock<double>& y);

 private:
  const Laplacian& L_;
  Recurrence<double> recurrence_;
  DenseBlock<double> z_;  // x in the coordinates of the recurrence, if they differ
};

extern template class Laplacian::Recurrence<float>;
extern template class Laplacian::Recurrence<double>;

}  // namespace querent
