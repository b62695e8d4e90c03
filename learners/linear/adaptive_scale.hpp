// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include <Eigen/Core>

#include <querent/learners/learner.hpp>
#include <querent/learners/linear/grow.hpp>
#include <querent/learners/param.hpp>

namespace querent {

/// Settings of the adaptive subgradient learners.
struct AdaptiveParams {
  double delta = 1, eta = 0.1;

  static void params(auto& self, auto&& each) {
    each("delta", self.delta, kPositive, "δ, H_0 = δ I; 0.01 for rare features");
    each("eta", self.eta, kPositive, "η, step size; 0.3 when all labels are asked");
  }
};

/// The state of a feature in DA and MD, contiguous so that a round that touches it has one cache
/// miss.
struct AdaptiveFeature {
  double w = 0, inverse = 0;  ///< the weight; 1 / H_i
  double g = 0, s2 = 0;       ///< Σ_k g_k, for DA; s_i²
};

/// The weights of features as a sequence.
class FeatureWeights {
 public:
  explicit FeatureWeights(std::span<const AdaptiveFeature> features) : features_(features) {}
  std::size_t size() const { return features_.size(); }              ///< features seen
  double operator[](std::size_t i) const { return features_[i].w; }  ///< w_i
  /// A copy.
  operator std::vector<double>() const {
    std::vector<double> w(size());
    for (std::size_t i = 0; i < size(); ++i) w[i] = (*this)[i];
    return w;
  }

 private:
  std::span<const AdaptiveFeature> features_;
};

/// The diagonal H = δ I + diag(s), s_i = ‖g_{1:t,i}‖₂, of DA and MD, and their other state per
/// feature.
class AdaptiveScale {
 public:
  AdaptiveScale(std::size_t dim, AdaptiveParams params)
      : delta_(valid(params, "adaptive subgradients").delta), features_(dim, unseen()) {}

  /// w·x.
  double dot(const Row auto& x) const {
    return sum_of(entries_below(x, features_.size()),
                  [&](std::size_t k) { return features_[feature_of(x, k)].w * x.value[k]; });
  }

  /// ŷ and |p| of w·x, v = xᵀ H⁻¹ x as the uncertainty, and xᵀx, in one pass.
  Prediction predict(const Row auto& x) const {
    double p = 0, v = 0, norm2 = 0;
    std::size_t k = 0;
    for (const std::size_t known = entries_below(x, features_.size()); k < known; ++k) {
      const AdaptiveFeature& feature = features_[feature_of(x, k)];
      const double square = x.value[k] * x.value[k];
      p += feature.w * x.value[k];
      v += square * feature.inverse;
      norm2 += square;
    }
    for (; k < x.value.size(); ++k) {
      const double square = x.value[k] * x.value[k];
      v += square * (1 / delta_);
      norm2 += square;
    }
    Prediction prediction = predict_from_sign(p);
    prediction.uncertainty = v;
    prediction.squared_norm = norm2;
    return prediction;
  }

  /// With g = a x: s_i² ← s_i² + g_i² and H for every feature of x, then calls move(feature, g_i),
  /// which sets its new weight.
  void absorb(const Row auto& x, double a, auto&& move) {
    grow(features_, x.dim(), unseen());
    // Roots and quotients of several features at a time take two thirds of the time of one by one.
    constexpr std::size_t kAtOnce = 16;
    Eigen::Array<double, kAtOnce, 1> H = Eigen::Array<double, kAtOnce, 1>::Ones();
    for (std::size_t begin = 0; begin < x.value.size(); begin += kAtOnce) {
      const std::size_t count = std::min(kAtOnce, x.value.size() - begin);
      for (std::size_t j = 0; j < count; ++j) {
        const double g = a * x.value[begin + j];
        H.data()[j] = features_[feature_of(x, begin + j)].s2 += g * g;
      }
      H = 1 / (delta_ + H.sqrt());
      for (std::size_t j = 0; j < count; ++j) {
        AdaptiveFeature& feature = features_[feature_of(x, begin + j)];
        feature.inverse = H.data()[j];
        move(feature, a * x.value[begin + j]);
      }
    }
  }

  FeatureWeights weights() const { return FeatureWeights(features_); }  ///< w

  /// Each part of the features as one field; w is read first and determines the number of features.
  template <class Self, class Fields>
  static void part(Self& self, Fields&& field, std::string_view name,
                   double AdaptiveFeature::*part) {
    std::vector<double> values;
    if constexpr (std::is_const_v<Self>) {
      for (const AdaptiveFeature& feature : self.features_) values.push_back(feature.*part);
      field(name, std::as_const(values));
    } else {
      field(name, values);
      if (part == &AdaptiveFeature::w) self.features_.assign(values.size(), self.unseen());
      field.must(self.features_.size() == values.size());
      for (std::size_t i = 0; i < values.size(); ++i) self.features_[i].*part = values[i];
    }
  }
  template <class Self, class Fields>
  static void fields(Self& self, Fields&& field) {
    field.same("delta", self.delta_);
    part(self, field, "s2", &AdaptiveFeature::s2);
    if constexpr (!std::is_const_v<Self>) field.must(self.derive());
  }

 private:
  AdaptiveFeature unseen() const { return {.inverse = 1 / delta_}; }

  bool derive() {
    for (AdaptiveFeature& feature : features_) {
      if (!(feature.s2 >= 0)) return false;
      feature.inverse = 1 / (delta_ + std::sqrt(feature.s2));
    }
    return true;
  }

  double delta_;
  std::vector<AdaptiveFeature> features_;
};

}  // namespace querent
