// SPDX-License-Identifier: Apache-2.0
#include <querent/graph/laplacian.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

#include <querent/graph/block_product.hpp>
#include <querent/graph/parallel.hpp>

namespace querent {
namespace {

constexpr std::uint64_t kRows =
    1024;  // rows a task: enough work to hand out, few enough to balance

}  // namespace

Laplacian::Laplacian(const Graph& graph, LaplacianKind kind, int threads)
    : Laplacian(graph, kind, threads, std::numeric_limits<double>::infinity()) {}

Laplacian Laplacian::with_heavy_hubs(const Graph& graph, double most, int threads) {
  return {graph, LaplacianKind::kCombinatorial, threads, most};
}

Laplacian::Laplacian(const Graph& graph, LaplacianKind kind, int threads, double most)
    : graph_(&graph), kind_(kind), threads_(threads) {
  const std::uint64_t n = graph.num_nodes();
  degree_.resize(n);
  for (Node i = 0; i < n; ++i) degree_[i] = graph.degree(i);
  diagonal_ = degree_;
  root_.assign(n, 1.0);
  const bool normalized = kind == LaplacianKind::kNormalized;
  if (normalized) mass_ = degree_;
  if (!normalized && std::isfinite(most)) {
    mass_.resize(n);
    for (std::uint64_t i = 0; i < n; ++i) mass_[i] = std::max(1.0, degree_[i] / most);
  }
  if (!mass_.empty()) {
    for (std::uint64_t i = 0; i < n; ++i) {
      diagonal_[i] = mass_[i] > 0 ? degree_[i] / mass_[i] : 0;
      root_[i] = mass_[i] > 0 ? 1 / std::sqrt(mass_[i]) : 0;
    }
  }
  if (normalized) {
    norm_bound_ = num_entries() == 0 ? 0 : 2;
    return;
  }
  for (Node i = 0; i < n; ++i) {
    for (const Node j : graph.neighbours(i)) {
      norm_bound_ = std::max(norm_bound_, diagonal_[i] + diagonal_[j]);
    }
  }
}

std::vector<double> Laplacian::null_vector() const {
  std::vector<double> v(size(), 1.0);
  double squares = 0;
  for (std::uint64_t i = 0; i < size(); ++i) {
    v[i] = std::sqrt(mass(i));
    squares += mass(i);
  }
  for (double& x : v) x /= std::sqrt(squares);
  return v;
}

void Laplacian::multiply(const DenseBlock<double>& x, DenseBlock<double>& y) const {
  Product product(*this);
  product(x, y);
}

void Laplacian::Product::operator()(const DenseBlock<double>& x, DenseBlock<double>& y) {
  if (L_.mass_.empty()) return recurrence_.start(x, y);
  if (z_.rows() != x.rows() || z_.cols() != x.cols()) z_ = DenseBlock<double>(x.rows(), x.cols());
  copy(x, z_, L_.threads());
  recurrence_.enter(z_);
  recurrence_.start(z_, y);
  recurrence_.leave(y);
}

template <class Real>
Laplacian::Recurrence<Real>::Recurrence(const Laplacian& L, double m, double s)
    : L_(L), alpha_(L.size()), beta_(L.size(), static_cast<Real>(s)) {
  for (std::uint64_t i = 0; i < L.size(); ++i) {
    alpha_[i] = static_cast<Real>(s * (m - L.diagonal_[i]));
  }
  if (L.mass_.empty()) return;
  into_.assign(L.root_.begin(), L.root_.end());
  out_of_.resize(L.size());
  for (std::uint64_t i = 0; i < L.size(); ++i) {
    out_of_[i] = static_cast<Real>(std::sqrt(L.mass_[i]));
    beta_[i] = static_cast<Real>(s * L.root_[i] * L.root_[i]);
  }
}

template <class Real>
void Laplacian::Recurrence<Real>::step(const DenseBlock<Real>& x, DenseBlock<Real>& y,
                                       bool fresh) const {
  for_rows(L_.threads_, L_.size(), kRows, [&](std::uint64_t first, std::uint64_t last) {
    recurrence_rows(*L_.graph_, first, last, x.cols(), alpha_.data(), beta_.data(), x.data(),
                    y.data(), fresh);
  });
}

template <class Real>
void Laplacian::Recurrence<Real>::scale(DenseBlock<Real>& x,
                                        const std::vector<Real>& factor) const {
  if (factor.empty()) return;
  for_rows(L_.threads_, L_.size(), kRows, [&](std::uint64_t first, std::uint64_t last) {
    for (std::uint64_t i = first; i < last; ++i) {
      for (std::uint64_t c = 0; c < x.cols(); ++c) x.row(i)[c] *= factor[i];
    }
  });
}

template class Laplacian::Recurrence<float>;
template class Laplacian::Recurrence<double>;

}  // namespace querent
