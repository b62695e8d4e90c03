// SPDX-License-Identifier: Apache-2.0
// The sign of an eigenvector: its entry with the largest absolute value becomes positive; among
// entries equal up to rounding, the entry of the first node.
//
//   bound_k = (1 − 1e-6) max_i |v_k(i)|
//   sign_k = sgn v_k(i), i the first with |v_k(i)| ≥ bound_k
//
// Two passes over the entries, which are in rows of one process, in panels of a basis, or on
// several ranks.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include <querent/graph/parallel.hpp>
#include <querent/spectral/embedding.hpp>

namespace querent::spectral {

/// An entry from this fraction of the largest on counts as equal to it.
inline constexpr double kAsLarge = 1 - 1e-6;

/// A node and the sign of its entry as one number that orders nodes: 2 i, plus 1 if v < 0.
inline std::uint64_t signed_place(std::uint64_t i, double v) {
  return 2 * i + (v < 0 ? 1 : 0);
}
inline constexpr std::uint64_t kNoPlace = std::numeric_limits<std::uint64_t>::max();
inline double sign_at(std::uint64_t place) {
  return place != kNoPlace && place % 2 == 1 ? -1 : 1;
}

/// All entries belong to this process.
struct InOneProcess {
  void largest(std::vector<double>&) const {}       ///< element by element over all processes
  void first(std::vector<std::uint64_t>&) const {}  ///< the smallest, likewise
};

/// The signs of d columns, 1 for a column without entries. `each_entry(visit)` calls visit(chunk,
/// i, k, v_k(i)) for every entry, from several threads, one thread per chunk of 0 … chunks − 1;
/// `join` has the functions of InOneProcess.
template <class EachEntry, class Join = InOneProcess>
std::vector<double> column_signs(std::size_t d, std::size_t chunks, EachEntry&& each_entry,
                                 const Join& join = {}) {
  std::vector<double> large(d * chunks, 0.0);
  each_entry([&](std::size_t chunk, std::uint64_t, std::size_t k, double v) {
    double& most = large[chunk * d + k];
    most = std::max(most, std::abs(v));
  });
  for (std::size_t at = d; at < large.size(); ++at)
    large[at % d] = std::max(large[at % d], large[at]);
  large.resize(d);
  join.largest(large);
  std::vector<std::uint64_t> place(d * chunks, kNoPlace);
  each_entry([&](std::size_t chunk, std::uint64_t i, std::size_t k, double v) {
    if (std::abs(v) >= kAsLarge * large[k]) {
      std::uint64_t& first = place[chunk * d + k];
      first = std::min(first, signed_place(i, v));
    }
  });
  for (std::size_t at = d; at < place.size(); ++at)
    place[at % d] = std::min(place[at % d], place[at]);
  place.resize(d);
  join.first(place);
  std::vector<double> signs(d);
  std::transform(place.begin(), place.end(), signs.begin(), sign_at);
  return signs;
}

/// The same for the columns of V, whose row 0 is node `begin`; multiplies V by these signs.
template <class Join = InOneProcess>
void fix_signs(Embedding::Rows& V, int threads, std::uint64_t begin = 0, const Join& join = {}) {
  constexpr std::uint64_t kRowsAPiece = 4096;
  const auto n = static_cast<std::uint64_t>(V.rows());
  const auto d = static_cast<std::size_t>(V.cols());
  const auto each_entry = [&](auto&& visit) {
    for_rows(threads, n, kRowsAPiece, [&](std::uint64_t first, std::uint64_t last) {
      for (std::uint64_t i = first; i < last; ++i) {
        const double* row = V.data() + i * d;
        for (std::size_t k = 0; k < d; ++k) visit(first / kRowsAPiece, begin + i, k, row[k]);
      }
    });
  };
  const std::vector<double> sign =
      column_signs(d, (n + kRowsAPiece - 1) / kRowsAPiece, each_entry, join);
  for_rows(threads, n, kRowsAPiece, [&](std::uint64_t i) {
    for (std::size_t k = 0; k < d; ++k) V.data()[i * d + k] *= sign[k];
  });
}

}  // namespace querent::spectral
