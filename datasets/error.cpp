// SPDX-License-Identifier: Apache-2.0
#include <querent/datasets/error.hpp>

#include <algorithm>
#include <numeric>

#include <fmt/format.h>

namespace querent {

std::string to_string(const Place& place) {
  std::string text = place.source;
  if (place.line > 0) text += fmt::format(":{}", place.line);
  if (place.line > 0 && place.column > 0) text += fmt::format(":{}", place.column);
  return text;
}

DataError::DataError(const Place& place, std::string_view message)
    : std::runtime_error(fmt::format("{}: {}", to_string(place), message)) {}

void ErrorList::add(const Place& place, std::string_view message) {
  if (++count_ <= kShown) shown_.push_back(fmt::format("{}: {}", to_string(place), message));
}

void ErrorList::throw_if_any() const {
  if (empty()) return;
  std::string text = fmt::format("{}", fmt::join(shown_, "\n"));
  if (count_ > kShown) text += fmt::format("\n… and {} more errors", count_ - kShown);
  throw DataError(text);
}

namespace {

std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t substitute = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, substitute});
    }
  }
  return row.back();
}

std::string lower(std::string_view text) {
  std::string result(text);
  std::transform(result.begin(), result.end(), result.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
  return result;
}

}  // namespace

std::string nearest_name(std::string_view name, const std::vector<std::string>& known) {
  std::string best;
  std::size_t best_distance = std::max<std::size_t>(2, name.size() / 3) + 1;
  for (const auto& candidate : known) {
    const std::size_t distance = edit_distance(lower(name), lower(candidate));
    if (distance < best_distance) {
      best_distance = distance;
      best = candidate;
    }
  }
  return best;
}

std::string in_quotes(std::string_view text) {
  std::string result = "'";
  for (const char c : text.substr(0, 40)) {
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) {
      result += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
    } else {
      result += c;
    }
  }
  return result + (text.size() > 40 ? "…'" : "'");
}

}  // namespace querent
