// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace querent::apps {

/// A message of the library as it is typed here: lenient=true, duplicates=sum and label_column
/// become --lenient, --duplicates sum and --label-column where `options` has them.
std::string with_flags(std::string_view message, const std::vector<std::string>& options);

/// The same for a note on a source, with the options that every command has for sources.
std::string with_source_flags(std::string_view note);

}  // namespace querent::apps
