// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <variant>
#include <vector>

#include <querent/graph/graph.hpp>
#include <querent/graph/matrices/block_product.hpp>
#include <querent/graph/matrices/dense_block.hpp>
#include <querent/graph/parallel.hpp>
#include <querent/spectral/propagation/label_spreading.hpp>

namespace querent::spectral {

/// F = (1 − α) (I − α S)⁻¹ Y for blocks of kBlockColumns columns, one after the other.
template <class Real>
class Spreading {
 public:
  /// `tolerance` is relative, for the residual of each column. The result does not depend on
  /// `threads`.
  Spreading(const Graph& graph, double alpha, double tolerance, int threads);

  /// read(i, y) fills the kBlockColumns entries of node i's row of Y, which are 0, write(i, f) gets
  /// those of F; both are called from several threads. `tick` is called before every product and
  /// may throw.
  template <class Read, class Write>
  void operator()(Read&& read, Write&& write, const std::function<void()>& tick) {
    for_rows(threads_, order_.size(), kRows, [&](std::uint64_t first, std::uint64_t last) {
      std::fill(x_.row(first), x_.row(last), Real{0});
      for (std::uint64_t r = first; r < last; ++r) read(order_[r], x_.row(r));
    });
    solve(tick);
    for_rows(threads_, order_.size(), kRows, [&](std::uint64_t r) {
      const Real* f = x_.row(r);
      write(order_[r], f);
    });
  }

 private:
  static constexpr std::uint64_t kRows = 1024;
  using Row = std::array<double, kBlockColumns>;

  void solve(const std::function<void()>& tick);

  double alpha_, tolerance_;
  int threads_;
  std::vector<Node> order_;       // the order of block Lanczos (quotient.cpp)
  Graph graph_;                   // in this order
  std::vector<Real> root_;        // D^{1/2}, 1 if the degree is 0
  std::vector<Real> two_, beta_;  // 2 and −2α/D, of the product's recurrence
  DenseBlock<Real> x_, r_, p_, q_;
};

extern template class Spreading<float>;
extern template class Spreading<double>;

/// The same for any number of columns. Many scores are spread in floats: half of the memory and the
/// time, and far more exact than a relative tolerance of 1e-6. A few are spread in doubles at no
/// noticeable cost.
class ScoreSpreading {
 public:
  ScoreSpreading(const Graph& graph, std::uint64_t columns, const LabelSpreadingOptions& options);

  /// read(i, first, columns, y) and write(i, first, columns, f) as above, for columns `first` …
  /// of node i.
  template <class Read, class Write>
  void operator()(Read&& read, Write&& write) {
    const auto spread = [&](auto& blocks) {
      for (std::uint64_t first = 0; first < columns_; first += kBlockColumns) {
        const std::uint64_t here = std::min(kBlockColumns, columns_ - first);
        blocks([&](Node i, auto* y) { read(i, first, here, y); },
               [&](Node i, const auto* f) { write(i, first, here, f); }, tick_);
      }
    };
    std::visit(spread, blocks_);
  }
  /// Replaces Y by F.
  void operator()(NodeScores& Y);

 private:
  std::uint64_t columns_;
  std::function<void()> tick_;
  std::variant<Spreading<double>, Spreading<float>> blocks_;
};

}  // namespace querent::spectral
