// SPDX-License-Identifier: Apache-2.0
// GraphBLAS.h for C++ source files. The header of 7.4 is plain C and needs C linkage, but the
// standard headers it includes must not have it, so they are included first.
#pragma once

#include <cerrno>
#include <cinttypes>
#include <climits>
#include <cmath>
#include <complex>
#include <cstdarg>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>

extern "C" {
#include <GraphBLAS.h>
}
