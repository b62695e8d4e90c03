// SPDX-License-Identifier: Apache-2.0
#include <querent/datasets/error.hpp>

#include <algorithm>

#include <fmt/format.h>

#include <querent/datasets/text/lowered.hpp>
#include <querent/datasets/text/printable.hpp>

namespace querent {

std::string to_string(const Place& place) {
  std::string text = printable(place.source);
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

// Damerau's distance (optimal string alignment): 2 for an insertion, a deletion or a substitution,
// 1 for the likeliest typing errors: two swapped neighbours, a missing or extra hyphen or
// underscore.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  const std::size_t width = b.size() + 1;
  std::vector<std::size_t> distance((a.size() + 1) * width);
  const auto at = [&](std::size_t i, std::size_t j) -> std::size_t& {
    return distance[i * width + j];
  };
  const auto step = [](char c) -> std::size_t { return c == '-' || c == '_' ? 1 : 2; };
  for (std::size_t i = 1; i <= a.size(); ++i) at(i, 0) = at(i - 1, 0) + step(a[i - 1]);
  for (std::size_t j = 1; j <= b.size(); ++j) at(0, j) = at(0, j - 1) + step(b[j - 1]);
  for (std::size_t i = 1; i <= a.size(); ++i) {
    for (std::size_t j = 1; j <= b.size(); ++j) {
      at(i, j) = std::min({at(i - 1, j) + step(a[i - 1]), at(i, j - 1) + step(b[j - 1]),
                           at(i - 1, j - 1) + (a[i - 1] == b[j - 1] ? 0 : 2)});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        at(i, j) = std::min(at(i, j), at(i - 2, j - 2) + 1);
      }
    }
  }
  return distance.back();
}

}  // namespace

std::string nearest_name(std::string_view name, const std::vector<std::string>& known) {
  constexpr std::size_t kLongest = 256,  // longest name that was plausibly typed
      kMost = 4096, kMostWork = std::size_t{1} << 20;
  std::string best;
  if (name.size() > kLongest || known.size() > kMost) return best;
  std::size_t work = 0;
  std::size_t best_distance = 2 * std::max<std::size_t>(2, name.size() / 3) + 1;
  for (const auto& candidate : known) {
    if (candidate.size() > kLongest) continue;
    if ((work += name.size() * candidate.size()) > kMostWork) break;
    const std::size_t distance = edit_distance(lowered(name), lowered(candidate));
    if (distance < best_distance) {
      best_distance = distance;
      best = candidate;
    }
  }
  return best;
}

std::string in_quotes(std::string_view text) {
  constexpr std::size_t kShown = 40;  // bytes
  std::size_t shown = std::min(text.size(), kShown);
  // Do not cut inside a character.
  while (shown > 0 && shown < text.size() &&
         (static_cast<unsigned char>(text[shown]) & 0xc0) == 0x80)
    --shown;
  return fmt::format("'{}{}'", printable(text.substr(0, shown)), shown < text.size() ? "…" : "");
}

}  // namespace querent
