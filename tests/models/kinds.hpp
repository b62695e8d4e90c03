// SPDX-License-Identifier: Apache-2.0
// A small trained model of every kind of learner and query rule, and the way to load it.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "../support/with_checksum.hpp"

namespace querent::testing {

struct Kind {
  std::string name;
  std::string bytes;  ///< content of its file
  /// Loads a file of this kind, predicts and learns a few rounds, and returns the bytes of the
  /// loaded model. Throws ModelError.
  std::function<std::string(std::string)> load;
};

const std::vector<Kind>& kinds();

}  // namespace querent::testing
