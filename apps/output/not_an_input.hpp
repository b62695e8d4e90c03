// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string_view>
#include <vector>

#include <querent/apps/options/source_options.hpp>

namespace querent::apps {

/// The files that a person named as SOURCE and beside it.
std::vector<std::filesystem::path> input_files(const SourceOptions& options);

/// UsageError when `output` is one of the inputs, under whatever name; `flag` asked for it.
void refuse_input(std::string_view flag, const std::filesystem::path& output,
                  const std::vector<std::filesystem::path>& inputs);

/// The same for the files that --out DIR will hold: one of ours that is an input here would be
/// replaced.
void refuse_inputs_in(const std::filesystem::path& directory,
                      const std::vector<std::filesystem::path>& inputs);

}  // namespace querent::apps
