// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace querent::apps {

/// The lines of a text that somebody wrote: a guide to the classes, criteria. IoError; DataError where
/// it is no text; LimitError beyond 1 MiB, which nobody reads.
std::vector<std::string> read_short_text(const std::filesystem::path& file);

}  // namespace querent::apps
