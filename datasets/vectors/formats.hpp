// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <querent/datasets/vectors/format.hpp>

/// One line per format, in the order in which they are recognised. Each is defined at the end of
/// its reader's file.
#define QUERENT_VECTOR_FORMATS(FORMAT) \
  FORMAT(npy)                          \
  FORMAT(npz)                          \
  FORMAT(idx)                          \
  FORMAT(arff)                         \
  FORMAT(svmlight)                     \
  FORMAT(counted_rows)                 \
  FORMAT(csv)

namespace querent::row_formats {

#define QUERENT_DECLARE(name) VectorFormat name();
QUERENT_VECTOR_FORMATS(QUERENT_DECLARE)
#undef QUERENT_DECLARE

}  // namespace querent::row_formats
