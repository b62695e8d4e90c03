// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace querent::apps {

/// Translates a message of the library to options of the command line: lenient=true, duplicates=sum
/// and label_column become --lenient, --duplicates sum and --label-column if `options` has them.
std::string with_flags(std::string_view message, const std::vector<std::string>& options);

/// The same for a note on a source, with the source options that all commands share.
std::string with_source_flags(std::string_view note);

}  // namespace querent::apps
