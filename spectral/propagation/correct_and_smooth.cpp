// SPDX-License-Identifier: Apache-2.0
// Correct and Smooth, with fitted weights.
//
// Huang, He, Singh, Lim, Benson, Combining Label Propagation and Simple Models Out-performs Graph
// Neural Networks, ICLR 2021, §2.2 (correction with the scale of Eq. (6), "autoscale") and §2.3.
//
//   spread(X) = (1 − α) (I − α S)⁻¹ X                                (label_spreading.hpp)
//   E_l = y_l − z_l for labelled l, else 0
//   Ê = spread(E),   σ = mean over labelled l of ‖e_l‖₁
//   z′_i = z_i + σ ê_i / ‖ê_i‖₁                                       the model's errors, spread
//   s = spread(H),   h_l = y_l for labelled l, else z′_i
//   f_i = a z_i + b (z′_i − z_i) + c s_i / ‖s_i‖₁                     the scores that classify
//
// The shares a, b, c ≥ 0, whose sum is 1, are fitted by the regularised logistic regression
// (blend_regression.cpp)
//
//   Σ_l log softmax(t f_l)_{y_l} − t² (ε a² + b² + c²)/2 at its greatest over t, a, b, c;  ε = 0.01
//
// over all labelled l, each held out in turn with a fourth of the others (stacking: Wolpert, Neural
// Networks 5, 1992; with non-negative weights: Breiman, Machine Learning 24, 1996). After 2,000
// labels no more are held out, and each of them is weighted to represent all, because four numbers
// are then estimated well and a large fourth takes as long as a small one. Least squares instead
// gives the smoothed scores too much weight where the model's scores are right but small
// (docs/notes/auto.md). With fewer than 16 labels, a = 1 and b = c = 0.
//
// Deviations: the paper classifies by s alone; z_l is predicted without label l, whereas the
// residuals of the paper's training set shrink with every parameter; one α = 0.8 for both
// spreadings. docs/notes/auto.md compares the shares with the best of z, z′ and s.
#include <querent/spectral/propagation/correct_and_smooth.hpp>

#include <algorithm>
#include <cmath>
#include <optional>
#include <stdexcept>
#include <utility>

#include <querent/datasets/error.hpp>
#include <querent/graph/parallel.hpp>
#include <querent/spectral/propagation/blend_regression.hpp>
#include <querent/spectral/propagation/spreading.hpp>

namespace querent {

namespace {

constexpr std::size_t kFolds = 4;
constexpr double kAlpha = 0.8, kTolerance = 1e-3;  // of both spreadings
constexpr std::size_t kFewest = 16;                // labels
constexpr std::size_t kEnoughKept = 2000;          // held-out labels

// Fourths of this number of labels are held out, one after the other.
std::size_t num_folds(std::size_t labels) {
  std::size_t folds = 0;
  for (std::size_t kept = 0; folds < kFolds && kept < kEnoughKept; ++folds)
    kept += (labels - folds + kFolds - 1) / kFolds;
  return folds;
}

using Labelled = std::vector<LabelledNode>;
using spectral::LeftOutScores, spectral::Parts;  // of a node: z, z′ − z and s/‖s‖₁

// x/‖x‖₁, or 0
Eigen::RowVectorXd of_size_one(const Eigen::Ref<const Eigen::RowVectorXd>& x) {
  const double size = x.lpNorm<1>();
  return size > 0 ? x / size : Eigen::RowVectorXd::Zero(x.size()).eval();
}

Parts parts_of(const Eigen::Ref<const Eigen::RowVectorXd>& z,
               const Eigen::Ref<const Eigen::RowVectorXd>& e,
               const Eigen::Ref<const Eigen::RowVectorXd>& s, double sigma) {
  Parts parts(3, z.size());
  parts << z, sigma * of_size_one(e), of_size_one(s);
  return parts;
}

// Ê and s, one block of classes after the other, from some of the labels at a time. If there are
// many scores, Ê is kept in floats; s is passed to a function as it is computed.
template <class Real>
class Spreader {
 public:
  using Scores = Eigen::Matrix<Real, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

  /// The number of calls of errors() and smooth() that follow.
  Spreader(const Graph& graph, const NodeScores& Z, const OverGraphOptions& options, int rounds)
      : Z_(Z),
        options_(options),
        solve_(graph, kAlpha, kTolerance, options.threads),
        label_(static_cast<std::size_t>(Z.rows()), -1),
        errors_(Z.rows(), Z.cols()),
        size_(static_cast<std::size_t>(Z.rows())),
        blocks_(2.0 * rounds * std::ceil(static_cast<double>(Z.cols()) / kBlock)) {}

  /// Ê from these labels, which smooth() then uses.
  void errors(const Labelled& known) {
    std::fill(label_.begin(), label_.end(), -1);
    sigma_ = 0;
    for (const auto& [l, y] : known) {
      label_[l] = y;
      const Eigen::RowVectorXd error = Eigen::RowVectorXd::Unit(Z_.cols(), y) - Z_.row(l);
      sigma_ += error.lpNorm<1>() / static_cast<double>(known.size());
    }
    each_block(
        [&](Node i, Eigen::Index first, Eigen::Index here, Real* y) {
          if (label_[i] < 0) return;
          for (Eigen::Index c = 0; c < here; ++c)
            y[c] = static_cast<Real>((label_[i] == first + c ? 1 : 0) - Z_(i, first + c));
        },
        [&](Node i, Eigen::Index first, Eigen::Index here, const Real* f) {
          std::copy_n(f, here, &errors_(i, first));
        });
    for_rows(options_.threads, size_.size(), 4096, [&](std::uint64_t first, std::uint64_t last) {
      for (std::uint64_t i = first; i < last; ++i) {
        const auto e = errors_.row(static_cast<Eigen::Index>(i));
        size_[i] = 0;
        for (Eigen::Index c = 0; c < e.size(); ++c) size_[i] += std::abs(static_cast<double>(e[c]));
      }
    });
  }

  /// write(i, first, s, columns) gets s_i of the classes from `first` on, from several threads.
  template <class Write>
  void smooth(Write&& write) {
    each_block(
        [&](Node i, Eigen::Index first, Eigen::Index here, Real* y) {
          for (Eigen::Index c = 0; c < here; ++c) {
            y[c] = label_[i] >= 0 ? static_cast<Real>(label_[i] == first + c ? 1 : 0)
                                  : static_cast<Real>(Z_(i, first + c) + correction(i, first + c));
          }
        },
        write);
  }

  double correction(Eigen::Index i, Eigen::Index k) const {  // z′_ik − z_ik
    const double size = size_[static_cast<std::size_t>(i)];
    return size > 0 ? sigma_ * (static_cast<double>(errors_(i, k)) / size) : 0;
  }
  double sigma() const { return sigma_; }
  Scores& errors() { return errors_; }

 private:
  static constexpr double kBlock = kBlockColumns;

  template <class Read, class Write>
  void each_block(Read&& read, Write&& write) {
    constexpr auto b = static_cast<Eigen::Index>(kBlockColumns);
    for (Eigen::Index first = 0; first < Z_.cols(); first += b, ++done_) {
      const Eigen::Index here = std::min(b, Z_.cols() - first);
      solve_([&](Node i, Real* y) { read(i, first, here, y); },
             [&](Node i, const Real* f) { write(i, first, here, f); },
             [&] {
               if (options_.progress && !options_.progress(std::min(1.0, done_ / blocks_)))
                 throw Cancelled();
             });
    }
  }

  const NodeScores& Z_;
  const OverGraphOptions& options_;
  spectral::Spreading<Real> solve_;
  std::vector<int> label_;  // by node, −1: unknown
  Scores errors_;
  std::vector<double> size_;  // ‖ê_i‖₁
  double sigma_ = 0, done_ = 0, blocks_;
};

template <class Real>
BlendWeights blend_of(Spreader<Real>& spreader, const NodeScores& Z, const Labelled& labelled) {
  std::vector<LeftOutScores> kept;
  std::vector<std::int32_t> place(static_cast<std::size_t>(Z.rows()), -1);  // in `smoothed`
  for (std::size_t fold = 0; fold < num_folds(labelled.size()); ++fold) {
    Labelled known, back;
    for (std::size_t k = 0; k < labelled.size(); ++k)
      (k % kFolds == fold ? back : known).push_back(labelled[k]);
    spreader.errors(known);
    for (std::size_t k = 0; k < back.size(); ++k)
      place[back[k].node] = static_cast<std::int32_t>(k);
    NodeScores smoothed(static_cast<Eigen::Index>(back.size()), Z.cols());
    spreader.smooth([&](Node i, Eigen::Index first, Eigen::Index here, const Real* s) {
      if (place[i] >= 0) std::copy_n(s, here, &smoothed(place[i], first));
    });
    for (const auto& [l, y] : back) {
      const Eigen::RowVectorXd e = spreader.errors().row(l).template cast<double>();
      kept.push_back({parts_of(Z.row(l), e, smoothed.row(place[l]), spreader.sigma()), y});
    }
    for (const auto& [l, y] : back) place[l] = -1;
  }
  const double each = static_cast<double>(labelled.size()) / static_cast<double>(kept.size());
  const Eigen::Vector3d x = spectral::blend_by_regression(kept, each);
  const double sum = x.sum();
  if (!(sum > 0)) return {};
  return {.model = x[0] / sum, .correction = x[1] / sum, .smoothed = x[2] / sum};
}

// The scores with the shares that predict held-out labels best.
template <class Real>
ScoresOverGraph over_graph(const Graph& graph, NodeScores Z, const Labelled& labelled,
                           const OverGraphOptions& options) {
  const int rounds = static_cast<int>(num_folds(labelled.size())) + 1;
  std::optional<Spreader<Real>> spreader;
  spreader.emplace(graph, Z, options, rounds);
  ScoresOverGraph over{.blend = blend_of(*spreader, Z, labelled)};
  if (over.blend.model_alone()) {
    over.scores = std::move(Z);
    return over;
  }
  spreader->errors(labelled);
  typename Spreader<Real>::Scores smoothed(Z.rows(), Z.cols());
  spreader->smooth([&](Node i, Eigen::Index first, Eigen::Index here, const Real* s) {
    std::copy_n(s, here, &smoothed(i, first));
  });
  // f replaces z
  const double a = over.blend.model, b = over.blend.correction, c = over.blend.smoothed;
  for_rows(options.threads, graph.num_nodes(), 4096, [&](std::uint64_t begin, std::uint64_t end) {
    for (std::uint64_t node = begin; node < end; ++node) {
      const auto i = static_cast<Eigen::Index>(node);
      double size = 0;
      for (Eigen::Index k = 0; k < Z.cols(); ++k)
        size += std::abs(static_cast<double>(smoothed(i, k)));
      for (Eigen::Index k = 0; k < Z.cols(); ++k) {
        const double s = size > 0 ? static_cast<double>(smoothed(i, k)) / size : 0;
        Z(i, k) = a * Z(i, k) + b * spreader->correction(i, k) + c * s;
      }
    }
  });
  spreader.reset();
  over.scores = std::move(Z);
  return over;
}

}  // namespace

ScoresOverGraph scores_over_graph(const Graph& graph, NodeScores Z,
                                  const std::vector<LabelledNode>& labelled,
                                  const OverGraphOptions& options) {
  const auto rows = static_cast<std::uint64_t>(Z.rows()),
             columns = static_cast<std::uint64_t>(Z.cols());
  if (rows != graph.num_nodes())
    throw std::invalid_argument("scores_over_graph: one row of scores per node is needed");
  if (labelled.size() < kFewest) return {.blend = {}, .scores = std::move(Z)};
  return spectral::spreads_in_floats(rows, columns, kTolerance)
             ? over_graph<float>(graph, std::move(Z), labelled, options)
             : over_graph<double>(graph, std::move(Z), labelled, options);
}

}  // namespace querent
