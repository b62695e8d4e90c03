// SPDX-License-Identifier: Apache-2.0
#include <querent/graph/matrices/laplacian.hpp>

#include <algorithm>

#include <querent/graph/matrices/block_product.hpp>
#include <querent/graph/matrices/graph_part.hpp>

namespace querent {
namespace {

constexpr std::uint64_t kRows =
    1024;  // rows per task: large enough to schedule, small enough to balance

}  // namespace

Laplacian::Laplacian(const Graph& graph, LaplacianKind kind, int threads,
                     std::vector<double> multiplicity, std::vector<double> between, double most,
                     const GraphPart* part)
    : graph_(&graph),
      part_(part),
      kind_(kind),
      threads_(threads),
      degree_(graph.num_nodes()),
      multiplicity_(std::move(multiplicity)),
      between_(std::move(between)) {
  const std::uint64_t n = graph.num_nodes();
  for (Node i = 0; i < n; ++i) {
    if (multiplicity_.empty()) {
      degree_[i] = graph.degree(i);
      if (part_ != nullptr) degree_[i] += part_->near.degree(i) + part_->ghosts.degree(i);
      continue;
    }
    graph.for_each_neighbour(i, [&](Node j, double S) { degree_[i] += S * multiplicity_[j]; });
  }
  diagonal_ = degree_;  // minus the edges between twins
  for (std::uint64_t i = 0; i < between_.size(); ++i)
    degree_[i] += (multiplicity_[i] - 1) * between_[i];
  const bool normalized = kind == LaplacianKind::kNormalized;
  const bool as_degree = normalized && multiplicity_.empty();
  if (as_degree) {
    for (double& x : diagonal_) x = x > 0 ? 1 : 0;
  } else if (!multiplicity_.empty() || std::isfinite(most)) {
    mass_.resize(n);
    for (std::uint64_t i = 0; i < n; ++i) {
      const double each = normalized ? degree_[i] : std::max(1.0, degree_[i] / most);
      mass_[i] = this->multiplicity(i) * each;
      diagonal_[i] = each > 0 ? diagonal_[i] / each : 0;
    }
  }
  if (normalized) {
    norm_bound_ = num_entries() == 0 && part_ == nullptr ? 0 : 2;
    return;
  }
  for (Node i = 0; i < n; ++i) {
    for (const Node j : graph.neighbours(i)) {
      norm_bound_ = std::max(norm_bound_, diagonal_[i] + diagonal_[j]);
    }
  }
  if (part_ == nullptr) return;
  part_->communicator.send(diagonal_.data(), sizeof(double));
  const auto bound_rows = [&](const Graph& edges, const void* rows) {
    const auto* const theirs = static_cast<const double*>(rows);
    for (Node i = 0; i < n; ++i) {
      for (const Node j : edges.neighbours(i))
        norm_bound_ = std::max(norm_bound_, diagonal_[i] + theirs[j]);
    }
  };
  bound_rows(part_->near, part_->communicator.near());
  bound_rows(part_->ghosts, part_->communicator.receive());
  part_->communicator.release();
  part_->communicator.max({&norm_bound_, 1});
}

std::uint64_t Laplacian::total_size() const {
  return part_ == nullptr ? size() : part_->nodes;
}

std::uint64_t Laplacian::components() const {
  return part_ == nullptr ? 1 : part_->components;
}

void Laplacian::add_up(std::span<double> x) const {
  if (part_ != nullptr) part_->communicator.sum(x);
}

std::vector<double> Laplacian::null_vector() const {
  const auto part = [&](std::uint64_t i) {
    return part_ == nullptr || part_->component.empty() ? 0 : part_->component[i];
  };
  std::vector<double> v(size(), 1.0), squares(components(), 0.0);
  for (std::uint64_t i = 0; i < size(); ++i) {
    // The null vector of an isolated node is its unit vector.
    const double each = mass(i) > 0 ? mass(i) : 1;
    v[i] = std::sqrt(each);
    squares[part(i)] += each;
  }
  add_up(squares);
  for (std::uint64_t i = 0; i < size(); ++i) v[i] /= std::sqrt(squares[part(i)]);
  return v;
}

void Laplacian::multiply(const DenseBlock<double>& x, DenseBlock<double>& y) const {
  Product product(*this);
  product(x, y);
}

void Laplacian::Product::operator()(const DenseBlock<double>& x, DenseBlock<double>& y) {
  if (!L_.scaled()) return recurrence_.start(x, y);
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
  if (!L.scaled()) return;
  into_.resize(L.size());
  out_of_.resize(L.size());
  for (std::uint64_t i = 0; i < L.size(); ++i) {
    const double root = L.root(i);
    into_[i] = static_cast<Real>(root);
    out_of_[i] = static_cast<Real>(std::sqrt(L.mass(i)) / L.multiplicity(i));
    beta_[i] = static_cast<Real>(s * root * root);
  }
}

template <class Real>
void Laplacian::Recurrence<Real>::step(const DenseBlock<Real>& x, DenseBlock<Real>& y,
                                       bool fresh) const {
  const GraphPart* const part = L_.part_;
  if (part != nullptr) part->communicator.send(x.data(), x.cols() * sizeof(Real));
  for_rows(L_.threads_, L_.size(), kRows, [&](std::uint64_t first, std::uint64_t last) {
    recurrence_rows(*L_.graph_, first, last, x.cols(), alpha_.data(), beta_.data(), x.data(),
                    y.data(), fresh);
  });
  if (part == nullptr) return;
  const auto add = [&](const Graph& edges, const void* rows) {
    if (edges.all_neighbours().empty()) return;
    for_rows(L_.threads_, L_.size(), kRows, [&](std::uint64_t first, std::uint64_t last) {
      add_ghost_rows(edges, first, last, beta_.data(), static_cast<const Real*>(rows), y.data(),
                     fresh);
    });
  };
  add(part->near, part->communicator.near());
  add(part->ghosts, part->communicator.receive());
  part->communicator.release();
}

template <class Real>
void Laplacian::Recurrence<Real>::scale(DenseBlock<Real>& x,
                                        const std::vector<Real>& factor) const {
  if (factor.empty()) return;
  for_rows(L_.threads_, L_.size(), kRows, [&](std::uint64_t i) {
    for (std::uint64_t c = 0; c < x.cols(); ++c) x.row(i)[c] *= factor[i];
  });
}

template class Laplacian::Recurrence<float>;
template class Laplacian::Recurrence<double>;

}  // namespace querent
