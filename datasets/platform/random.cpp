// SPDX-License-Identifier: Apache-2.0
#include <querent/datasets/platform/random.hpp>

#include <cerrno>

#if defined(_WIN32)
#include <random>
#elif defined(__linux__)
#include <sys/random.h>
#else
#include <unistd.h>
#if defined(__APPLE__)
#include <sys/random.h>
#endif
#endif

namespace querent::platform {

#if defined(_WIN32)
bool fill_with_secrets(std::span<unsigned char> bytes) {
  std::random_device system;  // the generator of the system, in every C++ library for Windows
  for (unsigned char& byte : bytes) byte = static_cast<unsigned char>(system());
  return true;
}
#elif defined(__linux__)
bool fill_with_secrets(std::span<unsigned char> bytes) {
  ssize_t got = 0;
  do got = ::getrandom(bytes.data(), bytes.size(), 0);
  while (got < 0 && errno == EINTR);
  return got == static_cast<ssize_t>(bytes.size());  // up to 256 bytes are never read partially
}
#else
bool fill_with_secrets(std::span<unsigned char> bytes) {
  return ::getentropy(bytes.data(), bytes.size()) == 0;
}
#endif

}  // namespace querent::platform
