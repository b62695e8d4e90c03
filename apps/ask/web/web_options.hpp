// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

namespace querent::apps::web {

/// Where `querent ask --web` is served.
struct WebOptions {
  std::string listen = "127.0.0.1";  ///< --listen
  std::uint16_t port = 0;            ///< --port; 0: that of last time, else one that is free
};

}  // namespace querent::apps::web
