// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

namespace querent::apps::web {

/// Address of `querent ask --web`.
struct WebOptions {
  std::string listen = "127.0.0.1";  ///< --listen
  std::uint16_t port = 0;            ///< --port; 0: the last one, or any free port
};

}  // namespace querent::apps::web
