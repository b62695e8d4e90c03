// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/ask/web/target.hpp>

#include <algorithm>
#include <charconv>

namespace querent::apps::web {

std::optional<std::string> decoded(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') {
      out += text[i] == '+' ? ' ' : text[i];
      continue;
    }
    unsigned char byte = 0;
    if (text.size() - i < 3) return std::nullopt;
    const char* const end = text.data() + i + 3;
    if (std::from_chars(text.data() + i + 1, end, byte, 16).ptr != end) return std::nullopt;
    out += static_cast<char>(byte);
    i += 2;
  }
  return out;
}

std::optional<Target> parse_target(std::string_view text) {
  const auto printable = [](char c) { return c > ' ' && c < '\x7f'; };
  if (!text.starts_with('/') || !std::all_of(text.begin(), text.end(), printable))
    return std::nullopt;
  const auto question = std::min(text.find('?'), text.size());
  Target target{std::string(text.substr(0, question)), {}};
  auto rest = text.substr(std::min(question + 1, text.size()));
  while (!rest.empty()) {
    const auto pair = rest.substr(0, rest.find('&'));
    rest.remove_prefix(std::min(pair.size() + 1, rest.size()));
    const auto equals = std::min(pair.find('='), pair.size());
    auto name = decoded(pair.substr(0, equals));
    auto value = decoded(pair.substr(std::min(equals + 1, pair.size())));
    if (!name || !value) return std::nullopt;
    target.query.emplace(std::move(*name), std::move(*value));
  }
  return target;
}

}  // namespace querent::apps::web
