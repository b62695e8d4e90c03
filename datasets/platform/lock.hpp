// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace [[gnu::visibility("default")]] querent {
namespace platform {

enum class Locking {
  kLocked,
  kHeldElsewhere,  ///< by another open descriptor of this file, in this process or another
  kFailed,         ///< errno says why
};

/// Locks an open file until its descriptor is closed, also by the end of the process. Only calls of
/// this function respect the lock. Where there is one process only (WebAssembly), it always locks.
Locking lock_file(int descriptor, bool waits);

}  // namespace platform
}  // namespace querent
