// SPDX-License-Identifier: Apache-2.0
// Conjugate gradients for eight classes at once (label_spreading.cpp defines the problem), with the
// product of block Lanczos.
//
//   In the coordinates z = D^{−1/2} x:  D^{−1/2} (I − α S) x = z − α D⁻¹ W z, whose entries of W
//   need no scaling, and xᵀ y = Σ D_ii z_i z′_i.
//
//   r = (1 − α) D^{−1/2} y, p = r, f = 0
//   until ‖r‖ ≤ tolerance ‖y‖ (1 − α) in each column:
//     q = p − α D⁻¹ W p, a = ‖r‖²/pᵀq;  f += a p, r −= a q;  p = r + (‖r‖²/‖r_before‖²) p
#include <querent/spectral/propagation/spreading.hpp>

#include <cmath>

#include <querent/datasets/error.hpp>
#include <querent/graph/subgraph.hpp>
#include <querent/spectral/nodes_by_locality.hpp>

namespace querent::spectral {

template <class Real>
Spreading<Real>::Spreading(const Graph& graph, double alpha, double tolerance, int threads)
    : alpha_(alpha),
      tolerance_(tolerance),
      threads_(threads),
      order_(nodes_by_locality(graph, threads)),
      root_(graph.num_nodes(), Real{1}),
      two_(graph.num_nodes(), Real{2}),
      beta_(graph.num_nodes(), Real{0}) {
  const std::uint64_t n = graph.num_nodes();
  {
    std::vector<Node> position(n, kLeftOut);
    graph_ = subgraph(graph, order_, position, threads);
  }
  for (Node i = 0; i < n; ++i) {
    const double degree = graph_.degree(i);
    if (!(degree > 0)) continue;
    root_[i] = static_cast<Real>(std::sqrt(degree));
    beta_[i] = static_cast<Real>(-2 * alpha / degree);
  }
  for (DenseBlock<Real>* block : {&x_, &r_, &p_, &q_}) *block = DenseBlock<Real>(n, kBlockColumns);
}

template <class Real>
void Spreading<Real>::solve(const std::function<void()>& tick) {
  constexpr std::uint64_t b = kBlockColumns;
  constexpr int kMostSteps = 10'000;
  const std::uint64_t n = x_.rows();
  // Each pass over the rows changes them and sums products of x in the coordinates of z.
  const auto pass = [&](auto&& change) {
    return sum_rows<b>(threads_, n, [&](std::uint64_t first, std::uint64_t last, double* partial) {
      for (std::uint64_t i = first; i < last; ++i) {
        const double D = static_cast<double>(root_[i]) * static_cast<double>(root_[i]);
        for (std::uint64_t c = 0; c < b; ++c) partial[c] += D * change(i, c);
      }
    });
  };
  const auto square = [](Real x) { return static_cast<double>(x) * static_cast<double>(x); };
  Row squares = pass([&](std::uint64_t i, std::uint64_t c) {
    const Real r = static_cast<Real>(1 - alpha_) * x_.row(i)[c] / root_[i];
    r_.row(i)[c] = p_.row(i)[c] = r;
    x_.row(i)[c] = 0;
    return square(r);
  });
  Row enough = squares;
  for (double& e : enough) e *= tolerance_ * tolerance_;
  const auto more = [&] {
    for (std::uint64_t c = 0; c < b; ++c) {
      if (squares[c] > enough[c]) return true;
    }
    return false;
  };
  const auto ratio = [](double a, double below) { return below > 0 ? a / below : 0; };
  for (int step = 0; step < kMostSteps && more(); ++step) {
    tick();
    // the recurrence halves its first step; the rows of a chunk are still in the cache for pᵀ q
    const Row curvature =
        sum_rows<b>(threads_, n, [&](std::uint64_t first, std::uint64_t last, double* partial) {
          for (std::uint64_t at = first; at < last; at += kRows) {
            const std::uint64_t end = std::min(last, at + kRows);
            recurrence_rows(graph_, at, end, b, two_.data(), beta_.data(), p_.data(), q_.data(),
                            true);
            for (std::uint64_t i = at; i < end; ++i) {
              const double D = static_cast<double>(root_[i]) * static_cast<double>(root_[i]);
              for (std::uint64_t c = 0; c < b; ++c)
                partial[c] += D * static_cast<double>(p_.row(i)[c] * q_.row(i)[c]);
            }
          }
        });
    std::array<Real, b> a{}, ahead{};
    for (std::uint64_t c = 0; c < b; ++c) a[c] = static_cast<Real>(ratio(squares[c], curvature[c]));
    const Row next = pass([&](std::uint64_t i, std::uint64_t c) {
      return square(r_.row(i)[c] -= a[c] * q_.row(i)[c]);
    });
    for (std::uint64_t c = 0; c < b; ++c) ahead[c] = static_cast<Real>(ratio(next[c], squares[c]));
    for_rows(threads_, n, kRows, [&](std::uint64_t i) {
      for (std::uint64_t c = 0; c < b; ++c) {  // f is updated here, where p is read anyway
        x_.row(i)[c] += a[c] * p_.row(i)[c];
        p_.row(i)[c] = r_.row(i)[c] + ahead[c] * p_.row(i)[c];
      }
    });
    squares = next;
  }
  for_rows(threads_, n, kRows, [&](std::uint64_t i) {
    for (std::uint64_t c = 0; c < b; ++c) x_.row(i)[c] *= root_[i];
  });
}

template class Spreading<float>;
template class Spreading<double>;

namespace {

std::variant<Spreading<double>, Spreading<float>> blocks_of(const Graph& graph,
                                                            std::uint64_t columns,
                                                            const LabelSpreadingOptions& how) {
  constexpr std::uint64_t kMany = std::uint64_t{1} << 22;
  if (graph.num_nodes() * columns >= kMany && how.tolerance >= 1e-6)
    return Spreading<float>(graph, how.alpha, how.tolerance, how.threads);
  return Spreading<double>(graph, how.alpha, how.tolerance, how.threads);
}

}  // namespace

ScoreSpreading::ScoreSpreading(const Graph& graph, std::uint64_t columns,
                               const LabelSpreadingOptions& options)
    : columns_(columns),
      tick_([go_on = options.go_on] {
        if (go_on && !go_on()) throw Cancelled();
      }),
      blocks_(blocks_of(graph, columns, options)) {}

void ScoreSpreading::operator()(NodeScores& Y) {
  const auto at = [&](Node i, std::uint64_t first) { return Y.data() + i * columns_ + first; };
  (*this)([&](Node i, std::uint64_t first, std::uint64_t here,
              auto* y) { std::copy_n(at(i, first), here, y); },
          [&](Node i, std::uint64_t first, std::uint64_t here, const auto* f) {
            std::copy_n(f, here, at(i, first));
          });
}

}  // namespace querent::spectral
