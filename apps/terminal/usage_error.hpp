// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdexcept>

namespace querent::apps {

/// The command line is invalid (exit code 2).
class UsageError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace querent::apps
