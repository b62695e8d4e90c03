// SPDX-License-Identifier: Apache-2.0
#include <querent/learners/session/auto/kernels.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

#include <querent/graph/components.hpp>
#include <querent/graph/parallel.hpp>
#include <querent/learners/session/auto/smoothing.hpp>
#include <querent/spectral/dense.hpp>

namespace querent {

namespace {

using Eigen::Index;
constexpr std::uint64_t kRowsTogether = 512;  // rows per work item of a thread

// Normalises rows to length 1; a row of zeros stays.
void normalise_rows(RowMatrix& Z) {
  for (Index i = 0; i < Z.rows(); ++i) {
    const double length = Z.row(i).norm();
    if (length > 0) Z.row(i) /= length;
  }
}

}  // namespace

Kernels::Kernels(std::shared_ptr<const Items> items, int threads, const AutoParams& params,
                 const std::function<bool()>& go_on)
    : items_(std::move(items)), n_(items_->size()), threads_(threads) {
  const auto graph_columns = static_cast<std::size_t>(items_->eigenvalues.size());
  const Graph* graph = items_->graph.get();
  if (graph_columns > 0) {
    const auto& rows = std::get<Embedding::Rows>(items_->rows);
    add_graph({.name = "graph", .rows = rows.data(), .stride = rows.cols()}, items_->eigenvalues,
              graph, params);
  }
  if (graph_columns == 0 || items_->word_columns > 0)
    add_own_features(graph_columns, params, go_on);
  num_near_ = sources_.size();
  if (graph_columns > 0 && graph != nullptr && n_ <= params.joined_rows)
    add_columns("links", link_columns(*graph, params, threads_));
}

void Kernels::add_own_features(std::size_t graph_columns, const AutoParams& params,
                               const std::function<bool()>& go_on) {
  const Graph* graph = items_->graph.get();
  RowMatrix own = own_columns(*items_, graph_columns, params, threads_);
  if (graph != nullptr) {
    add_columns("smoothed", smoothed_over_graph(*graph, own, params, threads_));
  } else if (graph_columns == 0 && params.neighbours > 0 && n_ > params.neighbours + 1 &&
             n_ <= params.joined_rows) {
    RowNeighbours joined = neighbours_of(own, params, threads_, go_on);
    const auto rows = std::make_shared<const RowMatrix>(std::move(joined.embedding.rows));
    add_graph({.name = "neighbours", .rows = rows->data(), .stride = rows->cols(), .own = rows},
              joined.embedding.eigenvalues, &joined.graph, params);
  }
  add_columns("words", std::move(own));
}

void Kernels::add_graph(Source source, const Eigen::VectorXd& eigenvalues, const Graph* graph,
                        const AutoParams& params) {
  source.d = eigenvalues.size();
  finish(std::move(source), eigenvalues.array().inverse());
  if (graph != nullptr) add_components(*graph, params.components);
}

// One column for each component of two nodes or more, except one that holds most nodes, which the
// intercept represents.
void Kernels::add_components(const Graph& graph, std::size_t most) {
  const Components found = connected_components(graph);
  std::vector<std::uint32_t> order;
  for (std::uint32_t c = 0; c < found.count(); ++c) {
    if (found.sizes[c] > 1 && 2 * found.sizes[c] <= n_) order.push_back(c);
  }
  std::ranges::stable_sort(order, std::ranges::greater(), [&](auto c) { return found.sizes[c]; });
  order.resize(std::min(order.size(), most));
  if (order.empty()) return;
  std::vector<std::int32_t> column(found.count(), -1);
  for (std::size_t k = 0; k < order.size(); ++k) column[order[k]] = static_cast<std::int32_t>(k);
  component_columns_ = static_cast<Index>(order.size());
  component_.resize(n_);
  RowMatrix& inverse_length = sources_.back().inverse_length;
  for (std::uint32_t i = 0; i < n_; ++i) {
    component_[i] = {column[found.of[i]], 0};
    if (component_[i].column < 0) continue;
    const bool has_row = inverse_length(i, 0) > 0;
    component_[i].value = has_row ? std::sqrt(0.5) : 1;
    inverse_length.row(i) *= component_[i].value;
  }
}

double Kernels::graph_weight(const Mixture& mixture) const {
  double sum = 0;
  for (std::size_t p = 0; p < kPowers && component_columns_ > 0; ++p) sum += mixture.theta[p];
  return sum;
}

// Normalises rows to length 1, centres them and rotates them to their principal axes.
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
                .own = rotated};
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

RowMatrix Kernels::scaled_rows(std::size_t kernel, const ItemList& items) const {
  const Source& source = sources_[kernel / kPowers];
  const std::size_t p = kernel % kPowers;
  const auto Z = rows_of(source);
  RowMatrix found(static_cast<Index>(items.count), source.d);
  for (std::uint32_t k = 0; k < items.count; ++k) {
    const std::uint32_t i = items[k];
    found.row(k) =
        Z.row(i).cwiseProduct(source.scale[p]) * source.inverse_length(i, static_cast<Index>(p));
  }
  return found;
}

Eigen::Index Kernels::columns(const Mixture& mixture) const {
  const std::vector<Part> parts = parts_of(mixture);
  Index D = 1 + (graph_weight(mixture) > 0 ? component_columns_ : 0);
  for (std::size_t s = 0; s < parts.size(); ++s)
    D += static_cast<Index>(parts[s].powers.size()) * sources_[s].d;
  return D;
}

RowMatrix Kernels::features(const Mixture& mixture, const ItemList& items) const {
  const std::vector<Part> parts = parts_of(mixture);
  const double shared = std::sqrt(graph_weight(mixture));
  const Index D = columns(mixture);
  RowMatrix found(static_cast<Index>(items.count), D);
  if (items.count == 0) return found;
  for (std::size_t s = 0; s < parts.size(); ++s) {
    Index at = parts[s].first;
    for (const std::size_t p : parts[s].powers) {
      const std::size_t b = s * kPowers + p;
      found.middleCols(at, sources_[s].d) = std::sqrt(mixture.theta[b]) * scaled_rows(b, items);
      at += sources_[s].d;
    }
  }
  if (shared > 0) {
    const Index first = D - 1 - component_columns_;
    found.middleCols(first, component_columns_).setZero();
    for (std::uint32_t k = 0; k < items.count; ++k) {
      const Component& of = component_[items[k]];
      if (of.column >= 0) found(static_cast<Index>(k), first + of.column) = shared * of.value;
    }
  }
  found.col(D - 1).setConstant(std::sqrt(mixture.intercept));
  return found;
}

RowMatrix Kernels::first_features(const ItemList& items) const {
  RowMatrix found(static_cast<Index>(items.count), 0);
  for (std::size_t s = 0; s < num_near_; ++s) {
    found.conservativeResize(Eigen::NoChange, found.cols() + sources_[s].d);
    found.rightCols(sources_[s].d) = scaled_rows(s * kPowers, items);
  }
  return found;
}

std::vector<Kernels::Part> Kernels::parts_of(const Mixture& mixture) const {
  std::vector<Part> parts(sources_.size());
  Index first = 0;
  for (std::size_t s = 0; s < sources_.size(); ++s) {
    parts[s].first = first;
    for (std::size_t p = 0; p < kPowers; ++p) {
      if (mixture.theta[s * kPowers + p] > 0) parts[s].powers.push_back(p);
    }
    first += static_cast<Index>(parts[s].powers.size()) * sources_[s].d;
  }
  return parts;
}

template <class Rows>
Rows Kernels::source_rows(const Source& source, const ItemList& items, Index begin,
                          Index count) const {
  const auto Z = rows_of(source);
  if (items.list.empty()) return Z.middleRows(begin, count).template cast<typename Rows::Scalar>();
  Rows found(count, source.d);
  for (Index k = 0; k < count; ++k)
    found.row(k) =
        Z.row(items[static_cast<std::uint32_t>(begin + k)]).template cast<typename Rows::Scalar>();
  return found;
}

// For a source with rows z_i: Σ_p (U_pᵀ z_i)/‖D_p z_i‖, U_p = √θ_p D_p W_p.
template <class Rows>
Rows Kernels::product(const Mixture& mixture, const ItemList& items,
                      const Eigen::MatrixXd& W) const {
  using Scalar = typename Rows::Scalar;
  const Index k = W.cols();
  const std::vector<Part> parts = parts_of(mixture);
  Rows found(items.count, k);
  if (k == 0 || items.count == 0) return found;  // no blocks to slice
  found.rowwise() =
      (std::sqrt(mixture.intercept) * W.row(W.rows() - 1)).template cast<Scalar>().eval();
  for (std::size_t s = 0; s < parts.size(); ++s) {
    const Source& source = sources_[s];
    const std::vector<std::size_t>& powers = parts[s].powers;
    if (powers.empty()) continue;
    Eigen::Matrix<Scalar, Eigen::Dynamic, Eigen::Dynamic> U(source.d,
                                                            static_cast<Index>(powers.size()) * k);
    for (std::size_t q = 0; q < powers.size(); ++q) {
      const double root = std::sqrt(mixture.theta[s * kPowers + powers[q]]);
      U.middleCols(static_cast<Index>(q) * k, k) =
          (root * source.scale[powers[q]].transpose().asDiagonal() *
           W.middleRows(parts[s].first + static_cast<Index>(q) * source.d, source.d))
              .template cast<Scalar>();
    }
    for_rows(threads_, items.count, kRowsTogether, [&](std::uint64_t first, std::uint64_t last) {
      const auto begin = static_cast<Index>(first), count = static_cast<Index>(last - first);
      const Rows ZU = source_rows<Rows>(source, items, begin, count) * U;
      for (Index r = 0; r < count; ++r) {
        const auto i = static_cast<Index>(items[static_cast<std::uint32_t>(begin + r)]);
        for (std::size_t q = 0; q < powers.size(); ++q)
          found.row(begin + r) +=
              static_cast<Scalar>(source.inverse_length(i, static_cast<Index>(powers[q]))) *
              ZU.row(r).segment(static_cast<Index>(q) * k, k);
      }
    });
  }
  const double shared = std::sqrt(graph_weight(mixture));
  if (!(shared > 0)) return found;
  const Rows of_components =
      (shared * W.middleRows(W.rows() - 1 - component_columns_, component_columns_))
          .template cast<Scalar>();
  for (std::uint32_t r = 0; r < items.count; ++r) {
    const Component& of = component_[items[r]];
    if (of.column >= 0)
      found.row(r) += static_cast<Scalar>(of.value) * of_components.row(of.column);
  }
  return found;
}

RowMatrix Kernels::times(const Mixture& mixture, const ItemList& items,
                         const Eigen::MatrixXd& W) const {
  return product<RowMatrix>(mixture, items, W);
}

Kernels::FloatRows Kernels::times_float(const Mixture& mixture, const ItemList& items,
                                        const Eigen::MatrixXd& W) const {
  return product<FloatRows>(mixture, items, W);
}

double Kernels::prior_variance(const Mixture& mixture, std::uint32_t item) const {
  double sum = mixture.intercept;
  for (std::size_t b = 0; b < mixture.theta.size(); ++b) {
    const bool has_row = sources_[b / kPowers].inverse_length(static_cast<Index>(item),
                                                              static_cast<Index>(b % kPowers)) > 0;
    const bool has_component = b < kPowers && !component_.empty() && component_[item].column >= 0;
    if (has_row || has_component) sum += mixture.theta[b];
  }
  return sum;
}

}  // namespace querent
