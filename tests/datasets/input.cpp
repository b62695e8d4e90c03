// SPDX-License-Identifier: Apache-2.0
#include <querent/datasets/input.hpp>

#include <array>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include <doctest/doctest.h>

#include <querent/datasets/codec.hpp>
#include <querent/datasets/platform/file.hpp>
#include <querent/datasets/text/number.hpp>
#include <querent/datasets/text/utf8.hpp>

#include "scratch.hpp"
#include "support/not_on_windows.hpp"

using namespace querent;

namespace {

constexpr std::array<const char*, 4> kSuffixes{".gz", ".bz2", ".xz", ".zst"};

std::string compressed(const std::string& name) {
  return slurp(std::filesystem::path(QUERENT_TEST_DATA) / "compressed" / name);
}

std::string numbers(int last) {
  std::string text;
  for (int i = 1; i <= last; ++i) text += std::to_string(i) + "\n";
  return text;
}

std::string content(std::string_view bytes, const std::string& name) {
  return Input::from_memory(bytes, name).read_all();
}

std::string message(std::string_view text) {
  try {
    Input input = Input::from_memory(text, "t");
    LineReader reader(input);
    for (std::string_view line; reader.next(line);) {
    }
  } catch (const DataError& error) {
    return error.what();
  }
  return "";
}

std::vector<std::string> lines(std::string_view text) {
  Input input = Input::from_memory(text, "t");
  LineReader reader(input);
  std::vector<std::string> result;
  for (std::string_view line; reader.next(line);) result.emplace_back(line);
  return result;
}

}  // namespace

TEST_CASE("gzip, bzip2, xz and zstd are recognised by content, all streams of a file are read") {
  for (const std::string suffix : kSuffixes) {
    CAPTURE(suffix);
    CHECK(content(compressed("numbers.txt" + suffix), "any name") == numbers(40));
    CHECK(content(compressed("two_streams.txt" + suffix), "any name") == numbers(60));
    Input input = Input::open(std::filesystem::path(QUERENT_TEST_DATA) / "compressed" /
                              ("numbers.txt" + suffix));
    CHECK(input.peek(4) == "1\n2\n");
    CHECK(input.read_all() == numbers(40));
    CHECK(input.bytes_consumed() == input.bytes_total());
  }
}

TEST_CASE("a compressed file cut at any byte is truncated there and never a shorter text") {
  for (const std::string suffix : kSuffixes) {
    const std::string whole = compressed("numbers.txt" + suffix);
    for (std::size_t n = 0; n < whole.size(); ++n) {
      CAPTURE(suffix);
      CAPTURE(n);
      CHECK_THROWS_WITH_AS(
          content(whole.substr(0, n), "cut" + suffix),
          doctest::Contains(("truncated at byte " + std::to_string(n) + ":").c_str()), DataError);
    }
  }
}

TEST_CASE("decompressed text is read under the compressed name, even if short or empty") {
  for (const std::string suffix : kSuffixes) {
    for (const std::string text : {"", "1", "1\n2\n"}) {
      CAPTURE(suffix);
      CAPTURE(text);
      CHECK(Input::from_text(text, "edges" + suffix).read_all() == text);
    }
    CHECK_THROWS_AS(Input::from_memory("", "edges" + suffix).read_all(), DataError);
  }
}

TEST_CASE("a compressed file with a changed byte is rejected or gives the same text") {
  std::mt19937_64 rng(1);
  for (const std::string suffix : kSuffixes) {
    const std::string whole = compressed("numbers.txt" + suffix);
    int refused = 0;
    for (std::size_t n = Codec::kMagic; n < whole.size(); ++n) {
      std::string bad = whole;
      bad[n] = static_cast<char>(bad[n] ^ (1 << rng() % 8));
      CAPTURE(suffix);
      CAPTURE(n);
      try {
        const std::string text = content(bad, "bad" + suffix);
        CHECK(text == numbers(40));
      } catch (const DataError&) {
        ++refused;
      } catch (const LimitError&) {  // the damaged file requests a huge window
        ++refused;
      }
    }
    CHECK(refused > 0);
  }
}

TEST_CASE("bytes after compressed data are rejected, zero padding of a gzip file is not") {
  for (const std::string suffix : kSuffixes) {
    CAPTURE(suffix);
    CHECK_THROWS_AS(content(compressed("numbers.txt" + suffix) + "and more text", "t" + suffix),
                    DataError);
  }
  CHECK(content(compressed("numbers.txt.gz") + std::string(512, '\0'), "t.gz") == numbers(40));
}

TEST_CASE("a file that cannot be opened and a directory throw IoError") {
  const Scratch scratch;
  CHECK_THROWS_AS(Input::open(scratch / "missing"), IoError);
  CHECK_THROWS_AS(Input::open(scratch.path()), IoError);
}

TEST_CASE("a file that shrinks while it is read is truncated at byte N") {
  const Scratch scratch;
  const auto path = scratch / "shrinks";
  std::ofstream(path) << std::string(1 << 20, 'x');
  Input input = Input::open(path);
  const std::size_t first = input.read().size();
  REQUIRE(first < (1 << 20));
  std::filesystem::resize_file(path, first);
  CHECK_THROWS_WITH_AS(input.read_all(),
                       doctest::Contains(("truncated at byte " + std::to_string(first)).c_str()),
                       DataError);
}

TEST_CASE(
    "lines end at LF, CRLF or a lone CR, a byte-order mark and a missing last newline do not "
    "matter") {
  const std::vector<std::string> expected{"a", "", "b"};
  for (const char* text :
       {"a\n\nb\n", "a\n\nb", "a\r\n\r\nb\r\n", "a\r\rb\r", "a\r\rb", "a\r\n\nb\r",
        "\xEF\xBB\xBF"
        "a\n\nb"}) {
    CHECK(lines(text) == expected);
  }
  CHECK(lines("").empty());
}

TEST_CASE("lines do not depend on where blocks end") {
  const Scratch scratch;
  std::mt19937_64 rng(5);
  std::string text;
  while (text.size() < (1 << 20))
    text += std::string(rng() % 4000, 'x') + (rng() % 2 ? "\r\n" : rng() % 2 ? "\n" : "\r");
  std::ofstream(scratch / "text", std::ios::binary) << text;
  Input input = Input::open(scratch / "text");
  LineReader reader(input);
  std::vector<std::string> found;
  for (std::string_view line; reader.next(line);) found.emplace_back(line);
  CHECK(found == lines(text));
}

TEST_CASE("NUL and bytes that are not UTF-8 are rejected with line, column and byte") {
  CHECK(message(std::string_view("ab\nc\0d\n", 7))
            .starts_with("t:2:2: expected text, found a NUL byte (byte 4 of"));
  CHECK(message("ab\r\ncd\xff\n")
            .starts_with("t:2:3: expected UTF-8 text, found the byte 0xff (byte 6 of"));
  for (const char* bad : {"\x80", "\xc0\xaf", "\xe0\x80\xaf", "\xed\xa0\x80", "\xf4\x90\x80\x80",
                          "\xc3", "\xe2\x82", "\xf0\x9f\x92"}) {
    CHECK(message(bad).starts_with("t:1:1: expected UTF-8"));
  }
  for (const char* good : {"Zo\xc3\xab", "\xe2\x82\xac", "\xed\x9f\xbf", "\xf0\x9f\x92\xa9",
                           "\xf4\x8f\xbf\xbf", "\x01\x7f"}) {
    CHECK(message(good).empty());
  }
}

TEST_CASE(
    "every Unicode character is written in UTF-8 and read back, and not without its last byte") {
  std::uint64_t wrong = 0;
  for (char32_t c = 0; c <= 0x10ffff; ++c) {
    if (c == 0xd800) c = 0xe000;  // skips the surrogates
    std::string text;
    append_utf8(text, c);
    const std::size_t size = c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
    wrong += text.size() != size || first_character(text) != std::pair(c, size);
    wrong += valid_utf8_prefix(text) != size || valid_utf8_prefix(text.substr(0, size - 1)) != 0;
  }
  CHECK(wrong == 0);
  for (const char* bad : {"\xc0\x80", "\xe0\x80\x80", "\xed\xa0\x80", "\xf4\x90\x80\x80", "\x80"})
    CHECK(first_character(bad) == std::pair(char32_t{0xfffd}, std::size_t{1}));
}

TEST_CASE("marks of Hebrew and Arabic take no column, East Asian characters and emoji two") {
  for (const char32_t mark : {U'\u0301', U'\u05b8', U'\u05c2', U'\u064e', U'\u0670'})
    CHECK(columns_of(mark) == 0);
  for (const char32_t plain : {U'a', U'\u05e9', U'\u2026', U'\ufffd', U'\u05be'})
    CHECK(columns_of(plain) == 1);
  for (const char32_t wide : {U'\u6771', U'\uac00', U'\U0001f600'}) CHECK(columns_of(wide) == 2);
}

TEST_CASE("numbers are read entirely and rounded correctly, non-finite ones are distinguished") {
  CHECK(scan_number("0.1").value == 0.1);
  CHECK(scan_number("+1e3").value == 1000);
  CHECK(scan_number("9007199254740993").value == 9007199254740992.0);
  CHECK(scan_number("5e-324").value == 5e-324);
  for (const char* text : {"", "+", "1x", "0x10", "1,5", "--1", "+-1", " 1"})
    CHECK(scan_number(text).kind == Scanned::kNotANumber);
  for (const char* text : {"1e400", "-1e400", "1e99999999999999999999", "10000e305"})
    CHECK(scan_number(text).kind == Scanned::kOverflow);
  for (const char* text : {"1e-400", "-1e-400", "1e-99999999999999999999", "0.0001e-321"})
    CHECK(scan_number(text).kind == Scanned::kUnderflow);
  CHECK(scan_number("0e-400").value == 0);
  CHECK(scan_number("nan").kind == Scanned::kNan);
  CHECK(scan_number("-inf").kind == Scanned::kInfinite);
  CHECK(scan_integer("-12") == -12);
  CHECK_FALSE(scan_integer("12.0"));
  CHECK_FALSE(scan_integer("9223372036854775808"));
}

TEST_CASE("UTF-16 is read if it is accepted, for any block boundaries, and not otherwise") {
  const auto utf16 = [](std::u16string_view text, bool little) {
    std::string bytes = little ? "\xFF\xFE" : "\xFE\xFF";
    for (const char16_t unit : text) {
      const char low = static_cast<char>(unit & 0xFF), high = static_cast<char>(unit >> 8);
      bytes += little ? low : high;
      bytes += little ? high : low;
    }
    return bytes;
  };
  const auto read = [](std::string_view bytes) {
    Input input = Input::from_memory(bytes, "t");
    input.accept_utf16();
    return input.read_all();
  };
  for (const bool little : {true, false}) {
    CHECK(read(utf16(u"Müller, J.\t東\n", little)) == "M\xC3\xBCller, J.\t\xE6\x9D\xB1\n");
    CHECK(read(utf16(u"\U0001F600 \U0010FFFF", little)) == "\xF0\x9F\x98\x80 \xF4\x8F\xBF\xBF");
    CHECK(read(utf16(u"", little)).empty());
    // More than a block, an odd number of bytes at a time, from a pipe.
    std::u16string long_one;
    for (int i = 0; i < 200000; ++i) long_one += u"a\U0001F600";
    std::string expected;
    for (int i = 0; i < 200000; ++i) expected += "a\xF0\x9F\x98\x80";
    CHECK(read(utf16(long_one, little)) == expected);
  }
  const auto refused = [&](std::string_view bytes) -> std::string {
    try {
      read(bytes);
    } catch (const DataError& error) {
      return error.what();
    }
    return "";
  };
  const std::string first = utf16(u"ab", true) + "\x3D\xD8",
                    second = utf16(u"ab", true) + std::string("\0\xDE", 2);
  CHECK(refused(first + std::string(" \0", 2))
            .find("the first half of a UTF-16 character has no second half") != std::string::npos);
  CHECK(refused(second).find("the second half of a UTF-16 character has no first half") !=
        std::string::npos);
  CHECK(refused(first).find("ends within a character") != std::string::npos);
  CHECK(refused(utf16(u"ab", true) + "c").find("ends within a character") != std::string::npos);
  CHECK(message(utf16(u"ab\n", true)).find("expected UTF-8 text") !=
        std::string::npos);  // UTF-16 was not accepted
}

TEST_CASE("data expanding beyond 1000:1 after 256 MiB is rejected as a decompression bomb") {
  const std::string mebibyte = compressed("newlines_1MiB.txt.zst");
  std::string bomb;
  for (int i = 0; i < 1040; ++i) bomb += mebibyte;
  Input input = Input::from_memory(bomb, "bomb.zst");
  std::uint64_t bytes = 0;
  const auto read_on = [&] {
    for (auto block = input.read(); !block.empty(); block = input.read()) bytes += block.size();
  };
  CHECK_THROWS_WITH_AS(read_on(), doctest::Contains("a decompression bomb"), LimitError);
  CHECK(bytes >= (std::uint64_t{1} << 28) - (1 << 20));
  CHECK(bytes <= (std::uint64_t{1} << 28) + (1 << 20));
}

TEST_CASE("standard input is read like a file, named <stdin> in messages") {
  const Scratch scratch;
  const std::string text = compressed("numbers.txt.xz");
  std::ofstream(scratch / "in", std::ios::binary) << text;
  const int saved = ::dup(STDIN_FILENO);
  const int file = platform::open_file(scratch / "in", {});
  REQUIRE(file >= 0);
  ::dup2(file, STDIN_FILENO);
  Input input = Input::open("-");
  CHECK(input.name() == "<stdin>");
  CHECK(input.read_all() == content(text, "t.xz"));
  ::dup2(saved, STDIN_FILENO);
  ::close(saved);
  ::close(file);
}

NOT_ON_WINDOWS_TEST_CASE("a pipe that returns single bytes is recognised by content like a file") {
  const Scratch scratch;
  for (const std::string name : {"numbers.txt.gz", "numbers.txt.zst"}) {
    CAPTURE(name);
    const auto pipe = scratch / name;
    REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
    std::thread writer([&] {
      std::ofstream out(pipe, std::ios::binary);
      const std::string bytes = compressed(name);
      for (std::size_t i = 0; i < bytes.size(); ++i) {
        out.put(bytes[i]);
        out.flush();
        if (i < 10) std::this_thread::sleep_for(std::chrono::milliseconds(2));
      }
    });
    Input input = Input::open(pipe);
    CHECK(input.bytes_total() == 0);
    CHECK(input.read_all() == numbers(40));
    writer.join();
  }
}

TEST_CASE("progress is reported before each block, and its exceptions end the reading") {
  const Scratch scratch;
  const std::string text = numbers(200'000);
  Input input = Input::open(scratch.write("numbers", text));
  CHECK(input.peek(10) == text.substr(0, 10));
  CHECK(input.peek(20) == text.substr(0, 20));
  std::uint64_t consumed = 0, blocks = 0;
  input.on_progress([&] {
    CHECK(input.bytes_consumed() >= consumed);
    consumed = input.bytes_consumed();
    ++blocks;
  });
  CHECK(input.read().size() >= 20);
  CHECK(input.peek(5).size() == 5);  // bytes of the next input
  CHECK(blocks == 1);
  input.on_progress([] { throw Cancelled(); });
  CHECK_THROWS_AS(input.read_all(), Cancelled);
}
