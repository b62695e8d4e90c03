// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/terminal/escape.hpp>

#include <array>
#include <charconv>
#include <cstdint>
#include <utility>

#include <fmt/format.h>

#include <querent/datasets/printable.hpp>

namespace querent::apps {

namespace {

bool is_letter_or_digit(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

bool is_number(std::string_view text) {
  if (text.starts_with('+')) text.remove_prefix(1);
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc{} && end == text.data() + text.size();
}

std::string octal(std::string_view bytes) {
  std::string text;
  for (const char c : bytes) text += fmt::format("\\{:03o}", static_cast<unsigned char>(c));
  return text;
}

}  // namespace

std::string for_terminal(std::string_view text) {
  return printable(text, "\n\t");
}

std::string csv_field(std::string_view text) {
  constexpr std::string_view kFormula = "=+-@\t\r";
  std::string guarded;
  if (!text.empty() && kFormula.find(text.front()) != kFormula.npos && !is_number(text)) {
    guarded = fmt::format("'{}", text);
    text = guarded;
  }
  if (text.find_first_of(",\"\r\n") == text.npos) return std::string(text);
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

std::string gnuplot_text(std::string_view text) {
  // everything but letters, digits and a few symbols becomes an octal escape, which gnuplot decodes
  // only after it has searched for backquotes
  constexpr std::string_view kPlain = " .,:()+-_/%";
  std::string shown = printable(text);
  // gnuplot's SVG has text in CDATA sections, so "]]>" is split
  for (std::size_t at = 0; (at = shown.find("]]>", at)) != std::string::npos;)
    shown.insert(at + 2, 1, ' ');
  std::string quoted = "\"";
  bool escaped = false;
  for (const char c : shown) {
    // gnuplot would read a following digit as part of the octal escape
    const bool swallowed = escaped && c >= '0' && c <= '7';
    escaped = swallowed || !(is_letter_or_digit(c) || kPlain.find(c) != kPlain.npos);
    quoted += escaped ? octal({&c, 1}) : std::string(1, c);
  }
  return quoted + '"';
}

std::string gnuplot_file(const std::filesystem::path& path) {
  return fmt::format("\"{}\"", octal(std::filesystem::absolute(path).string()));
}

}  // namespace querent::apps
