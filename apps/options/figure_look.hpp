// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>
#include <vector>

namespace querent::apps {

enum class FigureFormat { kSvg, kPng, kPdf };

/// "svg", "png", "pdf".
constexpr std::string_view ending_of(FigureFormat format) {
  return format == FigureFormat::kSvg ? "svg" : format == FigureFormat::kPng ? "png" : "pdf";
}

/// What a figure is made for, which decides how many panels stand in a row and how large the
/// letters are beside them.
enum class FigureWidth {
  kScreen,  ///< three panels a row, names beside them
  kPage,    ///< a page of a paper, 17.5 cm: three small panels a row, names below
  kColumn,  ///< a column of a paper, 8.5 cm: a panel a row, names below
};

struct FigureLook {
  std::vector<FigureFormat> formats{FigureFormat::kSvg, FigureFormat::kPng};
  FigureWidth width = FigureWidth::kScreen;
};

}  // namespace querent::apps
