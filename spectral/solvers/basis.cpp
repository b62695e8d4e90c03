// SPDX-License-Identifier: Apache-2.0
#include <querent/spectral/solvers/basis.hpp>

#include <algorithm>
#include <cassert>

#include <querent/graph/matrices/graph_part.hpp>
#include <querent/graph/parallel.hpp>

namespace querent::spectral {
namespace {

constexpr std::uint64_t kLanes = 16;
constexpr std::uint64_t kRows = 512;  // rows at a time, so that data used twice stays in the cache

/// The b × b blocks of a matrix of b columns, or of a multiple, each by rows.
template <class Real>
std::vector<Real> tiles(const Eigen::MatrixXd& S, double sign) {
  constexpr Eigen::Index b = kBlockColumns;
  std::vector<Real> out;
  out.reserve(static_cast<std::size_t>(S.size()));
  for (Eigen::Index column = 0; column < S.cols(); column += b) {
    for (Eigen::Index i = 0; i < S.rows(); ++i) {
      for (Eigen::Index c = 0; c < b; ++c)
        out.push_back(static_cast<Real>(sign * S(i, column + c)));
    }
  }
  return out;
}

}  // namespace

template <class Real>
Basis<Real>::Basis(const Laplacian& L, const std::filesystem::path& scratch)
    : L_(L),
      file_(scratch.empty() ? nullptr : std::make_unique<ScratchFile>(scratch)),
      threads_(L.threads()),
      lane_(std::max(kRows, (L.size() + kLanes - 1) / kLanes)) {
  const std::vector<double> v0 = L.null_vector();
  v0_.assign(v0.begin(), v0.end());
}

template <class Real>
DenseBlock<Real>& Basis<Real>::grow() {
  panels_.push_back(file_ != nullptr ? file_->block<Real>(panels_.size(), rows())
                                     : DenseBlock<Real>(rows(), kBlockColumns));
  return panels_.back();
}

template <class Real>
template <class F>
void Basis<Real>::each_chunk(F&& f) const {
  for_rows(threads_, rows(), kRows,
           [&](std::uint64_t first, std::uint64_t last) { f(first, last - first); });
}

/// An m × b matrix: f(first, count, partial) adds the contribution of some rows, b × b blocks by
/// rows.
template <class Real>
template <class F>
Eigen::MatrixXd Basis<Real>::sum(Eigen::Index m, F&& f) const {
  const auto size = static_cast<std::size_t>(m * b);
  std::vector<double> lanes(kLanes * size, 0.0);
  for_rows(threads_, rows(), lane_, [&](std::uint64_t begin, std::uint64_t end) {
    double* partial = lanes.data() + begin / lane_ * size;
    for (std::uint64_t first = begin; first < end; first += kRows) {
      f(first, std::min(kRows, end - first), partial);
    }
  });
  for (std::size_t lane = 1; lane < kLanes; ++lane) {
    for (std::size_t i = 0; i < size; ++i) lanes[i] += lanes[lane * size + i];
  }
  L_.add_up({lanes.data(), size});
  return Eigen::Map<Eigen::Matrix<double, Eigen::Dynamic, b, Eigen::RowMajor>>(lanes.data(), m, b);
}

template <class Real>
Eigen::MatrixXd Basis<Real>::inner(const DenseBlock<Real>& W, Eigen::Index from) const {
  const auto skip = static_cast<std::size_t>(from / b);
  return sum(size() - from, [&](std::uint64_t first, std::uint64_t count, double* partial) {
    for (std::size_t p = skip; p < panels_.size(); ++p) {
      add_gram(panels_[p].row(first), W.row(first), count, partial + (p - skip) * b * b);
    }
  });
}

template <class Real>
Eigen::MatrixXd Basis<Real>::project(DenseBlock<Real>& W, Eigen::Index from) const {
  const auto skip = static_cast<std::size_t>(from / b);
  const Eigen::MatrixXd h = inner(W, from);
  const std::vector<Real> minus_h = tiles<Real>(h, -1);
  each_chunk([&](std::uint64_t first, std::uint64_t count) {
    for (std::size_t p = skip; p < panels_.size(); ++p) {
      add_product(panels_[p].row(first), minus_h.data() + (p - skip) * b * b, count, W.row(first));
    }
  });
  return h;
}

template <class Real>
void Basis<Real>::deflate(DenseBlock<Real>& W) const {
  if (L_.part() != nullptr && !L_.part()->component.empty())
    return deflate_components(L_.part()->component, W);
  const auto share = L_.sum_rows<b>([&](std::uint64_t i, auto& sum) {
    for (std::uint64_t c = 0; c < b; ++c) sum[c] += static_cast<double>(v0_[i] * W.row(i)[c]);
  });
  each_chunk([&](std::uint64_t first, std::uint64_t count) {
    for (std::uint64_t i = first; i < first + count; ++i) {
      for (std::uint64_t c = 0; c < b; ++c) W.row(i)[c] -= v0_[i] * static_cast<Real>(share[c]);
    }
  });
}

template <class Real>
void Basis<Real>::deflate_components(const std::vector<Node>& component,
                                     DenseBlock<Real>& W) const {
  std::vector<double> share(L_.components() * b, 0.0);
  for (std::uint64_t i = 0; i < rows(); ++i) {
    for (std::uint64_t c = 0; c < b; ++c)
      share[component[i] * b + c] += static_cast<double>(v0_[i] * W.row(i)[c]);
  }
  L_.add_up(share);
  for (std::uint64_t i = 0; i < rows(); ++i) {
    for (std::uint64_t c = 0; c < b; ++c)
      W.row(i)[c] -= v0_[i] * static_cast<Real>(share[component[i] * b + c]);
  }
}

template <class Real>
Eigen::MatrixXd Basis<Real>::product(const DenseBlock<Real>& Q, const DenseBlock<Real>& W) const {
  return sum(b, [&](std::uint64_t first, std::uint64_t count, double* partial) {
    add_gram(Q.row(first), W.row(first), count, partial);
  });
}

template <class Real>
void Basis<Real>::rotate(DenseBlock<Real>& W, const Eigen::MatrixXd& A,
                         DenseBlock<Real>& spare) const {
  const std::vector<Real> H = tiles<Real>(A, 1);
  each_chunk([&](std::uint64_t first, std::uint64_t count) {
    std::fill_n(spare.row(first), count * b, Real{0});
    add_product(W.row(first), H.data(), count, spare.row(first));
  });
  W.swap(spare);
}

template <class Real>
void Basis<Real>::combine(const Eigen::MatrixXd& S, DenseBlock<Real>& W) const {
  const std::vector<Real> H = tiles<Real>(S, 1);
  each_chunk([&](std::uint64_t first, std::uint64_t count) {
    std::fill_n(W.row(first), count * b, Real{0});
    for (std::size_t p = 0; p < panels_.size(); ++p) {
      add_product(panels_[p].row(first), H.data() + p * b * b, count, W.row(first));
    }
  });
}

template <class Real>
void Basis<Real>::compress(const Eigen::MatrixXd& S, const std::function<void()>& tick) {
  assert(S.rows() == size() && S.cols() % b == 0 && S.cols() <= S.rows());
  constexpr std::uint64_t kRowsHere = 128, kLaneHere = 2048, kSlab = kLanes * kLaneHere;
  constexpr std::uint64_t kSlabsATick = 64;  // all take hardly longer than a step of Lanczos
  const auto out = static_cast<std::size_t>(S.cols() / b);
  const std::vector<Real> H = tiles<Real>(S, 1);
  std::vector<DenseBlock<Real>> scratch;
  for (std::uint64_t lane = 0; lane < kLanes; ++lane) scratch.emplace_back(kRowsHere * out, b);
  for (std::uint64_t slab = 0; slab < rows(); slab += kSlab) {
    if (slab % (kSlabsATick * kSlab) == 0) tick();
    const std::uint64_t count = std::min(kSlab, rows() - slab);
    for_rows(threads_, count, kLaneHere, [&](std::uint64_t begin, std::uint64_t end) {
      DenseBlock<Real>& product = scratch[begin / kLaneHere];
      for (std::uint64_t first = slab + begin; first < slab + end; first += kRowsHere) {
        const std::uint64_t here = std::min(kRowsHere, slab + end - first);
        std::fill_n(product.data(), kRowsHere * out * b, Real{0});
        for (std::size_t p = 0; p < panels_.size(); ++p) {
          for (std::size_t o = 0; o < out; ++o) {
            add_product(panels_[p].row(first), H.data() + (o * panels_.size() + p) * b * b, here,
                        product.row(o * kRowsHere));
          }
        }
        for (std::size_t o = 0; o < out; ++o) {
          std::copy_n(product.row(o * kRowsHere), here * b, panels_[o].row(first));
        }
      }
    });
  }
  panels_.resize(out);
}

template <class Real>
void Basis<Real>::shrink(Eigen::Index columns) {
  assert(columns % b == 0 && columns <= size());
  panels_.resize(static_cast<std::size_t>(columns / b));
}

template class Basis<float>;
template class Basis<double>;

}  // namespace querent::spectral
