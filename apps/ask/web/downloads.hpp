// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include <querent/apps/ask/web/api.hpp>

namespace querent::apps::web {

/// The text files of `querent ask DIR --export`, computed when they are requested. The annotation
/// server must outlive them.
std::vector<Download> downloads_of(const AnnotationServer& server);

/// The command that writes all of them, with the directory quoted for a shell.
std::string command_of(const std::filesystem::path& directory);

}  // namespace querent::apps::web
