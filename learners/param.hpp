// SPDX-License-Identifier: Apache-2.0
// A parameter of a learner or of a query rule is defined once, in its struct: key, default, range
// and meaning.
//
//   struct PaumParams {
//     double tau_plus = 1, tau_minus = 1, eta = 1;
//
//     static void params(auto& self, auto&& each) {
//       each("tau_plus", self.tau_plus, kAnyNumber, "τ₊₁, required margin of positive rows");
//       each("tau_minus", self.tau_minus, kAnyNumber, "τ₋₁, required margin of negative rows");
//       each("eta", self.eta, kPositive, "η, learning rate");
//     }
//   };
//
// These lines define the constructor's check (valid), the values that a model file stores and
// compares (same_params), and the catalogue's table with its help. A parameter is a number, a whole
// number (its member is an integer) or a choice: a bool or an enum whose values are 0, 1, 2, …,
// with a name for each.
#pragma once

#include <cmath>
#include <concepts>
#include <initializer_list>
#include <limits>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>

namespace querent {

/// The allowed values of a number.
struct Range {
  double min, max;
  bool above = false;  ///< excludes min itself
  bool below = false;  ///< excludes max itself

  bool has(double value) const {  // false for NaN and infinity
    return std::isfinite(value) && (above ? value > min : value >= min) &&
           (below ? value < max : value <= max);
  }
};

namespace detail {
inline constexpr double kInfinity = std::numeric_limits<double>::infinity();
}
inline constexpr Range kAnyNumber{-detail::kInfinity, detail::kInfinity};
inline constexpr Range kPositive{0, detail::kInfinity, true};
inline constexpr Range kNotNegative{0, detail::kInfinity};
inline constexpr Range kAtLeastOne{1, detail::kInfinity};
inline constexpr Range kShare{0, 1};                    ///< 0 ≤ value ≤ 1
inline constexpr Range kPositiveShare{0, 1, true};      ///< 0 < value ≤ 1
inline constexpr Range kProbability{0, 1, true, true};  ///< 0 < value < 1

/// The names of a choice, in the order of its values.
using Choices = std::initializer_list<const char*>;

namespace detail {
inline std::string in_digits(double value) {
  std::ostringstream text;
  text.imbue(std::locale::classic());
  text << value;
  return text.str();
}
}  // namespace detail

/// "> 0", "≥ 0, ≤ 1", "any number"
inline std::string to_string(const Range& range) {
  std::string text;
  if (range.min > -detail::kInfinity) {
    text = (range.above ? "> " : "≥ ") + detail::in_digits(range.min);
  }
  if (range.max < detail::kInfinity) {
    text += (text.empty() ? "" : ", ") + std::string(range.below ? "< " : "≤ ") +
            detail::in_digits(range.max);
  }
  return text.empty() ? "any number" : text;
}

/// A type that has params().
template <class P>
concept Described = requires(P& value, const P& seen) {
  P::params(value, [](const char*, auto&, const auto&, const char*) {});
  P::params(seen, [](const char*, const auto&, const auto&, const char*) {});
};

/// For learners and rules without parameters.
struct NoParams {
  static void params(auto&, auto&&) {}
};

/// Returns `params`, or throws std::invalid_argument if a parameter of `owner` is out of its range.
template <class P>
P valid(P params, std::string_view owner) {
  P::params(params, [&](const char* key, const auto& value, const auto& range, const char*) {
    if constexpr (std::same_as<std::remove_cvref_t<decltype(range)>, Range>) {
      const double number = static_cast<double>(value);
      if (range.has(number)) return;
      throw std::invalid_argument(std::string(owner) + ": " + key + " must be " + to_string(range) +
                                  ", found " + detail::in_digits(number));
    }
  });
  return params;
}

/// Every parameter as a field of a model file: saved, and compared when restored.
template <class P, class Fields>
void same_params(const P& params, Fields&& field) {
  P::params(params, [&](const char* key, const auto& value, const auto&, const char*) {
    field.same(key, value);
  });
}

/// The properties of an update rule that lists of learners show.
struct UpdateCard {
  std::string_view words;     ///< the update in words; no other file has the same
  bool second_order = false;  ///< predictions have an uncertainty
  bool full_matrix = false;   ///< stores d × d numbers: d must be known in advance
};

}  // namespace querent
