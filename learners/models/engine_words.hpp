// SPDX-License-Identifier: Apache-2.0
// The state of a Mersenne Twister in a model file: the n = 312 words of its current block and the
// number p of them that have been drawn, as libstdc++ writes an engine. The C++ standard prescribes
// the last n words drawn instead, X_{i−n} … X_{i−1}, and so do others. Both are the same state if
// p = n; otherwise the end of the block before is needed, by the recurrence backwards:
//
//   X_{j+n} = X_{j+m} ⊕ A(high(X_j) | low(X_{j+1})),   m = 156, low: 31 bits
//   A(y) = y >> 1, ⊕ a if y is odd                     Matsumoto, Nishimura, TOMACS 8, 1998
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <locale>
#include <sstream>
#include <vector>

#include <querent/learners/random.hpp>

namespace [[gnu::visibility("default")]] querent {

/// The words that the standard prescribes for the words and the position in a model file.
inline std::vector<std::uint64_t> standard_words(const std::vector<std::uint64_t>& stored) {
  constexpr std::size_t n = Rng::state_size, m = Rng::shift_size;
  constexpr std::uint64_t low = (std::uint64_t{1} << Rng::mask_bits) - 1;
  const auto position = static_cast<std::size_t>(stored[n]);
  std::vector<std::uint64_t> x(2 * n);  // X_{j+n} is x[j + n]; the block before, then this one
  std::copy_n(stored.begin(), n, x.begin() + n);
  // the argument of A of which X_{j+n} was made; the highest bit of a is set
  const auto argument = [&](std::size_t j) {
    const std::uint64_t made = x[j + n] ^ x[j + m];
    const bool odd = made >> 63 != 0;
    return (made ^ (odd ? Rng::xor_mask : 0)) << 1 | std::uint64_t{odd};
  };
  for (std::size_t j = n; j-- > position;) {
    x[j] |= argument(j) & ~low;
    if (j > 0) x[j] |= argument(j - 1) & low;
  }
  return {x.begin() + static_cast<std::ptrdiff_t>(position),
          x.begin() + static_cast<std::ptrdiff_t>(position + n)};
}

/// The words and the position of an engine.
inline std::vector<std::uint64_t> words_of(const Rng& rng) {
  std::stringstream text;
  text.imbue(std::locale::classic());
  text << rng;
  std::vector<std::uint64_t> words;
  for (std::uint64_t word; text >> word;) words.push_back(word);
  if (words.size() == Rng::state_size) words.push_back(Rng::state_size);
  return words;
}

/// Sets an engine to words and a position; false if they are none.
inline bool set_words(Rng& rng, std::vector<std::uint64_t> words) {
  if (words.size() != Rng::state_size + 1 || words.back() > Rng::state_size) return false;
  std::stringstream text;
  text.imbue(std::locale::classic());
#ifndef __GLIBCXX__
  words = standard_words(words);
#endif
  for (const std::uint64_t word : words) text << word << ' ';
  return static_cast<bool>(text >> rng);
}

}  // namespace querent
