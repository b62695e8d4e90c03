// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <querent/datasets/error.hpp>

namespace [[gnu::visibility("default")]] querent {

/// A model file that is damaged, of a version or of something else than what is asked for (exit
/// code 6). what() reads `FILE: expected …, found … — remedy`.
class ModelError : public CorruptError {
 public:
  using CorruptError::CorruptError;
};

}  // namespace querent
