// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/output/not_an_input.hpp>

#include <algorithm>
#include <array>

#include <querent/apps/terminal/usage_error.hpp>
#include <querent/datasets/printable.hpp>

namespace querent::apps {

namespace fs = std::filesystem;

std::vector<fs::path> input_files(const SourceOptions& options) {
  std::vector<fs::path> files;
  std::error_code error;
  for (const std::string& name :
       {options.source, options.edges, options.labels, options.features}) {
    if (!name.empty() && fs::is_regular_file(name, error)) files.emplace_back(name);
  }
  return files;
}

void refuse_input(std::string_view flag, const fs::path& output,
                  const std::vector<fs::path>& inputs) {
  std::error_code missing;
  const bool same = std::any_of(inputs.begin(), inputs.end(), [&](const fs::path& input) {
    return fs::equivalent(input, output, missing);
  });
  if (same) {
    throw UsageError(
        "{} {}: this file is an input of the command and would be overwritten — give another name",
        flag, printable(output.string()));
  }
}

void refuse_inputs_in(const fs::path& directory, const std::vector<fs::path>& inputs) {
  constexpr std::array kStems{"run", "curve", "predictions", "plan", "sweep"};
  for (const fs::path& input : inputs) {
    const fs::path name = input.filename();
    const bool ours = std::any_of(kStems.begin(), kStems.end(),
                                  [&](const char* stem) { return name.stem() == stem; });
    if (ours) refuse_input("--out", directory / name, {input});
  }
}

}  // namespace querent::apps
