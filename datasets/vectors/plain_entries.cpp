// SPDX-License-Identifier: Apache-2.0
// Parses both numbers of an entry at once, if the processor supports it.
//
//   D. Lemire: Number parsing at a gigabyte per second. Software: Practice and Experience 51 (2021): eight digits are
//   joined by three products, each of pairs of neighbours.
//   W. Muła, D. Lemire: Faster Base64 encoding and decoding using AVX2 instructions. ACM Trans. Web 12 (2018): bytes
//   are put in their places by a table of shuffles.
//
//   16 bytes from the index on: the mask of non-digits gives the positions of ':', '.' and the end
//   one shuffle right-aligns the index in eight bytes and the value, without its point, in another
//     eight; it is selected by the digits of the index, before and after the point
//   d_0 d_1 … → 10 d_0 + d_1, … → 100 · each + its neighbour → 10,000 · …: two integers
//   value = second integer / 10^(digits after the point), the nearest double (short_number.hpp)
//
// Longer or signed entries, and those with an exponent, are read by scan_short_number().
#include <querent/datasets/vectors/plain_entries.hpp>

#include <array>
#include <limits>

#include <querent/datasets/text/short_number.hpp>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace querent {
namespace {

struct PlainEntry {
  std::uint32_t index;
  double value;
};

bool ends_entry(char c) {
  return c == ' ' || c == '\n';
}

/// Parses the entry at p; returns the position of the blank or LF after it, or nullptr on failure.
const char* any_entry(const char* p, PlainEntry& entry) {
  p = scan_index(p, entry.index);
  if (p == nullptr || *p++ != ':') return nullptr;
  const char* end = p;
  while (*end > ' ') ++end;
  if (!ends_entry(*end)) return nullptr;
  const Scanned scanned = scan_short_number({p, static_cast<std::size_t>(end - p)});
  entry.value = scanned.value;
  return scanned.kind == Scanned::kNumber ? end : nullptr;
}

/// Appends entries after those of a block.
class Row {
 public:
  Row(std::uint32_t base, std::uint64_t features, RowBlock& block, std::size_t entries)
      : index_(block.index.data() + entries),
        value_(block.value.data() + entries),
        base_(base),
        next_(base),
        end_(std::uint64_t{base} +
             (features > 0 ? features : std::numeric_limits<std::uint32_t>::max())) {}

  /// False if the indices do not ascend.
  [[gnu::always_inline]] bool add(const PlainEntry& entry) {
    if (entry.index < next_) return false;
    next_ = std::uint64_t{entry.index} + 1;
    *index_++ = entry.index - base_;
    *value_++ = entry.value;
    return true;
  }
  /// Ends the row at p, which must be an LF; returns p, or nullptr.
  const char* end(const char* p, const RowBlock& block, std::size_t& entries) const {
    if (*p != '\n' || next_ > end_) return nullptr;
    entries = static_cast<std::size_t>(index_ - block.index.data());
    return p;
  }

 private:
  std::uint32_t* index_;
  double* value_;
  std::uint32_t base_;
  std::uint64_t next_, end_;  // smallest ascending index; one past the last allowed
};

const char* portable(const char* p, Row row, const RowBlock& block, std::size_t& entries) {
  while (*p == ' ') {
    PlainEntry entry;
    const char* const begin = p + 1;
    const char* const colon = scan_index(begin, entry.index);
    if (colon == nullptr || *colon != ':') return nullptr;
    p = scan_decimal(colon + 1, entry.value);
    if (p == nullptr || !ends_entry(*p)) p = any_entry(begin, entry);
    if (p == nullptr || !row.add(entry)) return nullptr;
  }
  return row.end(p, block, entries);
}

#if defined(__x86_64__)

#define QUERENT_ENTRY_AVX2 [[gnu::target("avx2,bmi")]]

using Shuffle = std::array<std::uint8_t, 16>;

const __m128i* vector(const void* at) {
  return static_cast<const __m128i*>(at);
}

/// Indexed by ((digits of the index − 1) · 8 + digits before the point) · 8 + digits after it.
constexpr std::array<Shuffle, 512> shuffles() {
  std::array<Shuffle, 512> all{};
  for (unsigned digits = 1; digits <= 8; ++digits) {
    for (unsigned before = 0; before < 8; ++before) {
      for (unsigned behind = 0; behind < 8; ++behind) {
        Shuffle& one = all[((digits - 1) * 8 + before) * 8 + behind];
        one.fill(0x80);  // a 0
        for (unsigned k = 0; k < digits; ++k) one[8 - digits + k] = static_cast<std::uint8_t>(k);
        for (unsigned k = 0; k < before + behind && before + behind <= 8; ++k) {
          one[16 - before - behind + k] =
              static_cast<std::uint8_t>(digits + 1 + k + (k < before ? 0 : 1));
        }
      }
    }
  }
  return all;
}

alignas(64) constexpr std::array<Shuffle, 512> kShuffles = shuffles();

/// The index, and the digits of the value as an integer.
QUERENT_ENTRY_AVX2 [[gnu::always_inline]] inline void join(__m128i digits, std::uint32_t of_index,
                                                           std::uint32_t before,
                                                           std::uint32_t behind,
                                                           PlainEntry& entry) {
  const Shuffle& shuffle = kShuffles[((of_index - 1) * 8 + before) * 8 + behind];
  const __m128i placed = _mm_shuffle_epi8(digits, _mm_load_si128(vector(shuffle.data())));
  const __m128i two = _mm_maddubs_epi16(placed, _mm_set1_epi16(0x010a));
  const __m128i four = _mm_madd_epi16(two, _mm_set1_epi32(0x00010064));
  const __m128i eight = _mm_madd_epi16(_mm_packus_epi32(four, four), _mm_set1_epi32(0x00012710));
  entry.index = static_cast<std::uint32_t>(_mm_cvtsi128_si32(eight));
  entry.value = static_cast<double>(_mm_extract_epi32(eight, 1));
}

/// Parses the entry at p as above; nullptr for other kinds of entries. The byte after it is not
/// checked.
QUERENT_ENTRY_AVX2 [[gnu::always_inline]] inline const char* both_numbers(const char* p,
                                                                          PlainEntry& entry) {
  const __m128i digits = _mm_sub_epi8(_mm_loadu_si128(vector(p)), _mm_set1_epi8('0'));
  const __m128i is_digit = _mm_cmpeq_epi8(_mm_min_epu8(digits, _mm_set1_epi8(9)), digits);
  constexpr std::uint32_t kBeyond = 1 << 16;
  std::uint32_t stops =
      (~static_cast<std::uint32_t>(_mm_movemask_epi8(is_digit)) & 0xffff) | kBeyond;
  const std::uint32_t colon = _tzcnt_u32(stops);
  stops = _blsr_u32(stops);
  const std::uint32_t point = _tzcnt_u32(stops);
  const std::uint32_t before = point - colon - 1;
  if (p[colon] != ':' || colon - 1 > 7) [[unlikely]]
    return nullptr;
  if (p[point] == '.') [[likely]] {
    const std::uint32_t end = _tzcnt_u32(_blsr_u32(stops));
    if (end - colon - 3 > 6) [[unlikely]]  // more digits than 7, none, or beyond the sixteen
      return nullptr;
    join(digits, colon, before, end - point - 1, entry);
    entry.value /= number_detail::kPowersOfTen[end - point - 1];
    return p + end;
  }
  if (before - 1 > 6) [[unlikely]]
    return nullptr;
  join(digits, colon, before, 0, entry);
  return p + point;
}

QUERENT_ENTRY_AVX2 const char* by_avx2(const char* p, Row row, const RowBlock& block,
                                       std::size_t& entries) {
  while (*p == ' ') {
    PlainEntry entry;
    const char* const begin = p + 1;
    p = both_numbers(begin, entry);
    if (p == nullptr || !ends_entry(*p)) [[unlikely]]
      p = any_entry(begin, entry);
    if (p == nullptr || !row.add(entry)) return nullptr;
  }
  return row.end(p, block, entries);
}

bool has_avx2() {
  static const bool yes = __builtin_cpu_supports("avx2") != 0 && __builtin_cpu_supports("bmi") != 0;
  return yes;
}

#endif

}  // namespace

const char* parse_plain_entries(const char* p, std::uint32_t base, std::uint64_t features,
                                RowBlock& block, std::size_t& entries) {
  const Row row(base, features, block, entries);
#if defined(__x86_64__)
  if (has_avx2()) return by_avx2(p, row, block, entries);
#endif
  return portable(p, row, block, entries);
}

}  // namespace querent
