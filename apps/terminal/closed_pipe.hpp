// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <querent/datasets/error.hpp>

namespace querent::apps {

/// The reader of standard output has closed it; this is not reported as an error.
class ClosedPipe : public IoError {
 public:
  using IoError::IoError;
};

}  // namespace querent::apps
