// SPDX-License-Identifier: Apache-2.0
// The model that CMOG, MSG, BBQ, DGS and RLS-all share: multiclass regularised least squares, one
// row at a time.
//
// Yang, Zhao, Hai, Liu, Hoi, Li: Efficient Multi-Class Selective Sampling on Graphs, UAI 2016,
// §II.C and §III.B.
//
//   A_t = γ I + Σ m mᵀ,   B_t = Σ m yᵀ                                (6), sums over the updates
//   r_t = mᵀ A_{t−1}⁻¹ m                                              (7)
//   f_t = B_{t−1}ᵀ A_t⁻¹ m = W_{t−1}ᵀ m / (1 + r_t),  W = A⁻¹ B        (Lemma 1, Woodbury)
//
// Deviation from the paper: the paper updates A⁻¹ itself; this code keeps the square root of A, at
// the same O(d²) and without loss of precision on nearly collinear rows (square_root_filter.hpp).
#pragma once

#include <optional>
#include <stdexcept>

#include <querent/learners/learner.hpp>
#include <querent/learners/param.hpp>
#include <querent/learners/square_root_filter.hpp>

namespace querent {

/// The label vector y_t ∈ R^K.
enum class LabelEncoding {
  kOneHot,  ///< +1 at the true class, 0 elsewhere
  kMargin   ///< Definition 1: +1 at the true class, −1 at the best other class, 0 elsewhere
};

/// Settings of the regularised least-squares learners.
struct LeastSquaresParams {
  double gamma = 1.0;
  LabelEncoding encoding = LabelEncoding::kOneHot;  ///< encoding of y_t in the loss

  static void params(auto& self, auto&& each) {
    each("gamma", self.gamma, kPositive, "γ, weight of tr(WᵀW)");
  }
};

/// A, B and W = A⁻¹B of Eq. (6) for rows m ∈ R^d and K ≥ 2 classes; takes 8(d² + dK) bytes.
class LeastSquares {
 public:
  LeastSquares(std::size_t dim, int num_classes, LeastSquaresParams params = {})
      : params_(params),
        K_(num_classes),
        filter_(dim, checked(num_classes, params), params.gamma),
        m_(Eigen::VectorXd::Zero(size(dim))),
        next_(size(dim)),
        Wm_(num_classes),
        f_(num_classes),
        y_(num_classes) {}

  std::size_t dim() const { return filter_.dim(); }             ///< d
  int num_classes() const { return K_; }                        ///< K
  const LeastSquaresParams& params() const { return params_; }  ///< as given
  const SquareRootFilter& filter() const { return filter_; }    ///< A and B in square-root form

  /// ŷ, y″, Δ from f_t, and r_t. O(d²/2 + dK); O(d) for the row of the last call.
  Prediction predict(const Row auto& x) const {
    load(x);
    if (seen_ && next_ == m_) return prediction_;
    m_.swap(next_);
    const double r = filter_.evaluate(m_, Wm_);  // r = mᵀ A⁻¹ m                              (7)
    f_ = Wm_ / (1 + r);                          // f = Bᵀ (A + m mᵀ)⁻¹ m
    prediction_ = predict_from_scores({f_.data(), static_cast<std::size_t>(f_.size())});
    prediction_.uncertainty = ahead_ ? ahead_->evaluate(m_, Wm_) : r;
    seen_ = true;
    return prediction_;
  }

  /// f_t of the row of the last predict().
  const Eigen::VectorXd& scores() const { return f_; }

  /// A ← A + m mᵀ, B ← B + m yᵀ for the row m of the last predict(), and its class.
  void absorb(int label) {
    encode(label);
    filter_.learn(m_, y_);
    seen_ = false;
    if (ahead_ && --foreseen_ == 0) ahead_.reset();
  }

  /// Conditions the model on a pending query of the row of the last predict(): from now on r is
  /// computed as if the model had its label. Once this is used, every row absorbed must have been
  /// foreseen.
  void add_pending() {
    if (!ahead_) {
      ahead_.emplace(filter_);
      ahead_->evaluate(m_, Wm_);
    }
    y_.setZero();
    ahead_->learn(m_, y_);
    ++foreseen_;
    seen_ = false;
  }

  template <class Self, class Fields>
  static void fields(Self& self, Fields&& field) {
    same_params(self.params_, field);
    field.same("encoding", self.params_.encoding);
    field.same("K", self.K_);
    field("A", self.filter_);
    field("foreseen", self.foreseen_);
    if constexpr (!std::is_const_v<Self>) {
      self.seen_ = false;
      self.ahead_.reset();
      if (self.foreseen_ > 0) self.ahead_.emplace(self.filter_);
    }
    if (self.foreseen_ > 0) field("ahead", *self.ahead_);
  }

 private:
  static Eigen::Index size(std::size_t n) { return static_cast<Eigen::Index>(n); }

  static std::size_t checked(int num_classes, const LeastSquaresParams& params) {
    valid(params, "least squares");
    if (num_classes < 2)
      throw std::invalid_argument("LeastSquares: at least two classes are needed");
    return static_cast<std::size_t>(num_classes);
  }

  void load(const Row auto& x) const {
    if (x.dim() > dim())
      throw std::invalid_argument("LeastSquares: the row has more features than the model");
    next_.setZero();
    for_each_nonzero(x, dim(), [&](std::size_t i, double value) { next_[size(i)] = value; });
  }

  void encode(int label) {
    check_label(label, K_);
    y_.setZero();
    y_[label] = 1;
    if (params_.encoding == LabelEncoding::kOneHot) return;
    y_[best_rival({f_.data(), static_cast<std::size_t>(K_)}, label)] = -1;
  }

  LeastSquaresParams params_;
  int K_;
  // caches that predict() fills; they never change a prediction
  mutable SquareRootFilter filter_;
  mutable Eigen::VectorXd m_, next_, Wm_, f_;
  mutable Prediction prediction_;
  mutable bool seen_ = false;                      // prediction_ is the current model's for m_
  mutable std::optional<SquareRootFilter> ahead_;  // A with the rows of pending queries
  std::size_t foreseen_ = 0;
  Eigen::VectorXd y_;
};

/// The model of CMOG, MSG and RLS.
class LeastSquaresModel {
 public:
  using Params = LeastSquaresParams;
  LeastSquaresModel(std::size_t dim, int num_classes, LeastSquaresParams params = {})
      : model_(dim, num_classes, params) {}

  Prediction predict(const Row auto& x) const { return model_.predict(x); }
  const LeastSquares& model() const { return model_; }  ///< W, A and the last prediction

 protected:
  LeastSquares model_;
};

}  // namespace querent
