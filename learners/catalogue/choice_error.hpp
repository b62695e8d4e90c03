// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdexcept>

namespace [[gnu::visibility("default")]] querent {

/// Thrown for an unknown name or parameter, for a value out of range and for a choice that does not
/// fit the task.
class ChoiceError : public std::invalid_argument {
 public:
  using std::invalid_argument::invalid_argument;
};

}  // namespace querent
