// SPDX-License-Identifier: Apache-2.0
// The first half of doctest.h, which would define the second from the first, is precompiled.
#define DOCTEST_CONFIG_IMPLEMENT
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>
