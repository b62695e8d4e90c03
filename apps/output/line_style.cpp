// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/output/line_style.hpp>

#include <array>
#include <cstdint>
#include <map>
#include <string_view>

namespace querent::apps {

namespace {

// Okabe and Ito's colours, which are distinct for readers with any colour vision, and five of
// Tol's, each with a lightness that differs from its neighbours'.
constexpr std::array<LineStyle, 12> kStyles{{{"#0072B2", "1", 7},
                                             {"#D55E00", "(10,4)", 5},
                                             {"#009E73", "(3,2)", 9},
                                             {"#CC79A7", "(10,3,2,3)", 11},
                                             {"#000000", "1", 13},
                                             {"#E69F00", "(6,3)", 6},
                                             {"#56B4E9", "(2,2)", 4},
                                             {"#882255", "(14,4)", 8},
                                             {"#44AA99", "(6,2,2,2)", 10},
                                             {"#999933", "(4,4)", 12},
                                             {"#6A3D9A", "(12,2,2,2,2,2)", 1},
                                             {"#777777", "(1,2)", 2}}};

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
