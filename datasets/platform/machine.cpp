// SPDX-License-Identifier: Apache-2.0
#include <querent/datasets/platform/machine.hpp>

#include <limits>

#if defined(_WIN32)
#include <windows.h>
#else
#include <sys/utsname.h>
#include <unistd.h>
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

#endif

}  // namespace querent::platform
