// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/terminal/escape.hpp>

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include <querent/datasets/text/fields.hpp>
#include <querent/datasets/text/number.hpp>
#include <querent/datasets/text/printable.hpp>
#include <querent/datasets/text/utf8.hpp>

namespace querent::apps {

std::size_t width_of(std::string_view text) {
  std::size_t width = 0;
  while (!text.empty()) {
    const auto [c, length] = first_character(text);
    width += columns_of(c);
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
    width += columns_of(c);
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
      if (width + columns_of(c) > columns) break;
      width += columns_of(c);
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

constexpr std::array<Replacement, 9> kXml{{{"&", "&amp;"},
                                           {"<", "&lt;"},
                                           {">", "&gt;"},
                                           {"\"", "&quot;"},
                                           {"\t", "&#9;"},
                                           {"\n", "&#10;"},
                                           {"\r", "&#13;"},
                                           {"\xef\xbf\xbe", "\xef\xbf\xbd"},
                                           {"\xef\xbf\xbf", "\xef\xbf\xbd"}}};

bool is_number(std::string_view text) {
  if (text.starts_with('+')) text.remove_prefix(1);
  return number_in<double>(text).has_value();
}

}  // namespace

std::string rewritten(std::string_view text, std::span<const Replacement> table) {
  std::string written;
  while (!text.empty()) {
    Replacement found(text.substr(0, 1), text.substr(0, 1));
    const auto at =
        std::ranges::find_if(table, [&](const auto& r) { return text.starts_with(r.first); });
    if (at != table.end()) found = *at;
    written += found.second;
    text.remove_prefix(found.first.size());
  }
  return written;
}

std::string for_terminal(std::string_view text) {
  return printable(text, "\n\t");
}

std::string csv_field(std::string_view text, char separator) {
  std::string guarded;
  if (!text.empty() && kFormulaStart.find(text.front()) != text.npos && !is_number(text)) {
    guarded = fmt::format("'{}", text);
    text = guarded;
  }
  if (text.find_first_of("\"\r\n") == text.npos && text.find(separator) == text.npos)
    return std::string(text);
  static constexpr std::array<Replacement, 1> kDoubled{{{"\"", "\"\""}}};
  return '"' + rewritten(text, kDoubled) + '"';
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
  static constexpr std::array<Replacement, 24> kWritten{{{"\\", "\\textbackslash{}"},
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
  return rewritten(printable(text), kWritten);
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
  static constexpr std::array<Replacement, 1> kQuote{{{"'", "'\\''"}}};
  return "'" + rewritten(text, kQuote) + "'";
}

std::string xml_text(std::string_view text) {
  return rewritten(printable(text), std::span(kXml).first(4));
}

std::string xml_value(std::string_view text) {
  std::string result;
  for (const char c : rewritten(text, kXml)) {
    const bool control = static_cast<unsigned char>(c) < 0x20;
    result += control ? printable(std::string_view(&c, 1)) : std::string(1, c);
  }
  return result;
}

}  // namespace querent::apps
