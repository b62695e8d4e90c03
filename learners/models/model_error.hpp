// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <querent/datasets/error.hpp>

namespace [[gnu::visibility("default")]] querent {

/// Thrown for a model file that is damaged, of another version or of another model than requested
/// (exit code 6). what() reads `FILE: expected …, found … — remedy`.
class ModelError : public CorruptError {
 public:
  using CorruptError::CorruptError;
};

}  // namespace querent
