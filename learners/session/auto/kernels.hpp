// SPDX-License-Identifier: Apache-2.0
// The kernels that `auto` chooses from: part (1) of session/auto.hpp.
//
// A source is a matrix Z with one row z_i per item and a spectrum λ_1 … λ_d, one value per column.
// It defines three kernels, of power s = 1, 2, 3, which are cosines of reweighted columns:
//
//   φ_s(i) = D_s z_i / ‖D_s z_i‖,   D_s = diag(spectrum^((s − 1)/2)),   K_s(i, j) = φ_s(i)ᵀ φ_s(j)
//
// Sources are "graph": z_i = v_k(i)/√λ_k with spectrum 1/λ_k, Matérn kernels on a graph; "words":
// the columns of the items' own features, each row at length 1, centred and rotated to their
// principal axes; "smoothed": the same after personalised PageRank over the graph; "links": the
// rows of the adjacency matrix, as if neighbours were words. Rows without a graph are joined to
// their nearest neighbours by these features as they are: the source "neighbours" (smoothed words
// add nothing there, docs/notes/first-hour.md). A component of a graph that holds at most half of
// the nodes counts half, since the eigenvectors of λ = 0, which distinguish components, are not
// among the v_k:
//
//   K_s(i, j) ← ½ K_s(i, j) + ½ [i and j are in this component]
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include <Eigen/Core>

#include <querent/learners/session/auto.hpp>
#include <querent/learners/session/items.hpp>

namespace [[gnu::visibility("default")]] querent {

/// Scores of several items, one row per item.
using RowMatrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// A range of items or a list of them; empty `list`: the items 0 … count − 1.
struct ItemList {
  std::span<const std::uint32_t> list = {};
  std::uint32_t count = 0;

  static ItemList of(std::span<const std::uint32_t> list) {
    return {list, static_cast<std::uint32_t>(list.size())};
  }
  std::uint32_t operator[](std::uint32_t k) const { return list.empty() ? k : list[k]; }
};

/// A sum of kernels and of the constant kernel τ: K(i, j) = Σ_b θ_b K_b(i, j) + τ = φ(i)ᵀ φ(j),
/// where φ concatenates the √θ_b φ_b with θ_b > 0 in order, the columns of the components, and √τ:
/// D columns.
struct Mixture {
  std::vector<double> theta;  ///< one weight ≥ 0 per kernel
  double intercept = 0;       ///< τ ≥ 0
};

class Kernels {
 public:
  static constexpr std::size_t kPowers = 3;  ///< s = 1, 2, 3
  using FloatRows = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

  /// O(n·d²) for sources that are rotated. Shares ownership of the items. Results do not depend on
  /// `threads`. If `go_on` returns false while rows are joined to their neighbours, throws
  /// Cancelled.
  Kernels(std::shared_ptr<const Items> items, int threads, const AutoParams& params = {},
          const std::function<bool()>& go_on = {});

  std::uint32_t size() const { return n_; }                        ///< n
  std::size_t count() const { return sources_.size() * kPowers; }  ///< number of kernels
  std::size_t num_sources() const { return sources_.size(); }
  /// Number of sources before "links", which alone compares items that are far from each other.
  std::size_t num_near() const { return num_near_; }
  const std::string& source(std::size_t s) const { return sources_[s].name; }
  const Items& items() const { return *items_; }
  int threads() const { return threads_; }

  /// The number D of columns of a mixture.
  Eigen::Index columns(const Mixture& mixture) const;
  /// φ_1 of every source but "links" concatenated, without the columns of components: the features
  /// for clusters.
  RowMatrix first_features(const ItemList& items) const;
  /// φ of some items by a mixture, one row of D columns per item.
  RowMatrix features(const Mixture& mixture, const ItemList& items) const;
  /// φ(items) W, without storing φ: W has D rows. O(|items|·D·|W's columns|).
  RowMatrix times(const Mixture& mixture, const ItemList& items, const Eigen::MatrixXd& W) const;
  /// The same in single precision, in half the time: for covariances, which only rank queries.
  FloatRows times_float(const Mixture& mixture, const ItemList& items,
                        const Eigen::MatrixXd& W) const;
  /// K(i, i): 1 + τ, less the weights of sources without data on this item.
  double prior_variance(const Mixture& mixture, std::uint32_t item) const;

 private:
  struct Source {
    std::string name;
    const double* rows = nullptr;  // n rows of d values
    Eigen::Index d = 0, stride = 0;
    std::shared_ptr<const RowMatrix> own = {};  // owns `rows` unless the items do
    std::array<Eigen::RowVectorXd, kPowers> scale = {};
    RowMatrix inverse_length = {};  // n × kPowers; 0 for a row of zeros
  };
  struct Component {      // per node
    std::int32_t column;  // −1: none
    double value;
  };

  struct Part {
    Eigen::Index first = 0;                // first of its rows of W
    std::vector<std::size_t> powers = {};  // those with θ > 0
  };

  std::vector<Part> parts_of(const Mixture& mixture) const;  // one per source
  template <class Rows>
  Rows product(const Mixture& mixture, const ItemList& items, const Eigen::MatrixXd& W) const;
  template <class Rows>
  Rows source_rows(const Source& source, const ItemList& items, Eigen::Index begin,
                   Eigen::Index count) const;
  void add_graph(Source source, const Eigen::VectorXd& eigenvalues, const Graph* graph,
                 const AutoParams& params);
  void add_own_features(std::size_t graph_columns, const AutoParams& params,
                        const std::function<bool()>& go_on);
  void add_components(const Graph& graph, std::size_t most);
  RowMatrix scaled_rows(std::size_t kernel, const ItemList& items) const;
  double graph_weight(const Mixture& mixture) const;
  void add_columns(std::string name, RowMatrix Z);
  void finish(Source source, const Eigen::ArrayXd& spectrum);
  Eigen::Map<const RowMatrix, 0, Eigen::OuterStride<>> rows_of(const Source& source) const;

  std::shared_ptr<const Items> items_;
  std::uint32_t n_;
  int threads_;
  std::vector<Source> sources_;
  std::size_t num_near_ = 0;
  std::vector<Component> component_;  // per node; empty: no graph, or a connected one
  Eigen::Index component_columns_ = 0;
};

}  // namespace querent
