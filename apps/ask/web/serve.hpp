// SPDX-License-Identifier: Apache-2.0
// `querent ask --web`.
#pragma once

#include <string>

#include <querent/apps/ask/web/api.hpp>
#include <querent/apps/ask/web/web_options.hpp>
#include <querent/apps/terminal/console.hpp>

namespace querent::apps::web {

/// Prints the address of the page, opens it on a desktop, and serves it until the user stops the
/// program. Token and port are stored in web.json, readable only by its owner, so that an open page
/// continues after a restart. IoError if the address is not available.
void serve_page(AnnotationServer& server, const WebOptions& options, const Console& console);

}  // namespace querent::apps::web
