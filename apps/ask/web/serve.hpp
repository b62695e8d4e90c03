// SPDX-License-Identifier: Apache-2.0
// `querent ask … --web`.
#pragma once

#include <string>

#include <querent/apps/ask/web/api.hpp>
#include <querent/apps/ask/web/web_options.hpp>
#include <querent/apps/terminal/console.hpp>

namespace querent::apps::web {

/// Prints the page's address, opens it where there is a desktop, and serves it until the user
/// stops the program. Token
/// and port are kept in web.json of the desk's directory, which its owner alone may read, so that
/// an open page goes on
/// after a restart. IoError when the address cannot be had.
void serve_page(Desk& desk, const WebOptions& options, const Console& console);

}  // namespace querent::apps::web
