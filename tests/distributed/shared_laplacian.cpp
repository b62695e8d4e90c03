// SPDX-License-Identifier: Apache-2.0
// Products with a Laplacian on many ranks.
//
//   ghosts = the columns of a rank's rows that are rows of other ranks; before a product their owners
//            send them (PetscSF)
//   in the coordinates z = D^{−1/2} x the normalized operator is I − D^{−1} S: the entries of S
//   need no values (graph/matrices/laplacian.hpp)
//   p(L): T_0 = z,  T_1 = (m − L) z / e                             (spectral/solvers/chebyshev)
//         T_{k+1} = 2 (m − L) T_k / e − T_{k−1}
#include "shared_laplacian.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <querent/spectral/distributed/local_numbers.hpp>

namespace querent::distributed {

SharedLaplacian::SharedLaplacian(SharedGraph& graph, LaplacianKind kind, const Ranks& ranks)
    : size_(graph.ranges.total()),
      begin_(graph.ranges.begin(ranks.rank)),
      S_(std::move(graph.rows)),
      component_(graph.component) {
  if (size_ > static_cast<std::uint64_t>(std::numeric_limits<PetscInt>::max()))
    throw LimitError("this PETSc counts rows in 32 bits — remedy: build on libslepc64-real-dev");
  const std::uint64_t n = S_.num_rows();
  std::vector<PetscInt> others;
  {
    const LocalNumbers local(S_, graph.ranges, ranks);
    for (Node& j : S_.column) j = local[j];
    const std::vector<Node> nodes = local.others();
    others.assign(nodes.begin(), nodes.end());
  }
  z_.assign(n + others.size(), 0);
  other_.assign(n, 0);
  PetscLayout layout = nullptr;
  check(PetscLayoutCreateFromSizes(PETSC_COMM_WORLD, static_cast<PetscInt>(n),
                                   static_cast<PetscInt>(size_), 1, &layout),
        "PetscLayoutCreate");
  check(PetscSFCreate(PETSC_COMM_WORLD, ghosts_.put()), "PetscSFCreate");
  check(PetscSFSetGraphLayout(ghosts_.get(), layout, static_cast<PetscInt>(others.size()), nullptr,
                              PETSC_COPY_VALUES, others.data()),
        "PetscSFSetGraphLayout");
  check(PetscSFSetUp(ghosts_.get()), "PetscSFSetUp");
  check(PetscLayoutDestroy(&layout), "PetscLayoutDestroy");

  for (std::uint64_t i = 0; i < n; ++i) {
    double degree = static_cast<double>(S_.offsets[i + 1] - S_.offsets[i]);
    if (!S_.weight.empty()) {
      degree = 0;
      for (std::uint64_t k = S_.offsets[i]; k < S_.offsets[i + 1]; ++k) degree += S_.weight[k];
    }
    diagonal_.push_back(degree);
  }
  null_mass_.assign(graph.components, 0);
  for (std::uint64_t i = 0; i < n; ++i) {
    // the null vector of an isolated node is its own unit vector
    const bool weighted = kind == LaplacianKind::kNormalized && diagonal_[i] > 0;
    null_mass_[component_.empty() ? 0 : component_[i]] += weighted ? diagonal_[i] : 1;
  }
  sum(null_mass_);
  if (kind == LaplacianKind::kNormalized) {
    norm_bound_ = 2;
    for (double& degree : diagonal_) {
      root_.push_back(degree > 0 ? std::sqrt(degree) : 1);
      degree = degree > 0 ? 1 : 0;
    }
    return;
  }
  // max over edges of D_i + D_j (Anderson and Morley)
  std::copy(diagonal_.begin(), diagonal_.end(), z_.begin());
  send_ghosts();
  for (std::uint64_t i = 0; i < n; ++i) {
    for (std::uint64_t k = S_.offsets[i]; k < S_.offsets[i + 1]; ++k)
      norm_bound_ = std::max(norm_bound_, z_[i] + z_[S_.column[k]]);
  }
  norm_bound_ = max(norm_bound_);
}

void SharedLaplacian::send_ghosts() {
  double* const ghosts = z_.data() + rows();
  check(PetscSFBcastBegin(ghosts_.get(), MPIU_REAL, z_.data(), ghosts, MPI_REPLACE),
        "PetscSFBcastBegin");
  check(PetscSFBcastEnd(ghosts_.get(), MPIU_REAL, z_.data(), ghosts, MPI_REPLACE),
        "PetscSFBcastEnd");
}

void SharedLaplacian::step(double m, double s, double gamma, std::vector<double>& y) {
  send_ghosts();
  const double* const z = z_.data();
  const Node* const column = S_.column.data();
  const double* const weight = S_.weight.empty() ? nullptr : S_.weight.data();
  for (std::uint64_t i = 0; i < rows(); ++i) {
    double product = 0;
    const std::uint64_t last = S_.offsets[i + 1];
    if (weight == nullptr) {
      for (std::uint64_t k = S_.offsets[i]; k < last; ++k) product += z[column[k]];
    } else {
      for (std::uint64_t k = S_.offsets[i]; k < last; ++k) product += weight[k] * z[column[k]];
    }
    const double beta = root_.empty() ? s : s / (root_[i] * root_[i]);
    y[i] = s * (m - diagonal_[i]) * z[i] + beta * product - gamma * y[i];
  }
}

void SharedLaplacian::multiply(std::span<const double> x, std::span<double> y) {
  // L = −(0 − L); then out of the coordinates z
  for (std::uint64_t i = 0; i < rows(); ++i) z_[i] = root_.empty() ? x[i] : x[i] / root_[i];
  step(0, -1, 0, other_);
  for (std::uint64_t i = 0; i < rows(); ++i)
    y[i] = root_.empty() ? other_[i] : other_[i] * root_[i];
}

void SharedLaplacian::filter(const spectral::ChebyshevFilter& p, std::span<double> x) {
  const double m = (p.upper + p.cutoff) / 2, e = (p.upper - p.cutoff) / 2;
  for (std::uint64_t i = 0; i < rows(); ++i) z_[i] = root_.empty() ? x[i] : x[i] / root_[i];
  for (int k = 0; k < p.degree; ++k) {
    step(m, (k == 0 ? 1 : 2) / e, k == 0 ? 0 : 1, other_);
    std::swap_ranges(other_.begin(), other_.end(), z_.begin());
  }
  for (std::uint64_t i = 0; i < rows(); ++i) x[i] = root_.empty() ? z_[i] : z_[i] * root_[i];
}

void SharedLaplacian::remove_null(std::span<double> x) const {
  const auto entry = [&](std::uint64_t i) { return root_.empty() ? 1.0 : root_[i]; };
  const auto of = [&](std::uint64_t i) { return component_.empty() ? 0 : component_[i]; };
  std::vector<double> share(null_mass_.size(), 0);
  for (std::uint64_t i = 0; i < rows(); ++i) share[of(i)] += entry(i) * x[i];
  sum(share);
  for (std::size_t c = 0; c < share.size(); ++c) share[c] /= null_mass_[c];
  for (std::uint64_t i = 0; i < rows(); ++i) x[i] -= share[of(i)] * entry(i);
}

}  // namespace querent::distributed
