// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include <querent/apps/ask/web/api.hpp>

namespace querent::apps::web {

/// The files of `querent ask DIR --export` that are text, as they are when they are asked for. The
/// desk must outlive them.
std::vector<Download> downloads_of(const Desk& desk);

/// The command that writes all of them; the directory in quotes where a shell needs them.
std::string command_of(const std::filesystem::path& directory);

}  // namespace querent::apps::web
