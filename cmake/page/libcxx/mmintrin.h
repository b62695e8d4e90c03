// SPDX-License-Identifier: Apache-2.0
// Eigen includes this header with those of SSE, which emscripten has; MMX does not exist there.
#pragma once
#ifndef __EMSCRIPTEN__
#include_next <mmintrin.h>
#endif
