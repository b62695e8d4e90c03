// SPDX-License-Identifier: Apache-2.0
#include <querent/datasets/text/short_number.hpp>

#include <bit>
#include <cmath>
#include <cstdlib>
#include <random>
#include <string>

#include <doctest/doctest.h>

using namespace querent;

namespace {

using Engine = std::mt19937_64;

std::string digits(Engine& engine, std::size_t most) {
  std::string text(engine() % (most + 1), '0');
  for (char& c : text) c = static_cast<char>('0' + engine() % 10);
  return text;
}

// Digits with an optional point, sign and exponent; at least one digit.
std::string random_number(Engine& engine) {
  const std::size_t most = engine() % 4 == 0 ? 25 : 9;
  std::string text = digits(engine, most);
  if (engine() % 4 != 0) text += '.' + digits(engine, most);
  if (text.find_first_of("0123456789") == text.npos) text = "0" + text;
  if (engine() % 4 == 0) text = (engine() % 2 == 0 ? '-' : '+') + text;
  if (engine() % 4 == 0)
    text += "e" + std::string(engine() % 2 == 0 ? "-" : "") + std::to_string(engine() % 330);
  return text;
}

bool same_bits(double a, double b) {
  return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
}

}  // namespace

TEST_CASE("a million numbers are rounded like strtod") {
  Engine engine(20161);
  int wrong = 0, fast = 0;
  for (int i = 0; i < 1000000; ++i) {
    std::string text = random_number(engine);
    const double expected = std::strtod(text.c_str(), nullptr);
    const Scanned scanned = scan_short_number(text);
    const bool overflow = expected == HUGE_VAL || expected == -HUGE_VAL;
    const bool right =
        overflow ? scanned.kind == Scanned::kOverflow
                 : (scanned.kind == Scanned::kNumber && same_bits(scanned.value, expected)) ||
                       (scanned.kind == Scanned::kUnderflow && expected == 0);
    double value = 0;
    text.append(kScanPadding, ' ');
    const char* end = scan_decimal(text.data(), value);
    const bool scan_right = end == nullptr || *end == 'e' || same_bits(value, expected);
    fast += end != nullptr && *end == ' ';
    if (!right || !scan_right) {
      ++wrong;
      MESSAGE(text << " wrong");
    }
  }
  CHECK(wrong == 0);
  CHECK(fast > 100000);
}

TEST_CASE("the eight-byte scans stop at the last digit, or reject the number") {
  double value = 0;
  std::uint32_t index = 0;
  const auto rest = [](const char* text, const char* end) {
    return end == nullptr ? -1 : end - text;
  };
  struct Case {
    const char* text;
    std::ptrdiff_t decimal, index;
  };
  for (const Case& c : {Case{"1:2      ", 1, 1},
                        {"1234567 ", 7, 7},
                        {"12345678 ", -1, -1},
                        {"0.12345 ", 7, 1},
                        {"0.123456 ", -1, 1},
                        {".5        ", -1, -1},
                        {"5.        ", 2, 1},
                        {"5.1.2     ", 3, 1},
                        {"-1        ", -1, -1},
                        {"          ", -1, -1},
                        {"1e5       ", 1, 1},
                        {"\xb1\xb2\xb3     ", -1, -1},
                        {"1\xb1        ", 1, 1},
                        {"\x30\xff\xff\xff\xff\xff\xff\xff", 1, 1}}) {
    CAPTURE(c.text);
    CHECK(rest(c.text, scan_decimal(c.text, value)) == c.decimal);
    CHECK(rest(c.text, scan_index(c.text, index)) == c.index);
  }
}
