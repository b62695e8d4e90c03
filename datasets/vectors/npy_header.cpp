// SPDX-License-Identifier: Apache-2.0
// The header of NumPy's .npy format: the magic "\x93NUMPY", two version bytes, the header's length
// (2 bytes in version 1, 4 later, little endian), a Python dictionary of three literals. Source:
// NEP 1, "A Simple File Format for NumPy Arrays". Only the literals that numpy.save writes are
// accepted; nothing is ever unpickled.
#include <algorithm>

#include <fmt/format.h>

#include <querent/datasets/input.hpp>
#include <querent/datasets/vectors/byte_place.hpp>
#include <querent/datasets/vectors/npy.hpp>

namespace querent {
namespace {

constexpr std::string_view kNpyMagic = "\x93NUMPY";
constexpr std::size_t kMaxHeader = 65536;  // NumPy itself rejects more than 10,000 bytes

/// Parses the header's dictionary; `at` is a position in the file, for messages.
class Dictionary {
 public:
  Dictionary(std::string_view bytes, std::size_t begin, std::size_t end, const std::string& name)
      : bytes_(bytes.substr(0, end)), at_(begin), name_(name) {}

  NpyHeader parse() {
    NpyHeader header;
    bool descr = false;
    bool order = false;
    bool shape = false;
    expect('{');
    while (!accept('}')) {
      const std::size_t key_at = skip_space();
      const std::string_view key = string();
      expect(':');
      if (key == "descr" && !descr) {
        descr = true;
        parse_descr(header);
      } else if (key == "fortran_order" && !order) {
        order = true;
        header.fortran_order = truth();
      } else if (key == "shape" && !shape) {
        shape = true;
        parse_shape(header);
      } else {
        fail(key_at, "each of the keys 'descr', 'fortran_order' and 'shape' once", in_quotes(key));
      }
      if (!accept(',')) {
        expect('}');
        break;
      }
    }
    if (!descr || !order || !shape)
      fail(at_, "the keys 'descr', 'fortran_order' and 'shape'", "the dictionary's end");
    if (skip_space() != bytes_.size())
      fail(at_, "nothing after the dictionary", in_quotes(bytes_.substr(at_)));
    return header;
  }

 private:
  [[noreturn]] void fail(std::size_t at, std::string_view expected, std::string_view found) const {
    throw DataError(byte_place(name_, at),
                    fmt::format("expected {}, found {} — write the array again with numpy.save",
                                expected, found));
  }
  std::string here() const {
    return at_ < bytes_.size() ? in_quotes(bytes_.substr(at_, 1)) : "the header's end";
  }
  std::size_t skip_space() {
    while (at_ < bytes_.size() &&
           (bytes_[at_] == ' ' || bytes_[at_] == '\n' || bytes_[at_] == '\t'))
      ++at_;
    return at_;
  }
  bool accept(char c) {
    if (skip_space() == bytes_.size() || bytes_[at_] != c) return false;
    ++at_;
    return true;
  }
  void expect(char c) {
    if (!accept(c)) fail(at_, fmt::format("'{}'", c), here());
  }
  std::string_view string() {
    skip_space();
    if (at_ == bytes_.size() || (bytes_[at_] != '\'' && bytes_[at_] != '"'))
      fail(at_, "a quoted word", here());
    const std::size_t end = bytes_.find(bytes_[at_], at_ + 1);
    if (end == std::string_view::npos) fail(at_, "a closing quote", "the header's end");
    const std::string_view result = bytes_.substr(at_ + 1, end - at_ - 1);
    at_ = end + 1;
    return result;
  }
  bool truth() {
    skip_space();
    for (const auto& [word, value] :
         {std::pair<std::string_view, bool>{"True", true}, {"False", false}}) {
      if (bytes_.substr(at_, word.size()) != word) continue;
      at_ += word.size();
      return value;
    }
    fail(at_, "True or False", here());
  }
  std::uint64_t whole_number() {
    const std::size_t begin = skip_space();
    std::uint64_t value = 0;
    for (; at_ < bytes_.size() && bytes_[at_] >= '0' && bytes_[at_] <= '9'; ++at_) {
      if (__builtin_mul_overflow(value, 10, &value) ||
          __builtin_add_overflow(value, static_cast<std::uint64_t>(bytes_[at_] - '0'), &value)) {
        fail(begin, "a length below 2^64", "a longer number");
      }
    }
    if (at_ == begin) fail(at_, "a length", here());
    if (at_ < bytes_.size() && bytes_[at_] == 'L') ++at_;  // Python 2's long integers
    return value;
  }

  void parse_shape(NpyHeader& header) {
    const std::size_t begin = skip_space();
    expect('(');
    while (!accept(')')) {
      header.shape.push_back(whole_number());
      if (header.shape.size() > 32) fail(begin, "at most 32 dimensions", "more");
      if (__builtin_mul_overflow(header.count, header.shape.back(), &header.count)) {
        fail(begin, "fewer than 2^64 elements", "a shape with more");
      }
      if (!accept(',')) {
        expect(')');
        break;
      }
    }
  }

  void parse_descr(NpyHeader& header) {
    const std::size_t begin = skip_space();
    if (begin < bytes_.size() && bytes_[begin] == '[') {
      throw DataError(byte_place(name_, begin),
                      "expected an array of numbers or strings, found an array of records — save "
                      "each field by itself");
    }
    std::string_view descr = string();
    const std::string whole = in_quotes(descr);
    if (!descr.empty() && std::string_view("<>|=").find(descr[0]) != std::string_view::npos) {
      header.big_endian =
          descr[0] == '>' || (descr[0] == '=' && std::endian::native == std::endian::big);
      descr.remove_prefix(1);
    }
    if (descr.empty()) fail(begin, "an element type such as '<f8'", whole);
    header.kind = descr[0];
    if (header.kind == 'O') {
      throw DataError(
          byte_place(name_, begin),
          fmt::format("expected numbers or strings, found pickled Python objects (dtype {}), which "
                      "may run code "
                      "when loaded and are never read — in Python, load it with allow_pickle=True "
                      "from a source "
                      "you trust and save its arrays with a numeric dtype, a sparse matrix with "
                      "scipy.sparse.save_npz",
                      whole));
    }
    const std::string_view sizes = header.kind == 'b' ? "1" : header.kind == 'f' ? "48" : "1248";
    if (header.kind == 'S' || header.kind == 'U' || header.kind == 'a') {
      std::uint64_t length = 0;
      bool good = descr.size() > 1;
      for (const char c : descr.substr(1)) {
        good = good && c >= '0' && c <= '9' && length < (1U << 20);
        length = length * 10 + static_cast<std::uint64_t>(good ? c - '0' : 0);
      }
      if (!good || length == 0) fail(begin, "a string type such as '<U12'", whole);
      if (header.kind == 'a') header.kind = 'S';
      header.item_size = static_cast<std::size_t>(length) * (header.kind == 'U' ? 4 : 1);
    } else if (std::string_view("biuf").find(header.kind) != std::string_view::npos &&
               descr.size() == 2 && sizes.find(descr[1]) != std::string_view::npos) {
      header.item_size = static_cast<std::size_t>(descr[1] - '0');
    } else {
      throw DataError(
          byte_place(name_, begin),
          fmt::format(
              "expected whole numbers, float32, float64, truth values or strings, found dtype {} — "
              "convert the array with .astype('float64')",
              whole));
    }
  }

  std::string_view bytes_;
  std::size_t at_;
  const std::string& name_;
};

}  // namespace

NpyHeader parse_npy_header(std::string_view bytes, const std::string& name) {
  const auto byte_at = [&](std::size_t i) {
    return std::size_t{static_cast<unsigned char>(bytes[i])};
  };
  const std::size_t same = static_cast<std::size_t>(
      std::mismatch(
          bytes.begin(),
          bytes.begin() + static_cast<std::ptrdiff_t>(std::min(bytes.size(), kNpyMagic.size())),
          kNpyMagic.begin())
          .first -
      bytes.begin());
  if (same < kNpyMagic.size() && same < bytes.size()) {
    throw DataError(byte_place(name, same),
                    "expected the beginning of a NumPy array, \\x93NUMPY, found " +
                        in_quotes(bytes.substr(0, kNpyMagic.size())) + " — is it a .npy file?");
  }
  const auto need = [&](std::size_t length) {
    if (bytes.size() < length) {
      throw DataError(byte_place(name, bytes.size()),
                      "expected the rest of the array's header, found the end: truncated at byte " +
                          std::to_string(bytes.size()) + " — get the file again");
    }
  };
  need(10);
  const std::size_t version = byte_at(6);
  if (version < 1 || version > 3 || byte_at(7) != 0) {
    throw DataError(
        byte_place(name, 6),
        fmt::format("expected .npy version 1.0, 2.0 or 3.0, found {}.{} — write the array "
                    "again with numpy.save",
                    version, byte_at(7)));
  }
  const std::size_t begin = version == 1 ? 10 : 12;
  need(begin);
  std::size_t length = byte_at(8) | byte_at(9) << 8;
  if (version > 1) length |= byte_at(10) << 16 | byte_at(11) << 24;
  if (length > kMaxHeader) {
    throw DataError(
        byte_place(name, 8),
        fmt::format("expected a header of at most {} bytes, found one of {} — write the "
                    "array again with numpy.save",
                    kMaxHeader, length));
  }
  need(begin + length);
  NpyHeader header = Dictionary(bytes, begin, begin + length, name).parse();
  header.data_offset = begin + length;
  return header;
}

}  // namespace querent
