// SPDX-License-Identifier: Apache-2.0
#include <querent/graph/laplacian.hpp>

#include <algorithm>
#include <cmath>

#include <querent/graph/block_product.hpp>
#include <querent/graph/parallel.hpp>

namespace querent {
namespace {

constexpr std::uint64_t kRows =
    1024;  // rows a task: enough work to hand out, few enough to balance

}  // namespace

Laplacian::Laplacian(const Graph& graph, LaplacianKind kind, int threads)
    : graph_(&graph), kind_(kind), threads_(threads) {
  const std::uint64_t n = graph.num_nodes();
  degree_.resize(n);
  for (Node i = 0; i < n; ++i) degree_[i] = graph.degree(i);
  diagonal_ = degree_;
  root_.assign(n, 1.0);
  if (kind == LaplacianKind::kCombinatorial) {
    for (Node i = 0; i < n; ++i) {
      for (const Node j : graph.neighbours(i)) {
        norm_bound_ = std::max(norm_bound_, degree_[i] + degree_[j]);
      }
    }
    return;
  }
  norm_bound_ = num_entries() == 0 ? 0 : 2;
  for (std::uint64_t i = 0; i < n; ++i) {
    diagonal_[i] = degree_[i] > 0 ? 1 : 0;
    root_[i] = degree_[i] > 0 ? 1 / std::sqrt(degree_[i]) : 0;
  }
}

std::vector<double> Laplacian::null_vector() const {
  std::vector<double> v(size(), 1.0);
  double squares = 0;
  for (std::uint64_t i = 0; i < size(); ++i) {
    if (kind_ == LaplacianKind::kNormalized) v[i] = std::sqrt(degree_[i]);
    squares += v[i] * v[i];
  }
  for (double& x : v) x /= std::sqrt(squares);
  return v;
}

void Laplacian::multiply(const DenseBlock<double>& x, DenseBlock<double>& y) const {
  const Recurrence<double> product(*this, 0, -2);
  if (kind_ == LaplacianKind::kCombinatorial) return product.start(x, y);
  DenseBlock<double> z(x.rows(), x.cols());
  std::copy_n(x.data(), x.rows() * x.cols(), z.data());
  product.enter(z);
  product.start(z, y);
  product.leave(y);
}

template <class Real>
Laplacian::Recurrence<Real>::Recurrence(const Laplacian& L, double m, double s)
    : L_(L), alpha_(L.size()), beta_(L.size(), static_cast<Real>(s)) {
  for (std::uint64_t i = 0; i < L.size(); ++i) {
    alpha_[i] = static_cast<Real>(s * (m - L.diagonal_[i]));
  }
  if (L.kind_ == LaplacianKind::kCombinatorial) return;
  into_.assign(L.root_.begin(), L.root_.end());
  out_of_.resize(L.size());
  for (std::uint64_t i = 0; i < L.size(); ++i) {
    out_of_[i] = static_cast<Real>(std::sqrt(L.degree_[i]));
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
