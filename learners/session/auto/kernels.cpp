// SPDX-License-Identifier: Apache-2.0
#include <querent/learners/session/auto/kernels.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

#include <querent/graph/parallel.hpp>
#include <querent/learners/session/auto/smoothing.hpp>
#include <querent/spectral/dense.hpp>

namespace querent {

namespace {

using Eigen::Index;
constexpr std::uint64_t kRowsTogether = 512;  // of one piece of work of a thread

// Rows at length 1; a row of zeros stays.
void normalise_rows(RowMatrix& Z) {
  for (Index i = 0; i < Z.rows(); ++i) {
    const double length = Z.row(i).norm();
    if (length > 0) Z.row(i) /= length;
  }
}

}  // namespace

Kernels::Kernels(std::shared_ptr<const Items> items, int threads)
    : items_(std::move(items)), n_(items_->size()), threads_(threads) {
  if (items_->eigenvalues.size() > 0) add_graph();
  const auto graph_columns = static_cast<std::size_t>(items_->eigenvalues.size());
  if (graph_columns > 0 && items_->word_columns == 0) return;
  RowMatrix own = own_columns(*items_, graph_columns, threads_);
  if (items_->graph != nullptr) {
    add_columns("smoothed", smoothed_over_graph(*items_->graph, own, threads_));
  }
  add_columns("words", std::move(own));
}

void Kernels::add_graph() {
  const auto& rows = std::get<Embedding::Rows>(items_->rows);
  Source source{.name = "graph",
                .rows = rows.data(),
                .d = items_->eigenvalues.size(),
                .stride = rows.cols(),
                .own = nullptr,
                .scale = {},
                .inverse_length = {}};
  finish(std::move(source), items_->eigenvalues.array().inverse());
}

// Rows at length 1, centred and rotated to their principal axes.
void Kernels::add_columns(std::string name, RowMatrix Z) {
  normalise_rows(Z);
  const Eigen::RowVectorXd mean = Z.colwise().mean();
  Z.rowwise() -= mean;
  const spectral::SymmetricPairs axes = spectral::symmetric_pairs(spectral::gram(Z));
  const auto rotated = std::make_shared<RowMatrix>(spectral::times(Z, axes.vectors));
  Source source{.name = std::move(name),
                .rows = rotated->data(),
                .d = rotated->cols(),
                .stride = rotated->cols(),
                .own = rotated,
                .scale = {},
                .inverse_length = {}};
  const double most = axes.values.size() > 0 ? axes.values.maxCoeff() : 0;
  finish(std::move(source), (axes.values.array().max(0) / std::max(most, 1e-300)).eval());
}

void Kernels::finish(Source source, const Eigen::ArrayXd& spectrum) {
  for (std::size_t p = 0; p < kPowers; ++p)
    source.scale[p] = spectrum.pow(static_cast<double>(p) / 2).matrix().transpose();
  source.inverse_length.resize(n_, kPowers);
  const auto Z = rows_of(source);
  for_rows(threads_, n_, kRowsTogether, [&](std::uint64_t first, std::uint64_t last) {
    for (auto i = static_cast<Index>(first); i < static_cast<Index>(last); ++i) {
      for (std::size_t p = 0; p < kPowers; ++p) {
        const double length = Z.row(i).cwiseProduct(source.scale[p]).norm();
        source.inverse_length(i, static_cast<Index>(p)) = length > 0 ? 1 / length : 0;
      }
    }
  });
  sources_.push_back(std::move(source));
}

Eigen::Map<const RowMatrix, 0, Eigen::OuterStride<>> Kernels::rows_of(const Source& source) const {
  return {source.rows, static_cast<Index>(n_), source.d, Eigen::OuterStride<>(source.stride)};
}

RowMatrix Kernels::features(std::size_t kernel, const ItemList& items) const {
  const Source& source = sources_[kernel / kPowers];
  const std::size_t p = kernel % kPowers;
  const auto Z = rows_of(source);
  RowMatrix found(static_cast<Index>(items.count), source.d);
  for (std::uint32_t k = 0; k < items.count; ++k) {
    const std::uint32_t i = items[k];
    found.row(k) = Z.row(i).cwiseProduct(source.scale[p]) *
                   source.inverse_length(i, static_cast<Index>(p));
  }
  return found;
}

template <class Rows>
Rows Kernels::product(std::span<const double> theta, const ItemList& rows,
                      std::span<const std::uint32_t> at, const Eigen::MatrixXd& A) const {
  using Scalar = typename Rows::Scalar;
  const Index C = A.cols();
  Rows found = Rows::Zero(rows.count, C);
  const ItemList those{at, static_cast<std::uint32_t>(at.size())};
  for (std::size_t s = 0; s < sources_.size() && !at.empty(); ++s) {
    const Source& source = sources_[s];
    const auto Z = rows_of(source);
    for (std::size_t p = 0; p < kPowers; ++p) {
      const std::size_t b = s * kPowers + p;
      if (!(theta[b] > 0)) continue;
      // U = θ D Φ(at)ᵀ A: row i of the product is Uᵀ z_i / ‖D z_i‖
      const Eigen::Matrix<Scalar, Eigen::Dynamic, Eigen::Dynamic> U =
          (theta[b] * source.scale[p].transpose().asDiagonal() *
           spectral::transposed_times(features(b, those), A))
              .template cast<Scalar>();
      for_rows(threads_, rows.count, kRowsTogether, [&](std::uint64_t first, std::uint64_t last) {
        const auto begin = static_cast<Index>(first), count = static_cast<Index>(last - first);
        Rows X(count, source.d);
        for (Index k = 0; k < count; ++k) {
          const auto i = static_cast<Index>(rows[static_cast<std::uint32_t>(begin + k)]);
          X.row(k) = (source.inverse_length(i, static_cast<Index>(p)) * Z.row(i))
                         .template cast<Scalar>();
        }
        found.middleRows(begin, count).noalias() += X * U;
      });
    }
  }
  return found;
}

RowMatrix Kernels::times(std::span<const double> theta, const ItemList& rows,
                         std::span<const std::uint32_t> at, const Eigen::MatrixXd& A) const {
  return product<RowMatrix>(theta, rows, at, A);
}

Kernels::FloatRows Kernels::times_float(std::span<const double> theta, const ItemList& rows,
                                        std::span<const std::uint32_t> at,
                                        const Eigen::MatrixXd& A) const {
  return product<FloatRows>(theta, rows, at, A);
}

double Kernels::prior_variance(std::span<const double> theta, std::uint32_t item) const {
  double sum = 0;
  for (std::size_t b = 0; b < theta.size(); ++b) {
    if (sources_[b / kPowers].inverse_length(static_cast<Index>(item),
                                             static_cast<Index>(b % kPowers)) > 0)
      sum += theta[b];
  }
  return sum;
}

}  // namespace querent
