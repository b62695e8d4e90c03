// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string_view>
#include <vector>

#include <querent/apps/options/source_options.hpp>

namespace querent::apps {

/// The files that the user named as SOURCE and in the options beside it.
std::vector<std::filesystem::path> input_files(const SourceOptions& options);

/// Throws UsageError if `output` is one of the inputs, under any name; `flag` is the option that
/// names it.
void refuse_input(std::string_view flag, const std::filesystem::path& output,
                  const std::vector<std::filesystem::path>& inputs);

/// The same for the files of --out DIR, which would replace an input of the same name.
void refuse_inputs_in(const std::filesystem::path& directory,
                      const std::vector<std::filesystem::path>& inputs);

}  // namespace querent::apps
