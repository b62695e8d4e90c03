// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdlib>

namespace querent::apps {

/// Whether an environment variable is set and not empty.
inline bool is_set(const char* variable) {
  const char* value = std::getenv(variable);
  return value != nullptr && *value != '\0';
}

}  // namespace querent::apps
