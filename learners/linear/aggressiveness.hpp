// SPDX-License-Identifier: Apache-2.0
// The three step sizes of the passive-aggressive family, Crammer et al., JMLR 7, 2006, Fig. 1.
#pragma once

#include <algorithm>
#include <cmath>

#include <querent/learners/learner.hpp>
#include <querent/learners/param.hpp>

namespace querent {

/// How strongly an update reacts to a loss.
struct Aggressiveness {
  /// PA, PA-I and PA-II.
  enum class Form {
    kHard,    ///< PA: until the loss is 0
    kLinear,  ///< PA-I: the loss costs C ℓ
    kSquared  ///< PA-II: the loss costs C ℓ²
  };
  Form form = Form::kLinear;  ///< how C bounds the step
  double C = 1;               ///< unused for PA

  static void params(auto& self, auto&& each) {
    if (self.form == Form::kHard) return;
    each("C", self.C, kPositive,
         "C, weight of the loss relative to the change of w; with noisy labels use 2⁻⁶ or less, or "
         "average=yes");
  }

  static void fields(auto& self, auto&& field) {
    field.same("form", self.form);
    field.same("C", self.C);
  }
};

/// The name of PA, PA-I or PA-II among those of a learner.
constexpr const char* name_of(Aggressiveness::Form form, const char* hard, const char* linear,
                              const char* squared) {
  using enum Aggressiveness::Form;
  return form == kHard ? hard : form == kLinear ? linear : squared;
}

/// For a label that counts `weight` times: C weight ℓ instead of C ℓ. PA, which allows no loss,
/// does not change.
inline Aggressiveness weighed(const Aggressiveness& how, double weight) {
  return {.form = how.form, .C = how.C * weight};
}

/// τ for a loss before max(0, ·) and the squared length of the direction in which w moves; 0 if no
/// step reduces the loss. NotFinite if the length is infinite, since τ would be 0 for any loss.
inline double step_size(const Aggressiveness& how, double loss, double length2) {
  if (!(loss > 0) || length2 == 0) return 0;
  if (!std::isfinite(length2)) throw NotFinite();
  switch (how.form) {
    case Aggressiveness::Form::kHard:
      return loss / length2;
    case Aggressiveness::Form::kLinear:
      return std::min(how.C, loss / length2);
    case Aggressiveness::Form::kSquared:
      return loss / (length2 + 1 / (2 * how.C));
  }
  return 0;
}

}  // namespace querent
