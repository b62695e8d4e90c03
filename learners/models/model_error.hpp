// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdexcept>

namespace [[gnu::visibility("default")]] querent {

/// A model file that is damaged, of a version or of something else than what is asked for (exit
/// code 6). what() reads `FILE: expected …, found … — remedy`.
class ModelError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace querent
