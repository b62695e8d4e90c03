// SPDX-License-Identifier: Apache-2.0
// Embedding of B Bᵀ without B Bᵀ:
//
//   S x = B (Bᵀ x) − diag(groups of i) x          two products with B
//   d = S 1,  M = D^(−1/2) S D^(−1/2),  L = I − M,  L v_0 = 0 with v_0 = √d / ‖√d‖
//   the largest θ of M − 2 v_0 v_0ᵀ are 1 − λ of the smallest λ > 0 of L
//   m_i = (v_1(i)/√λ_1, …)
#include <querent/spectral/incidence_embedding.hpp>

#include <algorithm>
#include <chrono>
#include <cmath>

#include <fmt/format.h>

#include <Spectra/SymEigsSolver.h>
#include <Eigen/Core>

#include <querent/graph/components.hpp>
#include <querent/spectral/signs.hpp>
#include <querent/spectral/solvers/accuracy.hpp>

namespace querent {

namespace {

class PairOperator {
 public:
  using Scalar = double;  // this, rows(), cols() and perform_op() are what Spectra expects

  PairOperator(const Incidence& groups, const EmbeddingOptions& options, std::uint64_t expected)
      : groups_(groups), members_(transposed(groups)), options_(options), expected_(expected) {
    const auto n = static_cast<Eigen::Index>(groups.num_members);
    const Eigen::VectorXd ones = Eigen::VectorXd::Ones(n);
    Eigen::VectorXd degree(n);
    pairs(ones.data(), degree.data());
    if (!(degree.minCoeff() > 0))
      throw std::invalid_argument("embed_incidence: every member must share a group with another");
    null_ = degree.array().sqrt().matrix().normalized();
    scale_ = degree.array().sqrt().inverse();
  }

  Eigen::Index rows() const { return null_.size(); }
  Eigen::Index cols() const { return null_.size(); }
  void perform_op(const double* x, double* y) const {
    if (options_.progress) {
      const double share = static_cast<double>(++products_) / static_cast<double>(expected_);
      if (!options_.progress(std::min(share, 0.99))) throw Cancelled();
    }
    const Eigen::Map<const Eigen::VectorXd> in(x, null_.size());
    Eigen::Map<Eigen::VectorXd> out(y, null_.size());
    const Eigen::VectorXd scaled = in.array() * scale_.array();
    pairs(scaled.data(), y);
    out.array() *= scale_.array();
    out -= 2 * null_.dot(in) * null_;
  }

 private:
  // y = S x; each sum runs in one order.
  void pairs(const double* x, double* y) const {
    std::vector<double> of_group(groups_.num_groups());
    for (std::uint64_t g = 0; g < groups_.num_groups(); ++g) {
      double sum = 0;
      for (const Node i : groups_.group(g)) sum += x[i];
      of_group[g] = sum;
    }
    for (std::uint64_t i = 0; i < members_.num_groups(); ++i) {
      double sum = 0;
      const std::span<const Node> of_i = members_.group(i);
      for (const Node g : of_i) sum += of_group[g];
      y[i] = sum - static_cast<double>(of_i.size()) * x[i];
    }
  }

  const Incidence& groups_;
  Incidence members_;
  const EmbeddingOptions& options_;
  std::uint64_t expected_;
  mutable std::uint64_t products_ = 0;
  Eigen::VectorXd null_, scale_;
};

// Eigenvectors of the `count` largest eigenvalues θ by Spectra's implicitly restarted Lanczos
// method with `ncv` vectors, each to a residual of tolerance·|θ|.
Eigen::MatrixXd largest_of(PairOperator& op, Eigen::Index count, Eigen::Index ncv,
                           double tolerance) {
  constexpr Eigen::Index kMaxRestarts = 300;
  Spectra::SymEigsSolver<PairOperator> solver(op, count, ncv);
  solver.init();
  const auto converged = solver.compute(Spectra::SortRule::LargestAlge, kMaxRestarts, tolerance);
  if (solver.info() != Spectra::CompInfo::Successful)
    throw NotConverged(
        fmt::format("Lanczos found {} of {} eigenpairs in {} restarts — remedy: a "
                    "larger tolerance or another solver",
                    converged, count, kMaxRestarts));
  return solver.eigenvectors(count);
}

}  // namespace

std::vector<Node> largest_component(const Incidence& incidence) {
  LeastSets sets(incidence.num_members);
  for (std::uint64_t g = 0; g < incidence.num_groups(); ++g) {
    const std::span<const Node> group = incidence.group(g);
    for (std::size_t k = 1; k < group.size(); ++k) sets.join(group[k - 1], group[k]);
  }
  std::vector<std::uint64_t> size(incidence.num_members, 0);
  for (Node i = 0; i < incidence.num_members; ++i) ++size[sets.least(i)];
  const auto largest = static_cast<Node>(std::max_element(size.begin(), size.end()) - size.begin());
  std::vector<Node> members;
  for (Node i = 0; i < incidence.num_members; ++i)
    if (sets.least(i) == largest) members.push_back(i);
  return members;
}

Incidence induced(const Incidence& incidence, const std::vector<Node>& members) {
  constexpr Node kNone = 0xffffffff;
  std::vector<Node> number(incidence.num_members, kNone);
  for (Node k = 0; k < members.size(); ++k) number[members[k]] = k;
  Incidence result;
  result.num_members = members.size();
  for (std::uint64_t g = 0; g < incidence.num_groups(); ++g) {
    const std::size_t before = result.members.size();
    for (const Node i : incidence.group(g)) {
      if (number[i] != kNone) result.members.push_back(number[i]);
    }
    if (result.members.size() < before + 2) {
      result.members.resize(before);
    } else {
      result.end_group();
    }
  }
  return result;
}

Embedding embed_incidence(const Incidence& incidence, const EmbeddingOptions& options) {
  if (options.laplacian != LaplacianKind::kNormalized)
    throw std::invalid_argument("embed_incidence: only the normalized Laplacian is available");
  const auto start = std::chrono::steady_clock::now();
  const auto n = static_cast<Eigen::Index>(incidence.num_members);
  if (n < 3) throw std::invalid_argument("embed_incidence: at least three members are needed");
  const int asked = options.dim == kAutoDim ? auto_dim(incidence.num_members) : options.dim;
  const Eigen::Index d = std::min<Eigen::Index>(asked, n - 2);
  const Eigen::Index ncv = std::min<Eigen::Index>(n, 2 * d + 20);
  PairOperator op(incidence, options, static_cast<std::uint64_t>(3 * ncv));
  Embedding embedding;
  const spectral::Allowed allowed(2, options.tolerance);
  spectral::EigenPairs pairs;
  pairs.solver = fmt::format("Lanczos on B and its transpose, {} vectors", ncv);
  pairs.values.resize(d);
  pairs.residuals.resize(d);
  constexpr double kTighter = 1e-3, kTightest = 1e-12;  // if a small λ needs it
  for (double tolerance = options.tolerance / 4; tolerance > kTightest; tolerance *= kTighter) {
    const Eigen::MatrixXd vectors = largest_of(op, d, ncv, tolerance);
    embedding.rows.resize(n, d);
    for (Eigen::Index k = 0; k < d; ++k) {
      const Eigen::VectorXd v = vectors.col(k);
      Eigen::VectorXd product(n);
      op.perform_op(v.data(), product.data());
      const double theta = v.dot(product);
      pairs.values(k) = 1 - theta;
      pairs.residuals(k) = (product - theta * v).norm();
      embedding.rows.col(k) = v / std::sqrt(1 - theta);
    }
    if (good_enough(allowed, pairs)) break;
  }
  require_good(allowed, pairs);
  spectral::fix_signs(embedding.rows, 1);
  embedding.solver = pairs.solver;
  embedding.eigenvalues = pairs.values;
  embedding.residuals = pairs.residuals;
  embedding.seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return embedding;
}

}  // namespace querent
