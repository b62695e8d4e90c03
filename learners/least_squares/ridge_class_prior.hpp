// SPDX-License-Identifier: Apache-2.0
// Ridge classifier with a class prior: regularised least squares on every asked round (rls.hpp),
// which predicts by the class prior if the answers show that the rows predict worse.
//
//   n_k answers of class k, n in all;  π_k = (n_k + 1/K) / (n + 1)
//   f   as rls.hpp has it
//   f′ = f + π (1 − Σ_k f_k)      least squares of y − π, plus π: least squares is linear in y and
//                                 predicts Σ_k f_k for targets of 1, since each y sums to 1
//
// If the rows are informative, Σ f ≈ 1 and f′ ≈ f; if they are not, f′ ≈ π. For each answer y,
// before it is learned:
//
//   g = f′ − π,  v = gᵀ(y − π) / ‖g‖,   T = Σ v / √Σ v²           do the rows predict the labels?
//   D = Σ ([f wrong] − [argmax π wrong]),  s² = Σ (…)²;   D′, s′ the same for f′
//
//   from max(64, K) answers on, ŷ is the most frequent class     if T < 1.645 and D > s
//                               argmax f′                        if T ≥ 1.645 and D′ > 2 s′
//   else, and before, argmax f.  Δ and r always come from f: the queries do not change.
//
// If labels are independent of rows, each v has mean 0 whatever the query rule prefers, since it
// depends on rows alone, and T is about standard normal (de la Peña, Lai and Shao, Self-Normalized
// Processes, 2009); 1.645 is its 95 % quantile. With informative rows T exceeds it after some 30
// answers. D decides neither alone nor early: queried rows are the hard ones, where f errs most, so
// an f that is right elsewhere would be dropped. docs/notes/auto.md lists the gains and the
// alternatives tried. Labels must be encoded one-hot; with margins only f is used.
#pragma once

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

#include <querent/learners/least_squares/rls.hpp>

namespace querent {

class RidgeClassPrior {
 public:
  using Params = LeastSquaresParams;
  static constexpr UpdateCard card(const Params& = {}) {
    return {.words = "least squares on every asked round, shrunk to the class prior",
            .second_order = true,
            .full_matrix = true};
  }

  RidgeClassPrior(std::size_t dim, int num_classes, LeastSquaresParams params = {})
      : rls_(dim, num_classes, params),
        alternatives_(num_classes),
        pi_(num_classes),
        with_(num_classes) {}

  Prediction predict(const Row auto& x) const {
    Prediction p = rls_.predict(x);
    if (const Predictor who = predictor(); who != Predictor::kRows) {
      const Eigen::VectorXd& with = with_intercept();
      const Prediction other = argmax(who == Predictor::kClassPrior ? pi_ : with);
      p.label = other.label;
      p.runner_up = other.runner_up;
    }
    return p;
  }

  bool update(const Row auto& x, int y) {
    check_label(y, model().num_classes());
    const Prediction p = rls_.predict(x);
    const Prediction with = argmax(with_intercept());
    with_ -= pi_;  // g
    const double norm = with_.norm();
    alternatives_.compare(p.label, argmax(pi_).label, with.label, y);
    if (norm > 0) alternatives_.add((with_[y] - with_.dot(pi_)) / norm);  // v
    return rls_.update(x, y);
  }

  /// Conditions the model on a pending query of x: see LeastSquares::add_pending.
  void add_pending(const Row auto& x) { rls_.add_pending(x); }

  /// The scores that decide the predicted class.
  enum class Predictor {
    kRows,          ///< f
    kClassPrior,    ///< π: the most frequent class
    kWithIntercept  ///< f′
  };
  Predictor predictor() const {
    return model().params().encoding == LabelEncoding::kOneHot ? alternatives_.predictor()
                                                               : Predictor::kRows;
  }
  /// T, about standard normal if labels are independent of rows; 0 before the first usable answer.
  double row_evidence() const { return alternatives_.row_evidence(); }
  /// f′ of the row of the last predict(); valid until the next call.
  const Eigen::VectorXd& with_intercept() const {
    const Eigen::VectorXd& f = model().scores();
    alternatives_.class_prior(pi_);
    with_ = f + pi_ * (1 - f.sum());
    return with_;
  }
  const LeastSquares& model() const { return rls_.model(); }  ///< W, A and f

  template <class Self, class Fields>
  static void fields(Self& self, Fields&& field) {
    Rls::fields(self.rls_, field);
    std::optional<Alternatives> alternatives =
        self.alternatives_;  // absent in files of older versions
    field("frequencies", alternatives);
    if constexpr (!std::is_const_v<Self>) {
      if (!alternatives) alternatives.emplace(self.model().num_classes());
      field.must(alternatives->n.size() == self.alternatives_.n.size());
      self.alternatives_ = std::move(*alternatives);
    }
  }

 private:
  static constexpr double kLeastAnswers = 64, kSignificant = 1.645;

  // The number of errors by which one kind of prediction has beaten f.
  struct Gain {
    double D = 0, variance = 0;

    void add(bool rows_wrong, bool wrong) {
      const double d = static_cast<double>(rows_wrong) - static_cast<double>(wrong);
      D += d;
      variance += d * d;
    }
    bool beyond(double errors) const { return D > 0 && D > errors * std::sqrt(variance); }

    static void fields(auto& self, auto&& field) {
      field("D", self.D);
      field("variance", self.variance);
    }
  };

  // Statistics of the answers about the class prior and f.
  struct Alternatives {
    std::vector<double> n;  // answers per class
    double v = 0, vv = 0;   // Σ v, Σ v²
    Gain most, intercept;

    Alternatives() = default;
    explicit Alternatives(int num_classes) : n(static_cast<std::size_t>(num_classes), 0.0) {}

    double answers() const { return std::accumulate(n.begin(), n.end(), 0.0); }
    void class_prior(Eigen::VectorXd& pi) const {
      const double all = answers();
      pi.resize(static_cast<Eigen::Index>(n.size()));
      for (std::size_t k = 0; k < n.size(); ++k)
        pi[static_cast<Eigen::Index>(k)] = (n[k] + 1 / static_cast<double>(n.size())) / (all + 1);
    }

    // Adds an answer y and the classes that f, π and f′ predict.
    void compare(int by_rows, int by_prior, int with_intercept, int y) {
      most.add(by_rows != y, by_prior != y);
      intercept.add(by_rows != y, with_intercept != y);
      n[static_cast<std::size_t>(y)] += 1;
    }
    void add(double one) {
      v += one;
      vv += one * one;
    }
    double row_evidence() const { return vv > 0 ? v / std::sqrt(vv) : 0; }

    Predictor predictor() const {
      if (answers() < std::max(kLeastAnswers, static_cast<double>(n.size())))
        return Predictor::kRows;
      if (row_evidence() < kSignificant)
        return most.beyond(1) ? Predictor::kClassPrior : Predictor::kRows;
      return intercept.beyond(2) ? Predictor::kWithIntercept : Predictor::kRows;
    }

    static void fields(auto& self, auto&& field) {
      field("n", self.n);
      field("v", self.v);
      field("vv", self.vv);
      field("most", self.most);
      field("intercept", self.intercept);
    }
  };

  static Prediction argmax(const Eigen::VectorXd& scores) {
    return predict_from_scores({scores.data(), static_cast<std::size_t>(scores.size())});
  }

  Rls rls_;
  Alternatives alternatives_;
  mutable Eigen::VectorXd pi_, with_;  // workspace
};

}  // namespace querent
