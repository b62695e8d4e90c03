// SPDX-License-Identifier: Apache-2.0
#include <querent/graph/readers/gml_lexer.hpp>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <utility>

#include <querent/datasets/text/utf8.hpp>

namespace querent {

namespace {

/// The character of "#233" or "#xE9"; 0 if invalid.
std::uint32_t numbered(std::string_view entity) {
  entity.remove_prefix(1);
  const bool hex = entity.starts_with('x') || entity.starts_with('X');
  if (hex) entity.remove_prefix(1);
  std::uint32_t c = 0;
  const char* const end = entity.data() + entity.size();
  const auto [stop, error] = std::from_chars(entity.data(), end, c, hex ? 16 : 10);
  const bool surrogate = c >= 0xD800 && c < 0xE000;
  return stop == end && error == std::errc{} && c <= 0x10FFFF && !surrogate ? c : 0;
}

/// Decodes &amp; and similar entities in `text`; invalid entities are unchanged.
std::string without_entities(std::string_view text) {
  constexpr std::size_t kLongest = 10;  // &#x10FFFF;
  constexpr std::pair<std::string_view, std::uint32_t> kNamed[] = {
      {"amp", '&'}, {"lt", '<'}, {"gt", '>'}, {"quot", '"'}, {"apos", '\''}};
  std::string result;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t begin = std::min(text.find('&', at), text.size());
    result.append(text.substr(at, begin - at));
    if (begin == text.size()) break;
    at = begin + 1;
    std::uint32_t c = '&';
    if (const std::size_t end = text.substr(at, kLongest - 1).find(';');
        end != text.npos && end > 0) {
      const std::string_view entity = text.substr(at, end);
      std::uint32_t found = entity.front() == '#' ? numbered(entity) : 0;
      for (const auto& [name, character] : kNamed) {
        if (entity == name) found = character;
      }
      if (found != 0) {
        c = found;
        at += end + 1;
      }
    }
    append_utf8(result, c);
  }
  return result;
}

}  // namespace

GmlToken GmlLexer::next() {
  for (;;) {
    rest_.remove_prefix(std::min(rest_.find_first_not_of(" \t\f\v"), rest_.size()));
    if (!rest_.empty() && rest_.front() != '#') break;
    if (!reader_.next(rest_)) {
      rest_ = {};
      return {
          GmlToken::kEnd, "the end of the file", {reader_.name(), reader_.line_number() + 1, 1}};
    }
  }
  GmlToken token{GmlToken::kWord, {}, reader_.place_of(rest_)};
  if (rest_.front() == '[' || rest_.front() == ']') {
    token.kind = rest_.front() == '[' ? GmlToken::kOpen : GmlToken::kClose;
    token.text = rest_.substr(0, 1);
    rest_.remove_prefix(1);
  } else if (rest_.front() == '"') {
    token.kind = GmlToken::kText;
    text(token);
  } else {
    const std::size_t end = std::min(rest_.find_first_of(" \t[]\"#"), rest_.size());
    token.text = rest_.substr(0, end);
    rest_.remove_prefix(end);
  }
  return token;
}

bool GmlLexer::at_line_end() const {
  const std::size_t first = rest_.find_first_not_of(" \t");
  return first == rest_.npos || rest_[first] == ']' || rest_[first] == '#';
}

void GmlLexer::text(GmlToken& token) {
  rest_.remove_prefix(1);
  bool several_lines = false;
  std::size_t end = 0;
  const auto unclosed = [&] {
    return DataError(
        token.place,
        "expected a closing quote, found none before the next text — close the text with \"");
  };
  while ((end = rest_.find('"')) == rest_.npos) {
    token.text.append(rest_).append("\n");
    several_lines = true;
    if (token.text.size() > LineReader::kMaxLine)
      throw LimitError(to_string(token.place) + ": a text of more than 64 MiB");
    if (!reader_.next(rest_)) throw unclosed();
  }
  token.text.append(rest_.substr(0, end));
  rest_.remove_prefix(end + 1);
  // An unclosed `label "A` swallows the lines up to the next quote, which then opens a text instead
  // of closing one.
  if (several_lines && !rest_.empty() &&
      std::string_view(" \t]#").find(rest_.front()) == std::string_view::npos) {
    throw unclosed();
  }
  token.text = without_entities(token.text);
}

}  // namespace querent
