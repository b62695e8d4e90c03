// SPDX-License-Identifier: Apache-2.0
#include <querent/learners/session/find/kernels.hpp>

#include <cassert>
#include <utility>

#include <querent/learners/session/auto/selection.hpp>

namespace querent {

namespace {

using Eigen::Index;

// The rows weight · x_i of these items as columns of `dim` entries.
template <class Scalar>
Eigen::SparseMatrix<Scalar> transposed(const CsrMatrix& rows, const ItemList& items, Index dim,
                                       double weight = 1) {
  Eigen::SparseMatrix<Scalar> X(dim, static_cast<Index>(items.count));
  for (std::uint32_t k = 0; k < items.count; ++k) {
    const auto x = rows[items[k]];
    X.startVec(k);
    for (std::size_t e = 0; e < x.index.size(); ++e)
      X.insertBack(x.index[e], k) = static_cast<Scalar>(weight * x.value[e]);
  }
  X.finalize();
  return X;
}

}  // namespace

Kernels FindKernels::components_of(const std::shared_ptr<const Items>& items, int threads,
                                   const AutoParams& params, const std::function<bool()>& go_on) {
  if (items->terms.empty()) return {items, threads, params, go_on};
  AutoParams words = params;
  words.neighbours = 0;  // rows of words, not a table: only their principal components are used
  Kernels components(std::make_shared<const Items>(Items{.rows = items->terms.front()}), threads,
                     words);
  assert(components.num_sources() == 1);
  return components;
}

FindKernels::FindKernels(std::shared_ptr<const Items> items, int threads,
                         const AutoParams& components, const FindParams& params,
                         const std::function<bool()>& go_on)
    : items_(std::move(items)),
      dense_(components_of(items_, threads, components, go_on)),
      exact_(params.exact) {
  for (const CsrMatrix& view : items_->terms) {
    terms_.emplace_back(
        transposed<float>(view, {{}, size()}, static_cast<Index>(view.dim)).transpose());
    Eigen::VectorXd square = Eigen::VectorXd::Zero(size());
    for (std::uint32_t i = 0; i < size(); ++i) {
      for (const double value : view[i].value) square[i] += value * value;
    }
    lengths_.push_back(square.cwiseMin(1).cwiseSqrt());
  }
  count_ = terms_.empty() ? dense_.count() : terms_.size();
  if (terms_.empty()) {
    mixtures_ = mixtures_of(dense_);
    return;
  }
  const auto further = static_cast<double>(terms_.size() - 1);
  for (const double share : params.shares) {
    if (terms_.size() == 1 && !mixtures_.empty()) break;
    std::vector<double> theta(count_, share / std::max(further, 1.0));
    theta.front() = terms_.size() == 1 ? 1 : 1 - share;
    mixtures_.push_back(std::move(theta));
  }
}

Mixture FindKernels::dense_mixture(std::span<const double> theta) const {
  if (terms_.empty()) return {.theta = {theta.begin(), theta.end()}, .intercept = 0};
  const std::size_t count = dense_.count();
  const double each = (1 - exact_) * theta.front() / static_cast<double>(count);
  return {.theta = std::vector<double>(count, each), .intercept = 0};
}

Eigen::MatrixXf FindKernels::columns(std::span<const double> theta,
                                     std::span<const std::uint32_t> items) const {
  const auto list = ItemList::of(items);
  const Mixture mixture = dense_mixture(theta);
  const RowMatrix phi = dense_.features(mixture, list);
  Eigen::MatrixXf K = dense_.times_float(mixture, {{}, size()}, phi.transpose());
  for (std::size_t v = 0; v < terms_.size(); ++v) {
    const double weight = v == 0 ? exact_ * theta[0] : theta[v];
    if (v == 0) {
      const Eigen::VectorXf length = lengths_[0].cast<float>();
      K = length.asDiagonal() * K * length(items).asDiagonal();
    }
    if (weight > 0)
      K += terms_[v] * transposed<float>(items_->terms[v], list, terms_[v].cols(), weight);
    for (std::size_t k = 0; k < items.size(); ++k) {
      const double own = 1 - lengths_[v][items[k]] * lengths_[v][items[k]];
      K(items[k], static_cast<Index>(k)) += static_cast<float>(theta[v] * own);
    }
  }
  return K;
}

Eigen::VectorXf FindKernels::column_of(std::span<const double> theta, const CsrMatrix& rows) const {
  Eigen::VectorXf k = Eigen::VectorXf::Zero(size());
  for (std::uint32_t v = 0; v < rows.rows(); ++v)
    k += terms_.at(v) * transposed<float>(rows, {{&v, 1}, 1}, terms_.at(v).cols(), theta[v]);
  return k;
}

double FindKernels::variance_of(std::span<const double> theta, const CsrMatrix& rows) const {
  double sum = 0;
  for (std::uint32_t v = 0; v < rows.rows(); ++v) {
    for (const double value : rows[v].value) sum += theta[v] * value * value;
  }
  return sum;
}

Eigen::MatrixXd FindKernels::among(std::size_t b, std::span<const std::uint32_t> items) const {
  std::vector<double> one(count_, 0.0);
  one[b] = 1;
  const auto list = ItemList::of(items);
  const auto m = static_cast<Index>(items.size());
  Eigen::MatrixXd K = Eigen::MatrixXd::Zero(m, m);
  if (terms_.empty() || b == 0) {
    const RowMatrix phi = dense_.features(dense_mixture(one), list);
    K.noalias() = phi * phi.transpose();
  }
  if (terms_.empty()) return K;
  const Eigen::VectorXd length = lengths_[b](items);
  if (b == 0) K = length.asDiagonal() * K * length.asDiagonal();
  K.diagonal() += (1 - length.array().square()).matrix();
  const auto X = transposed<double>(items_->terms[b], list, terms_[b].cols());
  K += (b == 0 ? exact_ : 1) * Eigen::SparseMatrix<double>(X.transpose()) * X;
  return K;
}

}  // namespace querent
