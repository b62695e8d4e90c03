// SPDX-License-Identifier: Apache-2.0
// A parameter of a learner or of a query rule is said once, in its struct: letter, default, range
// and meaning.
//
//   struct PaumParams {
//     double tau_plus = 1, tau_minus = 1, eta = 1;
//
//     template <class Self, class Each>
//     static void params(Self& self, Each&& each) {
//       each("tau_plus", self.tau_plus, kAnyNumber, "τ₊₁, the margin asked of positive rows");
//       each("tau_minus", self.tau_minus, kAnyNumber, "τ₋₁, the margin asked of negative rows");
//       each("eta", self.eta, kPositive, "η, the learning rate");
//     }
//   };
//
// The constructor's check (valid), what a model file keeps and compares (same_params) and the
// catalogue's table with its help are all made of these lines. A parameter is a number, a whole
// number (its member is one) or a choice: a bool or an enum whose values are 0, 1, 2, …, with a
// name for each.
#pragma once

#include <array>
#include <concepts>
#include <initializer_list>
#include <limits>
#include <span>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace querent {

/// What a number may be.
struct Range {
  double min, max;
  bool above = false;  ///< min itself is not in it
  bool below = false;  ///< nor is max

  bool has(double value) const {  // false of a NaN
    return (above ? value > min : value >= min) && (below ? value < max : value <= max);
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

/// A value that has params().
template <class P>
concept Described = requires(P& value, const P& seen) {
  P::params(value, [](const char*, auto&, const auto&, const char*) {});
  P::params(seen, [](const char*, const auto&, const auto&, const char*) {});
};

/// Without parameters.
struct NoParams {
  template <class Self, class Each>
  static void params(Self&, Each&&) {}
};

/// `params`, or std::invalid_argument which says that a parameter of `owner` is out of its range.
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

/// Every parameter as a field of a model file: kept, and compared when restored.
template <class P, class Fields>
void same_params(const P& params, Fields&& field) {
  P::params(params, [&](const char* key, const auto& value, const auto&, const char*) {
    field.same(key, value);
  });
}

/// What the file of an update rule says of it for lists of learners.
struct UpdateCard {
  std::string_view words;     ///< the update in words; no other file has the same
  bool second_order = false;  ///< its predictions carry an uncertainty
  bool full_matrix = false;   ///< it keeps d × d numbers: d must be known beforehand
};

}  // namespace querent
