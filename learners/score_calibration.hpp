// SPDX-License-Identifier: Apache-2.0
// The probability that a prediction is right, learned from the labels asked for: Platt's scaling.
//
// Platt, Probabilistic Outputs for Support Vector Machines, 1999; Lin, Lin, Weng, A Note on Platt's
// Probabilistic Outputs for Support Vector Machines, Machine Learning 68, 2007.
//
//   P(y = 1 | s) = 1 / (1 + e^{−(a s + b)})
//   a, b = argmax Σ_l c_l [ t_l ln P(1 | s_l) + (1 − t_l) ln(1 − P(1 | s_l)) ]                              (*)
//   t_l = (N₊ + 1)/(N₊ + 2) if y_l = 1, else 1/(N₋ + 2)
//
// s is w·x in a binary task; for more classes it is the margin, and y = 1 if the prediction is
// right. s_l is computed before the label of x_l is known. With c_l = 1/p_l for a label that was
// asked with probability p_l, rows that are rarely asked represent all rows (N₊ and N₋ are sums of
// c_l); c_l is at most kMostImportance, since otherwise few labels would decide. Scores grow while
// a learner learns, so (*) is over the last kWindow answers. It is solved again whenever their
// number has grown by a quarter: by Newton's method, where each step is halved until (*) rises.
// a ≥ 0: if a step would make a negative, which the mistakes among few answers can do, it ends at
// a = 0 and only b is fitted. Otherwise the surest prediction would have the lowest probability.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include <querent/learners/learner.hpp>

namespace querent {

class ScoreCalibration {
 public:
  static constexpr std::size_t kWindow = 4096;
  static constexpr double kMostImportance = 100;

  explicit ScoreCalibration(int num_classes = 2) : binary_(num_classes == 2) {}

  /// P(the predicted class is right).
  double probability(const Prediction& p) const {
    const double one = sigmoid(a_ * score(p) + b_);
    return binary_ && p.label == 0 ? 1 - one : one;
  }

  /// P(y): the probability of the label; with more than two classes, the probability of being right
  /// if y is the predicted class, else of being wrong.
  double of_label(const Prediction& p, int y) const {
    const double right = probability(p);
    return p.label == y ? right : 1 - right;
  }

  /// Takes the label y of a row that was asked with probability `asked`.
  void learn(const Prediction& p, int y, double asked) {
    const double s = score(p);
    if (!std::isfinite(s)) return;
    const bool one = binary_ ? y == 1 : y == p.label;
    const double importance = std::min(1 / asked, kMostImportance);
    if (s_.size() < kWindow) {
      s_.push_back(s);
      c_.push_back(one ? importance : -importance);
    } else {
      s_[answers_ % kWindow] = s;
      c_[answers_ % kWindow] = one ? importance : -importance;
    }
    if (++answers_ < next_) return;
    fit();
    next_ = answers_ + std::min<std::uint64_t>(answers_ / 4, kWindow / 4) + 1;
  }

  double slope() const { return a_; }   ///< a
  double offset() const { return b_; }  ///< b

  static void fields(auto& self, auto&& field) {
    field("binary", self.binary_);
    field("a", self.a_);
    field("b", self.b_);
    field("answers", self.answers_);
    field("next", self.next_);
    field("s", self.s_);
    field("c", self.c_);
    field.must(self.s_.size() == self.c_.size() &&
               self.s_.size() == std::min<std::uint64_t>(self.answers_, kWindow));
  }

 private:
  static double sigmoid(double z) {
    return z >= 0 ? 1 / (1 + std::exp(-z)) : std::exp(z) / (1 + std::exp(z));
  }
  static double log1p_exp(double z) {
    return std::max(z, 0.0) + std::log1p(std::exp(-std::abs(z)));
  }

  double score(const Prediction& p) const { return binary_ && p.label == 0 ? -p.margin : p.margin; }

  void fit() {
    double positive = 0, negative = 0, square = 0;
    for (std::size_t l = 0; l < s_.size(); ++l) {
      (c_[l] > 0 ? positive : negative) += std::abs(c_[l]);
      square = std::max(square, std::abs(s_[l]));
    }
    const double unit = square > 0 ? square : 1;  // unit of s, so that no product overflows
    const double high = (positive + 1) / (positive + 2), low = 1 / (negative + 2);
    const auto loss = [&](double a, double b) {  // −(*)
      double sum = 0;
      for (std::size_t l = 0; l < s_.size(); ++l) {
        const double z = a * (s_[l] / unit) + b, t = c_[l] > 0 ? high : low;
        sum += std::abs(c_[l]) * (log1p_exp(z) - t * z);
      }
      return sum;
    };
    double a = std::max(a_, 0.0) * unit, b = b_, least = loss(a, b);
    for (int step = 0; step < kMostSteps; ++step) {
      double g_a = 0, g_b = 0, h_aa = kRidge, h_ab = 0, h_bb = kRidge;
      for (std::size_t l = 0; l < s_.size(); ++l) {
        const double s = s_[l] / unit, p = sigmoid(a * s + b), c = std::abs(c_[l]);
        const double rest = c * (p - (c_[l] > 0 ? high : low)), h = c * p * (1 - p);
        g_a += rest * s;
        g_b += rest;
        h_aa += h * s * s;
        h_ab += h * s;
        h_bb += h;
      }
      const double free_a = a == 0 && g_a > 0 ? 0 : std::abs(g_a);
      if (free_a + std::abs(g_b) < kTolerance * (positive + negative)) break;
      const double det = h_aa * h_bb - h_ab * h_ab;
      const double d_a = std::min(a, (h_bb * g_a - h_ab * g_b) / det);
      const double d_b = (g_b - h_ab * d_a) / h_bb;
      double part = 1, found = loss(a - d_a, b - d_b);
      for (; !(found <= least) && part > kLeastPart; part /= 2)
        found = loss(a - part / 2 * d_a, b - part / 2 * d_b);
      if (!(found <= least)) break;
      a -= part * d_a;
      b -= part * d_b;
      least = found;
    }
    a_ = a / unit;
    b_ = b;
  }

  static constexpr int kMostSteps = 100;
  static constexpr double kRidge = 1e-12, kTolerance = 1e-9, kLeastPart = 1e-10;

  bool binary_;
  double a_ = 0, b_ = 0;  // P = ½ before the first answers
  std::uint64_t answers_ = 0, next_ = 2;
  std::vector<double> s_, c_;  // the last kWindow: s_l, and c_l, negative if y_l = 0
};

}  // namespace querent
