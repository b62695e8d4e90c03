// SPDX-License-Identifier: Apache-2.0
// Digits of 16 × 16 pixels, smoothed with a Gaussian, as USPS was often used: Schölkopf, Simard,
// Smola, Vapnik, Prior knowledge in support vector kernels, NIPS 10, 1998, with a width of 0.75.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <span>
#include <utility>
#include <vector>

namespace querent::apps {

/// `pixels`: 256, row by row. Outside the image is a background with value `background`.
inline void smooth_digit(std::span<double> pixels, double width, double background) {
  constexpr int kSide = 16, kRadius = 3;
  std::array<double, 2 * kRadius + 1> share{};
  double sum = 0;
  for (int d = -kRadius; d <= kRadius; ++d)
    sum += share[static_cast<std::size_t>(d + kRadius)] = std::exp(-d * d / (2 * width * width));
  for (double& value : share) value /= sum;
  // first along the rows, then along the columns
  for (const auto& [step, across] : {std::pair{1, kSide}, std::pair{kSide, 1}}) {
    const std::vector<double> before(pixels.begin(), pixels.end());
    for (int line = 0; line < kSide; ++line) {
      for (int at = 0; at < kSide; ++at) {
        double value = 0;
        for (int d = -kRadius; d <= kRadius; ++d) {
          const int from = at + d;
          const bool inside = from >= 0 && from < kSide;
          value +=
              share[static_cast<std::size_t>(d + kRadius)] *
              (inside ? before[static_cast<std::size_t>(line * across + from * step)] : background);
        }
        pixels[static_cast<std::size_t>(line * across + at * step)] = value;
      }
    }
  }
}

}  // namespace querent::apps
