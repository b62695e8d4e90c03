// SPDX-License-Identifier: Apache-2.0
// Several regularised least-squares models on different views of the same row, weighted by how well
// each predicted the labels that were asked for.
//
//   for each view e:  x_e of the row, its own A_e, B_e, f_e and r_e (least_squares.hpp)
//   w_e ∝ exp(−η ℓ_e),  ℓ_e = Σ over asked rounds of ‖f_e − y‖² before learning
//   f = Σ w_e f_e,   r = Σ w_e r_e;   if asked: every model learns (x_e, y)
//
// Exponential weights: Vovk, Aggregating Strategies, COLT 1990; for square loss Kivinen and
// Warmuth, EuroCOLT 1999. Only labels that were asked for are used, so the learner finds the views
// that suit a source on the source itself. The views of an embedded graph differ in the filter of
// eigenvalues and in whether they contain words; docs/notes/auto.md lists them and the data on
// which they were chosen.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include <querent/learners/least_squares/least_squares.hpp>

namespace querent {

class Ensemble {
 public:
  static constexpr bool kSolves =
      true;  ///< for all labels at once: a second pass counts them twice
  struct Params {
    LeastSquaresParams model = {};  ///< settings of every member
    double eta = 0.2;

    static void params(auto& self, auto&& each) {
      LeastSquaresParams::params(self.model, each);
      each("eta", self.eta, kNotNegative,
           "η, learning rate of the weights of the views; 0 keeps them equal");
    }
  };

  static constexpr UpdateCard card(const Params&) {
    return {.words = "in a stream of rows, ensemble of least squares on every asked round",
            .second_order = true,
            .full_matrix = true};
  }

  /// Without views the only view is the whole row.
  Ensemble(std::size_t dim, int num_classes, std::vector<RowView> views, Params params)
      : params_(valid(params, "Ensemble")), dim_(dim), row_(size(dim)), f_(num_classes) {
    if (views.empty()) views.push_back({.first = 0, .count = dim});
    for (RowView& view : views) {
      if (view.first + view.count > dim || (!view.scale.empty() && view.scale.size() != view.count))
        throw std::invalid_argument("the ensemble has a view that reaches beyond the row");
      LeastSquares model(view.count, num_classes, params.model);
      members_.push_back({std::move(view), std::move(model), {}, 0, 0});
      members_.back().x.setZero(size(members_.back().view.count));
    }
    weigh();
  }

  Prediction predict(const Row auto& x) const {
    load(x);
    f_.setZero();
    double r = 0;
    for (Member& member : members_) {
      see(member);
      r += member.weight * member.model.predict(as_row(member.x)).uncertainty;
      f_ += member.weight * member.model.scores();
    }
    Prediction p = predict_from_scores({f_.data(), static_cast<std::size_t>(f_.size())});
    p.uncertainty = r;
    return p;
  }

  bool update(const Row auto& x, int y) {
    check_label(y, static_cast<int>(f_.size()));
    predict(x);
    for (Member& member : members_) {
      const Eigen::VectorXd& f = member.model.scores();
      member.loss += f.squaredNorm() - 2 * f[y] + 1;  // ‖f − y‖², y one-hot
      member.model.absorb(y);
    }
    weigh();
    return true;
  }

  /// Conditions the models on a pending query of x: see LeastSquares::add_pending.
  void add_pending(const Row auto& x) {
    predict(x);
    for (Member& member : members_) member.model.add_pending();
  }

  /// f of x.
  const Eigen::VectorXd& scores(const Row auto& x) const {
    predict(x);
    return f_;
  }

  /// w_e, in the order of the views.
  std::vector<double> weights() const {
    std::vector<double> w;
    for (const Member& member : members_) w.push_back(member.weight);
    return w;
  }

  static void fields(auto& self, auto&& field) {
    field.is("committee");
    field.same("eta", self.params_.eta);
    field.same("d", self.dim_);
    field("members", self.members_);
  }

 private:
  struct Member {
    RowView view;
    LeastSquares model;
    Eigen::VectorXd x;  // workspace: the member's view of the row
    double loss, weight;

    static void fields(auto& self, auto&& field) {
      field.same("first", self.view.first);
      field.same("count", self.view.count);
      field.same("scale", self.view.scale);
      field.same("unit", self.view.unit);
      field("model", self.model);
      field("loss", self.loss);
      field("weight", self.weight);
    }
  };

  static Eigen::Index size(std::size_t n) { return static_cast<Eigen::Index>(n); }
  static DenseRow as_row(const Eigen::VectorXd& x) {
    return {{x.data(), static_cast<std::size_t>(x.size())}};
  }

  void load(const Row auto& x) const {
    if (x.dim() > dim_) throw std::invalid_argument("the row has more features than the ensemble");
    row_.setZero();
    for_each_nonzero(x, dim_, [&](std::size_t i, double value) { row_[size(i)] = value; });
  }

  void see(Member& member) const {
    const RowView& view = member.view;
    member.x = row_.segment(size(view.first), size(view.count));
    if (!view.scale.empty()) {
      member.x.array() *=
          Eigen::Map<const Eigen::ArrayXd>(view.scale.data(), size(view.scale.size()));
    }
    if (!view.unit) return;
    const double length = member.x.norm();
    if (length > 0) member.x /= length;
  }

  void weigh() {
    double least = std::numeric_limits<double>::infinity(), sum = 0;
    for (const Member& member : members_) least = std::min(least, member.loss);
    for (Member& member : members_) {
      sum += member.weight = std::exp(-params_.eta * (member.loss - least));
    }
    for (Member& member : members_) member.weight /= sum;
  }

  Params params_;
  std::size_t dim_;
  // caches that predict() fills; they never change a prediction
  mutable std::vector<Member> members_;
  mutable Eigen::VectorXd row_, f_;
};

}  // namespace querent
