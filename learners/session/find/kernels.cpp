// SPDX-License-Identifier: Apache-2.0
#include <querent/learners/session/find/kernels.hpp>

#include <cassert>
#include <utility>

#include <querent/learners/session/auto/selection.hpp>

namespace querent {

namespace {

using Eigen::Index;

constexpr std::size_t kSecondPower = 1;  // among the kernels of the only source, the words

}  // namespace

TermKernel::TermKernel(const SparseItems& rows)
    : rows_(rows),
      offsets_(rows.dim + 1, 0),
      row_of_(rows.index.size()),
      value_(rows.index.size()) {
  for (const std::uint32_t j : rows.index) ++offsets_[j + std::size_t{1}];
  for (std::size_t j = 0; j < rows.dim; ++j) offsets_[j + 1] += offsets_[j];
  std::vector<std::uint64_t> next(offsets_.begin(), offsets_.end() - 1);
  for (std::uint32_t i = 0; i + 1 < rows.offsets.size(); ++i) {
    for (std::uint64_t k = rows.offsets[i]; k < rows.offsets[i + 1]; ++k) {
      const std::uint64_t at = next[rows.index[k]]++;
      row_of_[at] = i;
      value_[at] = static_cast<float>(rows.value[k]);
    }
  }
}

void TermKernel::add(const SparseRow& x, float weight, Eigen::VectorXf& k) const {
  for (std::size_t c = 0; c < x.index.size(); ++c) {
    const auto by = weight * static_cast<float>(x.value[c]);
    const std::uint32_t j = x.index[c];
    for (std::uint64_t e = offsets_[j]; e < offsets_[j + 1]; ++e) k[row_of_[e]] += by * value_[e];
  }
}

double TermKernel::between(std::uint32_t i, std::uint32_t j) const {
  const SparseRow a = rows_[i], b = rows_[j];
  double sum = 0;
  for (std::size_t p = 0, q = 0; p < a.index.size() && q < b.index.size();) {
    if (a.index[p] == b.index[q]) {
      sum += a.value[p++] * b.value[q++];
    } else {
      ++(a.index[p] < b.index[q] ? p : q);
    }
  }
  return sum;
}

Kernels FindKernels::components_of(const std::shared_ptr<const Items>& items, int threads,
                                   const AutoParams& params) {
  if (items->terms.empty()) return {items, threads, params};
  AutoParams words = params;
  words.neighbours = 0;  // rows of words, not a table: only their principal components are used
  Kernels components(std::make_shared<const Items>(Items{.rows = items->terms.front()}), threads,
                     words);
  assert(components.num_sources() == 1);
  return components;
}

FindKernels::FindKernels(std::shared_ptr<const Items> items, int threads,
                         const AutoParams& components, const FindParams& params)
    : items_(std::move(items)),
      dense_(components_of(items_, threads, components)),
      exact_(params.exact) {
  for (const SparseItems& view : items_->terms) terms_.emplace_back(view);
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
  Mixture mixture{.theta = std::vector<double>(dense_.count(), 0.0), .intercept = 0};
  if (terms_.empty()) {
    mixture.theta.assign(theta.begin(), theta.end());
  } else {
    mixture.theta[kSecondPower] = (1 - exact_) * theta.front();
  }
  return mixture;
}

Eigen::VectorXf FindKernels::column(std::span<const double> theta, std::uint32_t item) const {
  const Mixture mixture = dense_mixture(theta);
  const RowMatrix phi = dense_.features(mixture, {{&item, 1}, 1});
  Eigen::VectorXf k = dense_.times_float(mixture, {{}, size()}, phi.transpose());
  for (std::size_t v = 0; v < terms_.size(); ++v) {
    const double weight = v == 0 ? exact_ * theta[0] : theta[v];
    if (weight > 0) terms_[v].add(terms_[v].row(item), static_cast<float>(weight), k);
  }
  return k;
}

Eigen::VectorXf FindKernels::column_of(std::span<const double> theta,
                                       const SparseItems& rows) const {
  Eigen::VectorXf k = Eigen::VectorXf::Zero(size());
  for (std::uint32_t v = 0; v + 1 < rows.offsets.size(); ++v)
    terms_.at(v).add(rows[v], static_cast<float>(theta[v]), k);
  return k;
}

double FindKernels::variance_of(std::span<const double> theta, const SparseItems& rows) const {
  double sum = 0;
  for (std::uint32_t v = 0; v + 1 < rows.offsets.size(); ++v) {
    for (const double value : rows[v].value) sum += theta[v] * value * value;
  }
  return sum;
}

Eigen::MatrixXd FindKernels::among(std::size_t b, std::span<const std::uint32_t> items) const {
  std::vector<double> one(count_, 0.0);
  one[b] = 1;
  const auto m = static_cast<Index>(items.size());
  Eigen::MatrixXd K = Eigen::MatrixXd::Zero(m, m);
  if (terms_.empty() || b == 0) {
    const RowMatrix phi =
        dense_.features(dense_mixture(one), {items, static_cast<std::uint32_t>(items.size())});
    K.noalias() = phi * phi.transpose();
  }
  if (terms_.empty()) return K;
  const double weight = b == 0 ? exact_ : 1;
  for (Index i = 0; i < m; ++i) {
    for (Index j = 0; j <= i; ++j) {
      K(i, j) += weight * terms_[b].between(items[static_cast<std::size_t>(i)],
                                            items[static_cast<std::size_t>(j)]);
      K(j, i) = K(i, j);
    }
  }
  return K;
}

}  // namespace querent
