// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <querent/datasets/error.hpp>

namespace querent::apps {

/// Whoever read standard output has seen enough: nothing to complain about.
class ClosedPipe : public IoError {
 public:
  using IoError::IoError;
};

}  // namespace querent::apps
