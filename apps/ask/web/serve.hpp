// SPDX-License-Identifier: Apache-2.0
// `querent ask --web`.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>

#include <querent/apps/terminal/console.hpp>

namespace querent::apps::web {

/// State of the web server between starts, stored in DIR/web.json.
struct Kept {
  std::string token, store;
  std::uint16_t port = 0;
};

/// State of the last start; new secrets if the file is missing or unreadable.
Kept read_kept(const std::filesystem::path& directory);
void write_kept(const std::filesystem::path& directory, const Kept& kept);

/// Prints the address of the page, opens it on a desktop, and serves it until the user stops the
/// program. Token and port are stored in web.json, readable only by its owner, so that an open page
/// continues after a restart. IoError if the address is not available. In a browser
/// (apps/page/page.cpp) it keeps the server for the requests to come, and returns.
void serve_page(const std::shared_ptr<AnnotationServer>& server, const WebOptions& options,
                const Console& console);

}  // namespace querent::apps::web
