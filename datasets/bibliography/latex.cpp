// SPDX-License-Identifier: Apache-2.0
#include <querent/datasets/bibliography/latex.hpp>

#include <utf8proc.h>

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

#include <querent/datasets/text/lowered.hpp>
#include <querent/datasets/text/utf8.hpp>

namespace querent {

namespace {

using Pair = std::pair<std::string_view, std::string_view>;

constexpr std::array kAccents{Pair{"`", "\u0300"}, Pair{"'", "\u0301"},  Pair{"^", "\u0302"},
                              Pair{"~", "\u0303"}, Pair{"\"", "\u0308"}, Pair{"=", "\u0304"},
                              Pair{".", "\u0307"}, Pair{"u", "\u0306"},  Pair{"v", "\u030c"},
                              Pair{"H", "\u030b"}, Pair{"c", "\u0327"},  Pair{"d", "\u0323"},
                              Pair{"b", "\u0331"}, Pair{"k", "\u0328"},  Pair{"r", "\u030a"}};

// " NAME=TEXT" each.
constexpr std::string_view kLetters =
    " ss=ß o=ø O=Ø l=ł L=Ł ae=æ AE=Æ oe=œ OE=Œ aa=å AA=Å i=i j=j dh=ð DH=Ð th=þ TH=Þ dj=đ DJ=Đ"
    " textendash=– textemdash=— textbackslash=\\ textbraceleft={ textbraceright=}"
    " textasciitilde=~ textasciicircum=^ ";

std::string_view letter_of(std::string_view name) {
  const std::size_t at = kLetters.find(fmt::format(" {}=", name));
  if (at == kLetters.npos) return {};
  const std::string_view text = kLetters.substr(at + name.size() + 2);
  return text.substr(0, text.find(' '));
}

// At most 30 combining marks per letter, as in Unicode's stream-safe text (UAX 15): utf8proc sorts
// them by swapping neighbours.
std::string with_few_marks(std::string_view text) {
  constexpr int kMostMarks = 30;
  std::string few;
  int marks = 0;
  while (!text.empty()) {
    const auto [code, size] = first_character(text);
    const bool mark =
        utf8proc_get_property(static_cast<utf8proc_int32_t>(code))->combining_class != 0;
    marks = mark ? marks + 1 : 0;
    if (marks <= kMostMarks) few += text.substr(0, size);
    text.remove_prefix(size);
  }
  return few;
}

class Latex {
 public:
  explicit Latex(std::string_view text) : text_(text) {}

  std::string read() {
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (c == '\\') {
        command();
      } else {
        ++at_;
        if (c == '{' || c == '}' || c == '$') continue;
        result_ += c == '~' ? ' ' : c;
      }
    }
    return composed();
  }

 private:
  void command() {
    std::size_t end = at_ + 1;
    while (end < text_.size() && is_letter(text_[end])) ++end;
    const bool word = end > at_ + 1;
    if (!word) end = std::min(at_ + 2, text_.size());
    const std::string_view name = text_.substr(at_ + 1, end - at_ - 1);
    at_ = end;
    if (const auto* mark = std::ranges::find(kAccents, name, &Pair::first); mark != kAccents.end())
      return accent(mark->second);
    if (word) skip_blanks();
    if (const auto letter = letter_of(name); !letter.empty()) {
      result_ += letter;
    } else if (!word) {
      result_ += name == "\\" ? " " : name;  // \& \% \_ \$
    }
  }
  // The accent belongs to the next letter, with or without braces, also to a dotless one.
  void accent(std::string_view mark) {
    while (at_ < text_.size() && (text_[at_] == '{' || text_[at_] == ' ')) ++at_;
    if (at_ < text_.size() && text_[at_] == '\\') {
      ++at_;
    }
    if (at_ < text_.size() && text_[at_] != '}') result_ += text_[at_++];
    while (at_ < text_.size() && (static_cast<unsigned char>(text_[at_]) & 0xC0U) == 0x80U)
      result_ += text_[at_++];  // the remaining bytes of a UTF-8 character
    result_ += mark;
  }
  void skip_blanks() {
    while (at_ < text_.size() && text_[at_] == ' ') ++at_;
  }
  // Composes a letter and its mark into one character and collapses blanks.
  std::string composed() const {
    const std::string few = with_few_marks(result_);
    std::string spaced;
    for (const char c : few) {
      const bool blank = c == ' ' || c == '\n' || c == '\t' || c == '\r';
      if (blank && (spaced.empty() || spaced.back() == ' ')) continue;
      spaced += blank ? ' ' : c;
    }
    while (!spaced.empty() && spaced.back() == ' ') spaced.pop_back();
    return mapped_utf8(spaced, UTF8PROC_STABLE | UTF8PROC_COMPOSE);
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::string result_;
};

}  // namespace

std::string from_latex(std::string_view text) {
  return Latex(text).read();
}

}  // namespace querent
