// SPDX-License-Identifier: Apache-2.0
// `querent ask --web`.
#pragma once

#include <memory>

#include <querent/apps/ask/web/api.hpp>
#include <querent/apps/terminal/console.hpp>

namespace querent::apps::web {

/// Prints the address of the page, opens it on a desktop, and serves it until the user stops the
/// program. Token and port are stored in web.json, readable only by its owner, so that an open page
/// continues after a restart. IoError if the address is not available. In a browser
/// (apps/page/page.cpp) it keeps the server for the requests to come, and returns.
void serve_page(const std::shared_ptr<AnnotationServer>& server, const WebOptions& options,
                const Console& console);

}  // namespace querent::apps::web
