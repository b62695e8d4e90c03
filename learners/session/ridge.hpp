// SPDX-License-Identifier: Apache-2.0
// γ of a session's models, by what is known.
//
//   q = answers / classes;   γ = 0.3 where q < 2.5, else 0.3 · 2^⌊log₂(q / 2.5)⌋, at least `least` (on a graph alone 1), at most 2.4
//
// With few answers a small γ lets one answer speak for all that is like it, and asks far from what
// was asked; with many a larger one averages over them. The first doubling is at five answers a
// class. docs/LABELS.md says on what data it was chosen.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace querent {

inline double answers_a_class(std::size_t answers, std::size_t classes) {
  return static_cast<double>(answers) / static_cast<double>(std::max<std::size_t>(classes, 2));
}

/// Whether answers have done little more than cover the items: q < 2.5.
inline bool few_answers(std::size_t answers, std::size_t classes) {
  return answers_a_class(answers, classes) < 2.5;
}

inline double ridge_for(std::size_t answers, std::size_t classes, double least = 0.3) {
  constexpr double kLeast = 0.3, kMost = 2.4, kFirst = 2.5;
  if (few_answers(answers, classes)) return kLeast;
  const double q = answers_a_class(answers, classes);
  return std::clamp(kLeast * std::exp2(std::floor(std::log2(q / kFirst))), least, kMost);
}

}  // namespace querent
