// SPDX-License-Identifier: Apache-2.0
// The committee of `auto` (least_squares/committee.hpp) on items that are all known beforehand:
// what it says of every item follows each answer by a rank-one step, at n·d products instead of
// n·d².
//
//   view e sees x_i of item i;  A_e = γ I + Σ x xᵀ,  W_e = A_e⁻¹ Σ x yᵀ over the answers
//   g_i = W_eᵀ x_i,   r_i = x_iᵀ A_e⁻¹ x_i                             kept for every i and e
//
//   answer y of item a:   v = A_e⁻¹ x_a,   ρ = x_aᵀ v                   before the answer
//     for every i:   s = x_iᵀ v
//       r_i ← r_i − s² / (1 + ρ)                                        Sherman and Morrison
//       g_i ← g_i + s (y − g_a) / (1 + ρ)
//
//   f_i = Σ_e w_e g_i / (1 + r_i),   r_i = Σ_e w_e r_i,   w_e as in the committee
//
// Where rules ask how much an answer would tell of other items, the covariances with a sample J of
// landmarks follow too, at n·|J| products an answer:
//
//   c_ij = x_iᵀ A_e⁻¹ x_j, j ∈ J:   c_ij ← c_ij − s_i s_j / (1 + ρ)
//
// They are most of the model. Copies share them until one of them learns; a copy that foresees
// answers keeps its s_i s_j beside them.
//
// To leave t answers M = [x_l], Y out again (pool_model_without.cpp) is a step of rank t:
//
//   V = A⁻¹ M,   S = I − Mᵀ V = R Rᵀ,   s_i = R⁻¹ Vᵀ x_i      r_i ← r_i + s_iᵀ s_i
//                                                            g_i ← g_i + s_iᵀ R⁻¹ (Mᵀ W − Y)
//
// Answers are kept until somebody looks: then one pass over the rows applies all of them in their
// order, so that a hundred answers that were known beforehand cost one pass. Each item is computed
// by itself, so neither that nor the number of threads moves a bit of it.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include <Eigen/Core>

#include <querent/learners/least_squares/committee.hpp>
#include <querent/learners/session/items.hpp>
#include <querent/spectral/label_spreading.hpp>

namespace [[gnu::visibility("default")]] querent {

class PoolModel {
 public:
  using Covariances = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

  struct Params {
    double gamma = 1;             ///< γ > 0 of every view
    double eta = 0.2;             ///< η ≥ 0, learning rate of the views' weights; 0: equal
    std::uint32_t landmarks = 0;  ///< |J|, drawn evenly; fewer where there are fewer items, or
                                  ///< 4 n |J| E bytes are too many
  };

  /// K ≥ 0 classes, which may grow. std::invalid_argument; std::length_error for rows so long that
  /// A does not fit into memory.
  PoolModel(std::shared_ptr<const Items> items, int num_classes, Params params, int threads = 1);

  std::uint32_t size() const { return n_; }                ///< n
  int num_classes() const { return K_; }                   ///< K
  double gamma() const { return params_.gamma; }           ///< γ
  const Items& items() const { return *items_; }           ///< as they were given
  std::size_t num_views() const { return views_.size(); }  ///< E

  /// The answer y of an item. O(d²) now, n·d when somebody looks.
  void learn(std::uint32_t item, int y);
  /// The answer of an item is on its way: r falls around it, f stays. The model must not learn()
  /// any more: take a copy.
  void foresee(std::uint32_t item);
  /// One class more, of which no answer is known yet.
  void add_class();
  /// What was kept until now reaches every item.
  void look();
  /// A model that never learned the answers of these items, without landmarks: n·d products for
  /// each of them and d³ a view. This one has looked. The weight of a view hears what it foretold
  /// of the others.
  PoolModel without(std::span<const std::uint32_t> items) const;
  void use_threads(int threads) { threads_ = threads; }  ///< from now on
  /// For a copy that no rule will ask.
  void forget_landmarks();

  /// f_i into `f` (K); returns r_i. This and what follows speak of what look() has applied.
  double scores(std::uint32_t item, std::span<double> f) const;
  double uncertainty(std::uint32_t item) const;
  /// f_i of an item whose answer y is learned, as it would be without it:
  /// Committee::scores_without.
  void scores_without(std::uint32_t item, int y, std::span<double> f) const;
  /// ŷ, y″, Δ and r, with f_i in `f` (K); label −1 where nothing is known: no class, or every score
  /// is 0.
  Prediction predict(std::uint32_t item, std::span<double> f) const;
  /// f of every item, n × K.
  NodeScores all_scores() const;

  /// w_e, in the order of the views.
  std::span<const double> weights() const { return weight_; }
  const SquareRootFilter& filter(std::size_t view) const { return views_[view].filter; }  ///< A_e
  /// x_i as a view sees it.
  Eigen::VectorXd seen(std::uint32_t item, std::size_t view) const;
  /// The same of several items, a row each.
  Covariances seen(std::span<const std::uint32_t> items, std::size_t view) const;
  /// F_i ← F_i + w Wᵀ x_i of every item, n × K, for W of a view, d × K.
  void add_products(std::size_t view, const Eigen::MatrixXd& W, double w, NodeScores& F) const;
  /// r_i of one view.
  double uncertainty(std::uint32_t item, std::size_t view) const { return state_[at(item, view)]; }

  /// J, ascending; none where Params::landmarks is 0.
  std::span<const std::uint32_t> landmarks() const { return landmarks_; }
  /// c_ij of an item by one view, one a landmark; `scratch` may be where they are.
  std::span<const float> covariances(std::uint32_t item, std::size_t view,
                                     std::vector<float>& scratch) const;
  int threads() const { return threads_; }  ///< nothing depends on it

 private:
  struct View {
    RowView columns;
    SquareRootFilter filter;
    double loss = 0;
  };
  // What an answer does to every item, by one view.
  struct Step {
    Eigen::VectorXd v;      // A⁻¹ x_a, in the columns of the rows: with the view's scale
    Eigen::VectorXd delta;  // (y − g_a) / (1 + ρ)
    double shrink;          // 1 / (1 + ρ)
  };

  // What foreseen answers take from the covariances: of item i and landmark j, Σ_t of_items(i, t)
  // of_landmarks(t, j).
  struct Foreseen {
    Covariances of_items, of_landmarks;
  };
  class Influences;

  std::size_t stride() const { return static_cast<std::size_t>(K_) + 1; }
  std::size_t at(std::uint32_t item, std::size_t view) const {
    return (item * views_.size() + view) * stride();
  }
  template <class F>
  void for_columns(std::uint32_t item, const RowView& columns, F&& f) const;
  void step(std::uint32_t item, int y);
  void leave_out(std::size_t view, std::span<const Answer> answers);
  void first_state();
  void draw_landmarks();
  void weigh();
  Covariances& own_covariances(std::size_t view);

  std::shared_ptr<const Items> items_;
  std::uint32_t n_;
  int K_;
  Params params_;
  int threads_;
  std::vector<View> views_;
  std::vector<double> weight_;
  std::vector<double> inverse_length_;    // n × E: 1 over the length of what a unit view sees
  std::vector<double> state_;             // n × E × (1 + K): r and g
  std::vector<Answer> learned_;           // in their order
  std::vector<double> losses_;            // E a learned answer
  std::vector<std::vector<Step>> steps_;  // not yet applied: one a view
  std::vector<std::uint32_t> landmarks_;
  std::vector<std::shared_ptr<Covariances>> covariance_;  // of each view, n × |J|
  std::vector<Foreseen> foreseen_;                        // of each view; none: nothing is
  bool foresees_ = false;                                 // steps_ are of answers on their way
};

}  // namespace querent
