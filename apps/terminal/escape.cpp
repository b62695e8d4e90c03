// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/terminal/escape.hpp>

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

#include <querent/datasets/text/number.hpp>
#include <querent/datasets/text/printable.hpp>
#include <querent/datasets/text/utf8.hpp>

namespace querent::apps {

namespace {

using Range = std::pair<char32_t, char32_t>;

template <std::size_t n>
bool within(const std::array<Range, n>& ranges, char32_t c) {
  return std::any_of(ranges.begin(), ranges.end(),
                     [&](const Range& range) { return c >= range.first && c <= range.second; });
}

constexpr std::array<Range, 17> kWide{{{0x1100, 0x115f},
                                       {0x2e80, 0x303e},
                                       {0x3041, 0x33ff},
                                       {0x3400, 0x4dbf},
                                       {0x4e00, 0x9fff},
                                       {0xa000, 0xa4cf},
                                       {0xa960, 0xa97f},
                                       {0xac00, 0xd7a3},
                                       {0xf900, 0xfaff},
                                       {0xfe30, 0xfe6f},
                                       {0xff00, 0xff60},
                                       {0xffe0, 0xffe6},
                                       {0x1f300, 0x1f64f},
                                       {0x1f680, 0x1f6ff},
                                       {0x1f900, 0x1f9ff},
                                       {0x1fa70, 0x1faff},
                                       {0x20000, 0x3fffd}}};
constexpr std::array<Range, 14> kCombining{{{0x300, 0x36f},
                                            {0x483, 0x489},
                                            {0x591, 0x5bd},
                                            {0x610, 0x61a},
                                            {0x64b, 0x65f},
                                            {0x6d6, 0x6dc},
                                            {0x6df, 0x6e4},
                                            {0x1ab0, 0x1aff},
                                            {0x1dc0, 0x1dff},
                                            {0x200d, 0x200d},
                                            {0x20d0, 0x20ff},
                                            {0xfe00, 0xfe0f},
                                            {0xfe20, 0xfe2f},
                                            {0xe0100, 0xe01ef}}};

std::size_t width_of(char32_t c) {
  return within(kCombining, c) ? 0 : within(kWide, c) ? 2 : 1;
}

}  // namespace

std::size_t width_of(std::string_view text) {
  std::size_t width = 0;
  while (!text.empty()) {
    const auto [c, length] = first_character(text);
    width += width_of(c);
    text.remove_prefix(length);
  }
  return width;
}

std::string cut(std::string_view text, std::size_t columns) {
  if (width_of(text) <= columns) return std::string(text);
  std::string kept;
  std::size_t width = 0;
  while (!text.empty()) {
    const auto [c, length] = first_character(text);
    width += width_of(c);
    if (width + 1 > columns) break;
    kept += text.substr(0, length);
    text.remove_prefix(length);
  }
  return columns > 0 ? kept + "…" : "";
}

std::vector<std::string> wrapped(std::string_view text, std::size_t columns, std::size_t lines) {
  std::vector<std::string> result;
  columns = std::max<std::size_t>(columns, 1);
  while (!text.empty() && result.size() < lines) {
    if (result.size() + 1 == lines || width_of(text) <= columns) {
      result.push_back(cut(text, columns));
      break;
    }
    std::size_t end = 0, blank = 0, width = 0;
    while (end < text.size()) {
      const auto [c, length] = first_character(text.substr(end));
      if (width + width_of(c) > columns) break;
      width += width_of(c);
      if (c == ' ') blank = end;
      end += length;
    }
    if (end == 0) end = first_character(text).second;  // wider than the line
    if (end < text.size() && text[end] == ' ') blank = end;
    const std::size_t at = blank > 0 ? blank : end;
    result.emplace_back(text.substr(0, at));
    text.remove_prefix(at);
    while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  }
  return result;
}

namespace {

bool is_number(std::string_view text) {
  if (text.starts_with('+')) text.remove_prefix(1);
  return number_in<double>(text).has_value();
}

}  // namespace

std::string for_terminal(std::string_view text) {
  return printable(text, "\n\t");
}

std::string csv_field(std::string_view text, char separator) {
  constexpr std::string_view kFormula = "=+-@\t\r";
  std::string guarded;
  if (!text.empty() && kFormula.find(text.front()) != kFormula.npos && !is_number(text)) {
    guarded = fmt::format("'{}", text);
    text = guarded;
  }
  if (text.find_first_of("\"\r\n") == text.npos && text.find(separator) == text.npos)
    return std::string(text);
  std::string field = "\"";
  for (const char c : text) {
    if (c == '"') field += '"';
    field += c;
  }
  return field + '"';
}

std::string dumped(const Json& json, int indent) {
  const std::string plain = json.dump(indent, ' ', false, Json::error_handler_t::replace);
  // outside strings JSON is plain ASCII; inside, \u202e denotes the character
  const std::string shown = printable(plain, "\n");
  if (shown.size() == plain.size()) return plain + "\n";
  const Json::error_handler_t kReplace = Json::error_handler_t::replace;
  return json.dump(indent, ' ', true, kReplace) + "\n";
}

std::string latex_text(std::string_view text) {
  // otherwise [ and * would become arguments of a preceding \\, and -- would form a ligature
  static constexpr std::array<std::pair<std::string_view, std::string_view>, 24> kWritten{
      {{"\\", "\\textbackslash{}"},
       {"~", "\\~{}"},
       {"^", "\\^{}"},
       {"&", "\\&"},
       {"%", "\\%"},
       {"$", "\\$"},
       {"#", "\\#"},
       {"_", "\\_"},
       {"{", "\\{"},
       {"}", "\\}"},
       {"[", "{[}"},
       {"]", "{]}"},
       {"*", "{*}"},
       {"<", "\\textless{}"},
       {">", "\\textgreater{}"},
       {"|", "\\textbar{}"},
       {"`", "\\textasciigrave{}"},
       {"\"", "\\char34{}"},
       {"±", "$\\pm$"},
       {"×", "$\\times$"},
       {"≥", "$\\ge$"},
       {"≤", "$\\le$"},
       {"−", "$-$"},
       {"--", "-{}-"}}};
  const std::string shown = printable(text);
  std::string written;
  for (std::string_view left = shown; !left.empty();) {
    std::string_view found = left.substr(0, 1), by = found;
    for (const auto& [sign, command] : kWritten) {
      if (!left.starts_with(sign)) continue;
      found = sign;
      by = command;
      break;
    }
    written += by;
    left.remove_prefix(found.size());
  }
  return written;
}

std::string markdown_text(std::string_view text) {
  std::string written;
  for (const char c : printable(text)) {
    if (std::string_view("\\|`*_[]<>&").find(c) != std::string_view::npos) written += '\\';
    written += c;
  }
  return written;
}

std::string shell_word(std::string_view text) {
  const bool plain = !text.empty() &&
                     text.find_first_not_of(
                         "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./-") ==
                         std::string_view::npos &&
                     !text.starts_with('-');
  if (plain) return std::string(text);
  std::string quoted = "'";
  for (const char c : text) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

std::string xml_text(std::string_view text) {
  std::string result;
  for (const char c : printable(text)) {
    if (c == '&') {
      result += "&amp;";
    } else if (c == '<') {
      result += "&lt;";
    } else if (c == '>') {
      result += "&gt;";
    } else if (c == '"') {
      result += "&quot;";
    } else {
      result += c;
    }
  }
  return result;
}

}  // namespace querent::apps
