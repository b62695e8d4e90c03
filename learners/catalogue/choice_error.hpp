// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdexcept>

namespace [[gnu::visibility("default")]] querent {

/// A name that the catalogue does not have, a parameter that the learner does not have or that is
/// out of its range, or a choice that has no meaning for the task.
class ChoiceError : public std::invalid_argument {
 public:
  using std::invalid_argument::invalid_argument;
};

}  // namespace querent
