// SPDX-License-Identifier: Apache-2.0
#include "allocated.hpp"

#include <atomic>
#include <cstdlib>
#include <new>

namespace {
std::atomic<std::uint64_t> bytes{0};
}

// GCC pairs the inlined malloc with the library's delete
#pragma GCC diagnostic ignored "-Wmismatched-new-delete"
void* operator new(std::size_t n) {
  bytes += n;
  if (void* p = std::malloc(n == 0 ? 1 : n)) return p;
  throw std::bad_alloc();
}
void operator delete(void* p) noexcept {
  std::free(p);
}
void operator delete(void* p, std::size_t) noexcept {
  std::free(p);
}

std::uint64_t querent::testing::bytes_allocated() {
  return bytes;
}
