// SPDX-License-Identifier: Apache-2.0
// Correct and Smooth, in shares.
//
// Huang, He, Singh, Lim, Benson, Combining Label Propagation and Simple Models Out-performs Graph
// Neural Networks, ICLR 2021, §2.2 (correction with the scale of Eq. (6), "autoscale") and §2.3.
//
//   spread(X) = (1 − α) (I − α S)⁻¹ X                                (label_spreading.hpp)
//   E_l = y_l − z_l for labelled l, else 0
//   Ê = spread(E),   σ = mean over labelled l of ‖e_l‖₁
//   z′_i = z_i + σ ê_i / ‖ê_i‖₁                                       the model's errors, spread
//   s = spread(H),   h_l = y_l for labelled l, else z′_i
//   f_i = a z_i + b (z′_i − z_i) + c s_i / ‖s_i‖₁                     what classifies
//
// The shares a, b, c ≥ 0, whose sum is 1, are those of the regularised logistic regression
//
//   Σ_l log softmax(t f_l)_{y_l} − t² (ε a² + b² + c²)/2 at its greatest over t, a, b, c;  ε = 0.01
//
// over all labelled l, each in its turn kept back with a fourth of the others (stacking: Wolpert,
// Neural Networks 5, 1992; with shares that are not negative: Breiman, Machine Learning 24, 1996).
// Least squares in its place trusts the smoothed too much where the model's scores are right but
// small (docs/LABELS.md). Fewer than 16 labels cannot tell: a = 1, b = c = 0.
//
// A new node has no label, so its line of spread() is ê_new = α Σ_j S_new,j/√(D_new D_j) ê_j, and
// s_new = (1 − α) z′_new + α Σ_j S_new,j/√(D_new D_j) s_j.
//
// Deviations: the paper classifies by s alone; z_l are those without label l, where the paper has a
// training set whose residuals shrink with every parameter; one α = 0.8 for both spreadings.
// docs/LABELS.md says what the shares gain over the best of z, z′ and s.
#include <querent/spectral/correct_and_smooth.hpp>

#include <cmath>
#include <stdexcept>
#include <utility>
#include <vector>

#include <Eigen/Cholesky>

namespace querent {

namespace {

constexpr std::size_t kFolds = 4;
constexpr double kAlpha = 0.8, kTolerance = 1e-3;  // of both spreadings
constexpr std::size_t kFewest = 16;  // labels

using Labelled = std::vector<LabelledNode>;
using GoOn = std::function<bool()>;
using Parts = Eigen::Matrix<double, 3, Eigen::Dynamic>;  // z, z′ − z and s/‖s‖₁ of a node

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

Eigen::RowVectorXd sum_of(const SharesOverGraph& shares, const Parts& parts) {
  return Eigen::RowVector3d(shares.model, shares.correction, shares.smoothed) * parts;
}

// Ê, s and σ from the labels that are known.
struct Spread {
  NodeScores errors, smoothed;
  double sigma = 0;

  Parts parts(const NodeScores& Z, Eigen::Index i) const {
    return parts_of(Z.row(i), errors.row(i), smoothed.row(i), sigma);
  }
};

Spread spread_from(const Graph& graph, const NodeScores& Z, const Labelled& known,
                   const GoOn& go_on) {
  const LabelSpreadingOptions how{.alpha = kAlpha, .tolerance = kTolerance, .go_on = go_on};
  Spread spread;
  NodeScores E = NodeScores::Zero(Z.rows(), Z.cols());
  for (const auto& [l, y] : known) {
    E.row(l) = -Z.row(l);
    E(l, y) += 1;
    spread.sigma += E.row(l).lpNorm<1>() / static_cast<double>(known.size());
  }
  spread.errors = spread_scores(graph, E, how);
  NodeScores H = std::move(E);
  for (Eigen::Index i = 0; i < Z.rows(); ++i)
    H.row(i) = Z.row(i) + spread.sigma * of_size_one(spread.errors.row(i));
  for (const auto& [l, y] : known) {
    H.row(l).setZero();
    H(l, y) = 1;
  }
  spread.smoothed = spread_scores(graph, H, how);
  return spread;
}

// The x ≥ 0 of the least xᵀ G x / 2 − hᵀ x: the best of the stationary points of all faces, since
// there are seven.
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
    if (x.minCoeff() >= 0 && h.dot(x) > h.dot(best)) best = x;  // hᵀx is twice what it is below 0
  }
  return best;
}

// The parts of a labelled node that was kept back, and its class.
struct KeptBack {
  Parts parts;
  int label = 0;
};

// What is to be least, −Σ log softmax(xᵀ parts)_y + xᵀ ridge x / 2, near x: value, slope, curvature.
class Loss {
 public:
  explicit Loss(const std::vector<KeptBack>& kept) : kept_(kept) {}

  double at(const Eigen::Vector3d& x) const {
    double sum = x.dot(ridge().cwiseProduct(x)) / 2;
    for (const auto& [parts, y] : kept_) {
      const Eigen::RowVectorXd f = x.transpose() * parts;
      const double top = f.maxCoeff();
      sum += top + std::log((f.array() - top).exp().sum()) - f[y];
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
      slope += mean - parts.col(y);
      curvature += (parts * p.asDiagonal()).lazyProduct(parts.transpose()) - mean * mean.transpose();
    }
  }

 private:
  static Eigen::Vector3d ridge() { return {0.01, 1, 1}; }  // ε, 1, 1

  const std::vector<KeptBack>& kept_;
};

// Newton's steps within x ≥ 0, halved until they lower the loss.
Eigen::Vector3d least(const Loss& loss) {
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

SharesOverGraph shares_of(const Graph& graph, const NodeScores& Z, const Labelled& labelled,
                          const GoOn& go_on) {
  std::vector<KeptBack> kept;
  for (std::size_t fold = 0; fold < kFolds; ++fold) {
    Labelled known;
    for (std::size_t k = 0; k < labelled.size(); ++k) {
      if (k % kFolds != fold) known.push_back(labelled[k]);
    }
    const Spread spread = spread_from(graph, Z, known, go_on);
    for (std::size_t k = fold; k < labelled.size(); k += kFolds)
      kept.push_back({spread.parts(Z, labelled[k].node), labelled[k].label});
  }
  const Eigen::Vector3d x = least(Loss(kept));
  const double sum = x.sum();
  if (!(sum > 0)) return {};
  return {.model = x[0] / sum,
          .correction = x[1] / sum,
          .smoothed = x[2] / sum,
          .sharpness = sum};
}

}  // namespace

ScoresOverGraph scores_over_graph(const Graph& graph, const NodeScores& Z,
                                  const std::vector<LabelledNode>& labelled, const GoOn& go_on) {
  if (static_cast<std::size_t>(Z.rows()) != graph.num_nodes())
    throw std::invalid_argument("scores_over_graph: one row of scores a node is needed");
  return scores_over_graph(
      graph, Z, labelled,
      labelled.size() < kFewest ? SharesOverGraph{} : shares_of(graph, Z, labelled, go_on), go_on);
}

ScoresOverGraph scores_over_graph(const Graph& graph, const NodeScores& Z,
                                  const std::vector<LabelledNode>& labelled,
                                  const SharesOverGraph& shares, const GoOn& go_on) {
  if (static_cast<std::size_t>(Z.rows()) != graph.num_nodes())
    throw std::invalid_argument("scores_over_graph: one row of scores a node is needed");
  if (shares.model_alone()) return {.shares = shares, .scores = Z, .errors = {}, .smoothed = {}};
  Spread spread = spread_from(graph, Z, labelled, go_on);
  NodeScores F(Z.rows(), Z.cols());
  for (Eigen::Index i = 0; i < Z.rows(); ++i) F.row(i) = sum_of(shares, spread.parts(Z, i));
  return {.shares = shares,
          .scores = std::move(F),
          .errors = std::move(spread.errors),
          .smoothed = std::move(spread.smoothed),
          .sigma = spread.sigma};
}

Eigen::RowVectorXd scores_of_new_node(const ScoresOverGraph& over,
                                      const Eigen::Ref<const Eigen::VectorXd>& degree,
                                      const Eigen::Ref<const Eigen::RowVectorXd>& z,
                                      std::span<const std::uint32_t> neighbours,
                                      std::span<const double> weights) {
  if (over.shares.model_alone()) return z;
  double D_new = 0;
  Eigen::RowVectorXd e = Eigen::RowVectorXd::Zero(z.size()), s = e;
  for (std::size_t k = 0; k < neighbours.size(); ++k) {
    const auto j = static_cast<Eigen::Index>(neighbours[k]);
    const double S = weights.empty() ? 1.0 : weights[k];
    D_new += S;
    if (!(degree[j] > 0)) continue;
    e += S / std::sqrt(degree[j]) * over.errors.row(j);
    s += S / std::sqrt(degree[j]) * over.smoothed.row(j);
  }
  const double scale = D_new > 0 ? kAlpha / std::sqrt(D_new) : 0;
  s = (1 - kAlpha) * (z + over.sigma * of_size_one(e)) + scale * s;
  return sum_of(over.shares, parts_of(z, e, s, over.sigma));
}

}  // namespace querent
