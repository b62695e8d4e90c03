// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>

#include <querent/apps/options/figure_style.hpp>

namespace querent::apps {

/// Writes an SVG as PNG (two pixels per pixel, or 300 per inch if its size is in centimetres) or as
/// PDF, with the program rsvg-convert. Returns an error message, or "".
std::string render(const std::string& svg, FigureFormat format, const std::filesystem::path& file);

}  // namespace querent::apps
