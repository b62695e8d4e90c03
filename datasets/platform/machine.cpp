// SPDX-License-Identifier: Apache-2.0
#include <querent/datasets/platform/machine.hpp>

#include <cerrno>
#include <limits>

#if defined(_WIN32)
#include <windows.h>
#include <random>
#else
#include <sys/utsname.h>
#include <unistd.h>
#if defined(__linux__) || defined(__APPLE__)
#include <sys/random.h>
#endif
#endif

namespace querent::platform {

#if defined(_WIN32)

std::uint64_t physical_memory() {
  MEMORYSTATUSEX memory{};
  memory.dwLength = sizeof memory;
  return GlobalMemoryStatusEx(&memory) != 0 ? memory.ullTotalPhys
                                            : std::numeric_limits<std::uint64_t>::max();
}

SystemName system_name() {
  return {"Windows", "", sizeof(void*) == 8 ? "x86_64" : "x86"};
}

bool fill_with_secrets(std::span<unsigned char> bytes) {
  std::random_device system;  // the generator of the system, in every C++ library for Windows
  for (unsigned char& byte : bytes) byte = static_cast<unsigned char>(system());
  return true;
}

#else

std::uint64_t physical_memory() {
  const long pages = ::sysconf(_SC_PHYS_PAGES), size = ::sysconf(_SC_PAGESIZE);
  if (pages <= 0 || size <= 0) return std::numeric_limits<std::uint64_t>::max();
  return static_cast<std::uint64_t>(pages) * static_cast<std::uint64_t>(size);
}

SystemName system_name() {
  utsname name{};
  ::uname(&name);
  return {name.sysname, name.release, name.machine};
}

#if defined(__linux__)
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

#endif

}  // namespace querent::platform
