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
#include <stdexcept>
#include <utility>

#include <Eigen/Cholesky>

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

/// The parts of the scores of a node, each 1 × K: z, z′ − z and s/‖s‖₁.
using Parts = Eigen::Matrix<double, 3, Eigen::Dynamic>;

/// The parts of a labelled node that was held out, and its class.
struct LeftOutScores {
  Parts parts;
  int label = 0;
};

// x/‖x‖₁, or 0
Eigen::RowVectorXd of_size_one(const Eigen::Ref<const Eigen::RowVectorXd>& x) {
  const double size = x.lpNorm<1>();
  return size > 0 ? x / size : Eigen::RowVectorXd::Zero(x.size()).eval();
}

// The parts of the scores of every node, from some of the labels at a time.
class Spreader {
 public:
  Spreader(const Graph& graph, const NodeScores& Z, const OverGraphOptions& options)
      : Z_(Z),
        spread_(graph, static_cast<std::uint64_t>(Z.cols()),
                {.alpha = kAlpha,
                 .tolerance = kTolerance,
                 .go_on = options.go_on,
                 .threads = options.threads}) {}

  void learn(const Labelled& known) {
    double sigma = 0;
    correction_.setZero(Z_.rows(), Z_.cols());
    for (const auto& [l, y] : known) {
      correction_.row(l) = Eigen::RowVectorXd::Unit(Z_.cols(), y) - Z_.row(l);
      sigma += correction_.row(l).lpNorm<1>() / static_cast<double>(known.size());
    }
    spread_(correction_);
    scale_rows(correction_, sigma);
    smoothed_ = Z_ + correction_;
    for (const auto& [l, y] : known) smoothed_.row(l) = Eigen::RowVectorXd::Unit(Z_.cols(), y);
    spread_(smoothed_);
    scale_rows(smoothed_, 1);
  }

  Parts parts(std::uint32_t i) const {
    Parts parts(3, Z_.cols());
    parts << Z_.row(i), correction_.row(i), smoothed_.row(i);
    return parts;
  }

 private:
  static void scale_rows(NodeScores& X, double size) {
    for (Eigen::Index i = 0; i < X.rows(); ++i) X.row(i) = size * of_size_one(X.row(i));
  }

  const NodeScores& Z_;
  spectral::ScoreSpreading spread_;
  NodeScores correction_, smoothed_;  // z′ − z and s/‖s‖₁
};

// The minimiser x ≥ 0 of xᵀ G x / 2 − hᵀ x: the best of the stationary points of all seven faces.
Eigen::Vector3d least_nonnegative(const Eigen::Matrix3d& G, const Eigen::Vector3d& h) {
  Eigen::Vector3d best = Eigen::Vector3d::Zero();
  for (unsigned face = 1; face < 8; ++face) {
    Eigen::Matrix3d on = Eigen::Matrix3d::Identity();
    Eigen::Vector3d right = Eigen::Vector3d::Zero();
    for (int i = 0; i < 3; ++i) {
      if ((face >> i & 1) == 0) continue;
      right[i] = h[i];
      for (int j = 0; j < 3; ++j) {
        if ((face >> j & 1) != 0) on(i, j) = G(i, j);
      }
    }
    const Eigen::Vector3d x = on.ldlt().solve(right);
    if (x.minCoeff() >= 0 && h.dot(x) > h.dot(best)) best = x;  // hᵀx is −2 times the value at x
  }
  return best;
}

// The loss near x: value, gradient, Hessian.
class Loss {
 public:
  Loss(const std::vector<LeftOutScores>& kept, double weight) : kept_(kept), weight_(weight) {}

  double at(const Eigen::Vector3d& x) const {
    double sum = x.dot(ridge().cwiseProduct(x)) / 2;
    for (const auto& [parts, y] : kept_) {
      const Eigen::RowVectorXd f = x.transpose() * parts;
      const double top = f.maxCoeff();
      sum += weight_ * (top + std::log((f.array() - top).exp().sum()) - f[y]);
    }
    return sum;
  }

  void expand(const Eigen::Vector3d& x, Eigen::Vector3d& slope, Eigen::Matrix3d& curvature) const {
    slope = ridge().cwiseProduct(x);
    curvature = ridge().asDiagonal();
    for (const auto& [parts, y] : kept_) {
      Eigen::RowVectorXd p = x.transpose() * parts;
      p = (p.array() - p.maxCoeff()).exp();
      p /= p.sum();
      const Eigen::Vector3d mean = parts * p.transpose();
      slope += weight_ * (mean - parts.col(y));
      curvature += weight_ * ((parts * p.asDiagonal()).lazyProduct(parts.transpose()) -
                              mean * mean.transpose());
    }
  }

 private:
  static Eigen::Vector3d ridge() { return {0.01, 1, 1}; }  // ε, 1, 1

  const std::vector<LeftOutScores>& kept_;
  double weight_;
};

// x ≥ 0 for which xᵀ parts predicts the labels best: logistic regression with three non-negative
// coefficients, whose sum is the inverse temperature.
//
//   minimise −w Σ_l log softmax(xᵀ P_l)_{y_l} + (ε x_1² + x_2² + x_3²)/2 over x ≥ 0;  ε = 0.01
//
//   x = e_1
//   repeat: g, H = gradient and Hessian at x;  x′ = argmin_{x′ ≥ 0} of their quadratic model
//     x += (x′ − x)/2^k with the first k that lowers the loss
Eigen::Vector3d blend_by_regression(const std::vector<LeftOutScores>& kept, double weight) {
  const Loss loss(kept, weight);
  constexpr int kMostSteps = 50;
  constexpr double kEnough = 1e-10, kShortest = 1e-6;
  Eigen::Vector3d x = Eigen::Vector3d::UnitX(), slope;
  Eigen::Matrix3d curvature;
  double now = loss.at(x);
  for (int k = 0; k < kMostSteps; ++k) {
    loss.expand(x, slope, curvature);
    const Eigen::Vector3d way = least_nonnegative(curvature, curvature * x - slope) - x;
    double step = 1, next = loss.at(x + way);
    while (next > now && step > kShortest) next = loss.at(x + (step /= 2) * way);
    if (!(next < now)) break;
    x += step * way;
    const double gain = now - next;
    now = next;
    if (gain < kEnough * now) break;
  }
  return x;
}

BlendWeights blend_of(Spreader& spreader, const Labelled& labelled) {
  std::vector<LeftOutScores> kept;
  for (std::size_t fold = 0; fold < num_folds(labelled.size()); ++fold) {
    Labelled known, back;
    for (std::size_t k = 0; k < labelled.size(); ++k)
      (k % kFolds == fold ? back : known).push_back(labelled[k]);
    spreader.learn(known);
    for (const auto& [l, y] : back) kept.push_back({spreader.parts(l), y});
  }
  const double each = static_cast<double>(labelled.size()) / static_cast<double>(kept.size());
  const Eigen::Vector3d x = blend_by_regression(kept, each);
  const double sum = x.sum();
  if (!(sum > 0)) return {};
  return {.model = x[0] / sum, .correction = x[1] / sum, .smoothed = x[2] / sum};
}

}  // namespace

ScoresOverGraph scores_over_graph(const Graph& graph, NodeScores Z,
                                  const std::vector<LabelledNode>& labelled,
                                  const OverGraphOptions& options) {
  if (static_cast<std::uint64_t>(Z.rows()) != graph.num_nodes())
    throw std::invalid_argument("scores_over_graph: one row of scores per node is needed");
  const auto exists = [&](const LabelledNode& one) {
    return one.node < graph.num_nodes() && one.label >= 0 && one.label < Z.cols();
  };
  if (!std::ranges::all_of(labelled, exists))
    throw std::invalid_argument("scores_over_graph: a labelled node or its label does not exist");
  if (!Z.allFinite()) throw std::invalid_argument("scores_over_graph: scores must be finite");
  if (labelled.size() < kFewest) return {.blend = {}, .scores = std::move(Z)};
  Spreader spreader(graph, Z, options);
  const BlendWeights blend = blend_of(spreader, labelled);
  if (blend.model_alone()) return {.blend = blend, .scores = std::move(Z)};
  spreader.learn(labelled);
  const Eigen::RowVector3d shares(blend.model, blend.correction, blend.smoothed);
  for (std::uint32_t i = 0; i < graph.num_nodes(); ++i) Z.row(i) = shares * spreader.parts(i);
  return {.blend = blend, .scores = std::move(Z)};
}

}  // namespace querent
