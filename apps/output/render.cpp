// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/output/render.hpp>

#include <fmt/format.h>

#include <querent/apps/output/child.hpp>

namespace querent::apps {

std::string render(const std::string& svg, FigureFormat format, const std::filesystem::path& file) {
  std::vector<std::string> command{"rsvg-convert", "--format", std::string(ending_of(format)),
                                   // an absolute name is no option
                                   "--output", std::filesystem::absolute(file).string()};
  if (format == FigureFormat::kPng)
    command.insert(command.end(), {"--zoom", "2", "--dpi-x", "150", "--dpi-y", "150"});
  const ChildResult converter = run_child(command, svg);
  if (!converter.found) return "rsvg-convert is not installed — install the package librsvg2-bin";
  if (converter.status != 0)
    return fmt::format("rsvg-convert ended with {}: {}", converter.status, converter.errors);
  return "";
}

}  // namespace querent::apps
