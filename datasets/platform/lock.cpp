// SPDX-License-Identifier: Apache-2.0
#include <querent/datasets/platform/lock.hpp>

#include <cerrno>

#if defined(_WIN32)
#include <windows.h>

#include <io.h>
#elif !defined(__EMSCRIPTEN__)
#include <sys/file.h>
#endif

namespace querent::platform {

#if defined(_WIN32)
Locking lock_file(int descriptor, bool waits) {
  OVERLAPPED place{};  // one byte far beyond the content, which others may thus still read
  place.OffsetHigh = 0x7fffffff;
  const auto handle = reinterpret_cast<HANDLE>(_get_osfhandle(descriptor));
  const DWORD flags = LOCKFILE_EXCLUSIVE_LOCK | (waits ? 0 : LOCKFILE_FAIL_IMMEDIATELY);
  if (LockFileEx(handle, flags, 0, 1, 0, &place) != 0) return Locking::kLocked;
  if (GetLastError() == ERROR_LOCK_VIOLATION || GetLastError() == ERROR_IO_PENDING)
    return Locking::kHeldElsewhere;
  errno = EIO;
  return Locking::kFailed;
}
#elif defined(__EMSCRIPTEN__)
Locking lock_file(int, bool) {
  return Locking::kLocked;
}
#else
Locking lock_file(int descriptor, bool waits) {
  int result = 0;
  do {
    result = ::flock(descriptor, LOCK_EX | (waits ? 0 : LOCK_NB));
  } while (result != 0 && errno == EINTR);
  if (result == 0) return Locking::kLocked;
  return errno == EWOULDBLOCK ? Locking::kHeldElsewhere : Locking::kFailed;
}
#endif

}  // namespace querent::platform
