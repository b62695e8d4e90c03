// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/output/figure/line_style.hpp>

#include <array>
#include <cstdint>
#include <map>
#include <string_view>

namespace querent::apps {

namespace {

// Okabe and Ito's colours, which are distinct for readers with any colour vision, and five of
// Tol's, each with a lightness that differs from its neighbours'.
constexpr std::array<LineStyle, 12> kStyles{
    {{"#0072b2", "#3fa4dd", "", -3.5, 0, "a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0-7 0z", true},
     {"#d55e00", "#f08a3c", "10 4", -3, -3, "h6v6h-6z", true},
     {"#009e73", "#2fc79c", "3 2", 0, -4, "l4 7h-8z", true},
     {"#cc79a7", "#dd9cc0", "10 3 2 3", 0, 4, "l4-7h-8z", true},
     {"#000000", "#d8d8d8", "", 0, -4.5, "l4 4.5l-4 4.5l-4-4.5z", true},
     {"#e69f00", "#f0b93e", "6 3", -3.5, 0, "a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0-7 0z", false},
     {"#56b4e9", "#7cc8f2", "2 2", -3, -3, "h6v6h-6z", false},
     {"#882255", "#c9628f", "14 4", 0, -4, "l4 7h-8z", false},
     {"#44aa99", "#6cc5b7", "6 2 2 2", 0, 4, "l4-7h-8z", false},
     {"#999933", "#bdbd55", "4 4", 0, -4.5, "l4 4.5l-4 4.5l-4-4.5z", false},
     {"#6a3d9a", "#a07fd0", "12 2 2 2 2 2", -4, 0, "h8m-4-4v8", false},
     {"#777777", "#8a8f99", "1 2", -3, -3, "l6 6m0-6l-6 6", false}}};

// Learners that share a figure in the papers or in the docs have fixed styles.
const std::map<std::string_view, std::size_t> kPlaces{
    {"MSG", 0},    {"RLS-all", 1}, {"CMOG", 2},   {"GPA", 3},    {"auto", 4},  {"thrifty", 5},
    {"BBQ", 6},    {"BBQ-eps", 7}, {"DGS", 8},    {"CMOG-Q", 9}, {"PAA", 0},   {"PAA-I", 1},
    {"PAA-II", 2}, {"RPA", 3},     {"RPA-I", 5},  {"RPA-II", 6}, {"PEA", 7},   {"RPE", 8},
    {"PA", 9},     {"PA-I", 10},   {"PA-II", 11}, {"PE", 4},     {"D-ADA", 0}, {"D-ADA-I", 1},
    {"D-AMD", 2},  {"D-AMD-I", 3}, {"DA", 5},     {"MD", 6},     {"SOAL", 7},  {"DUOL", 0},
    {"M-DUOL", 0}, {"DKM2", 0},    {"CBGZ", 1}};

std::size_t place_of(std::string_view name) {
  const auto known =
      kPlaces.find(name.substr(0, name.find_first_of(": ")));  // `MSG:h=0.01` has the style of MSG
  if (known != kPlaces.end()) return known->second;
  std::uint32_t hash = 2166136261;  // FNV-1a, so that styles never change
  for (const char c : name) hash = (hash ^ static_cast<unsigned char>(c)) * 16777619;
  return hash % kStyles.size();
}

}  // namespace

std::vector<LineStyle> styles_of(const std::vector<std::string>& names) {
  std::vector<LineStyle> styles;
  std::array<bool, kStyles.size()> taken{};
  for (const auto& name : names) {
    std::size_t place = place_of(name);
    for (std::size_t tried = 0; tried < kStyles.size() && taken[place]; ++tried)
      place = (place + 1) % kStyles.size();
    taken[place] = true;
    styles.push_back(kStyles[place]);
  }
  return styles;
}

LineStyle style_at(int place) {
  return kStyles[static_cast<std::size_t>(place) % kStyles.size()];
}

}  // namespace querent::apps
