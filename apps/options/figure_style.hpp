// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>
#include <vector>

namespace querent::apps {

enum class FigureFormat { kSvg, kPng, kPdf };

/// The file ending: "svg", "png", "pdf".
constexpr std::string_view ending_of(FigureFormat format) {
  return format == FigureFormat::kSvg ? "svg" : format == FigureFormat::kPng ? "png" : "pdf";
}

/// The medium of a figure, which decides the number of panels per row and the relative size of
/// letters.
enum class FigureWidth {
  kScreen,  ///< three panels per row, names beside them
  kPage,    ///< a page of a paper, 17.5 cm: three small panels per row, names below
  kColumn,  ///< a column of a paper, 8.5 cm: one panel per row, names below
};

struct FigureStyle {
  std::vector<FigureFormat> formats{FigureFormat::kSvg, FigureFormat::kPng};
  FigureWidth width = FigureWidth::kScreen;
};

}  // namespace querent::apps
