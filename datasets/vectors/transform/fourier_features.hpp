// SPDX-License-Identifier: Apache-2.0
// Random Fourier features of the Gaussian kernel: a linear learner on z(x) approximates a kernel
// learner with constant time and memory.
//
// A. Rahimi, B. Recht, Random Features for Large-Scale Kernel Machines, NIPS 20, 2007: Algorithm 1,
// with the cosine and the sine of each frequency instead of a cosine with a random phase (their z
// of Section 3.1), so that ‖z(x)‖ = 1.
//
//   κ(x, y) = exp(−‖x − y‖² / (2σ²))
//   ω_1, …, ω_{D/2} ~ N(0, σ⁻² I)
//   z(x) = √(2/D) [cos ω_1ᵀx, …, cos ω_{D/2}ᵀx, sin ω_1ᵀx, …, sin ω_{D/2}ᵀx]                        (Algorithm 1)
//   E z(x)ᵀz(y) = κ(x, y),   Var z(x)ᵀz(y) = (1 − κ(x, y)²)² / D                                     (Claim 1 bounds its tail)
//
// The frequencies of feature j are drawn from (seed, j) alone when j is first seen, so the features
// need not be known in advance, z does not depend on the order of the rows, and a model stores only
// three numbers. They are drawn by the Box-Muller method with logarithm, cosine and sine that have
// the same bits on every machine (turns.hpp), so a model gives the same results everywhere.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <unordered_map>
#include <vector>

#include <querent/datasets/error.hpp>
#include <querent/datasets/split_mix.hpp>
#include <querent/datasets/vectors/transform/turns.hpp>

namespace [[gnu::visibility("default")]] querent {

class FourierFeatures {
 public:
  struct Params {
    std::uint32_t features = 0;  ///< D, even; 0: not used
    double sigma = 8;            ///< σ > 0, in the unit of the (scaled) features
    std::uint64_t seed = 0;      ///< seed of the frequencies
  };
  static constexpr std::uint32_t kMost = 65536;                    ///< D
  static constexpr std::size_t kMostBytes = std::size_t{1} << 30;  ///< memory for the frequencies

  FourierFeatures() = default;
  /// Throws std::invalid_argument for parameters out of range.
  explicit FourierFeatures(Params params) : params_(params) {
    if (!sound())
      throw std::invalid_argument(
          "random Fourier features: expected an even number of them from 2 to 65536 and a sigma "
          "whose inverse is finite");
  }

  const Params& params() const { return params_; }  ///< as given

  /// Appends z(x). `index` is empty if x is dense. Throws LimitError if the features seen need more
  /// than kMostBytes.
  void append(std::span<const std::uint32_t> index, std::span<const double> value,
              std::vector<double>& z) {
    const std::size_t m = params_.features / 2;
    turns_.assign(m, 0.0);  // ω_kᵀx / 2π
    for (std::size_t i = 0; i < value.size(); ++i) {
      if (value[i] == 0) continue;
      const double x = value[i];
      const double* const of_feature =
          frequencies(index.empty() ? static_cast<std::uint32_t>(i) : index[i]);
      for (std::size_t k = 0; k < m; ++k) turns_[k] += x * of_feature[k];
    }
    const std::size_t begin = z.size();
    z.resize(begin + 2 * m);
    double* const cosine = z.data() + begin;
    double* const sine = cosine + m;
    const double scale = std::sqrt(1 / static_cast<double>(m));
    for (std::size_t k = 0; k < m; ++k) {
      const auto [c, s] = detail::of_turns(turns_[k]);
      cosine[k] = scale * c;
      sine[k] = scale * s;
    }
  }

  static void fields(auto& self, auto&& field) {
    field("features", self.params_.features);
    field("sigma", self.params_.sigma);
    field("seed", self.params_.seed);
    field.must(self.sound());
  }

 private:
  bool sound() const {
    return params_.features >= 2 && params_.features <= kMost && params_.features % 2 == 0 &&
           params_.sigma > 0 && std::isfinite(params_.sigma) && std::isfinite(1 / params_.sigma);
  }

  // ω_{kj} / 2π for every k.
  const double* frequencies(std::uint32_t feature) {
    const std::size_t m = params_.features / 2;
    const auto [found, added] = place_.try_emplace(feature, place_.size());
    const std::size_t begin = found->second * m;
    if (added) draw(feature, begin, m);
    return table_.data() + begin;
  }

  void draw(std::uint32_t feature, std::size_t begin, std::size_t m) {
    if ((begin + m) * sizeof(double) > kMostBytes) {
      place_.erase(feature);
      throw LimitError(
          "random Fourier features of so many features need more than 1 GB — hash the "
          "features to fewer numbers");
    }
    table_.resize(begin + m);
    std::uint64_t state = split_mix64(split_mix64(params_.seed) ^ feature);
    const auto uniform = [&] {  // 0 … 1 − 2^−53
      state += kSplitMixStep;
      return static_cast<double>(split_mix64(state) >> 11) * 0x1.0p-53;
    };
    const double scale = 1 / (6.283185307179586476925 * params_.sigma);
    for (std::size_t k = 0; k < m; k += 2) {
      const double radius = std::sqrt(-2 * detail::natural_log(1 - uniform()));
      const auto [c, s] = detail::of_turns(uniform());
      table_[begin + k] = scale * radius * c;
      if (k + 1 < m) table_[begin + k + 1] = scale * radius * s;
    }
  }

  Params params_;
  std::unordered_map<std::uint32_t, std::size_t>
      place_;  // position of a feature's frequencies in table_, in units of D/2
  std::vector<double> table_, turns_;
};

}  // namespace querent
