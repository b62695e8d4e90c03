// SPDX-License-Identifier: Apache-2.0
// GraphBLAS.h for C++, for source files only. The header of 7.4 is plain C that wants C linkage;
// the standard headers it includes must not get it, so they come first.
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
