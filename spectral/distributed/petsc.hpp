// SPDX-License-Identifier: Apache-2.0
// PETSc from C++: its error codes as exceptions, its objects as values.
#pragma once

#include <utility>

#include <petscsf.h>

namespace querent::distributed {

/// From now on PETSc prints nothing and handles no signals; its reports are kept for check().
void keep_errors();
/// LimitError if memory ran out, std::runtime_error with PETSc's message for any other failure.
void check(PetscErrorCode error, const char* what);

/// Owns an object that `Destroy` releases.
template <class Handle, PetscErrorCode (*Destroy)(Handle*)>
class Owned {
 public:
  Owned() = default;
  Owned(Owned&& other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
  Owned& operator=(Owned&& other) noexcept {
    std::swap(handle_, other.handle_);
    return *this;
  }
  ~Owned() {
    if (handle_ != nullptr) static_cast<void>(Destroy(&handle_));
  }
  Handle get() const { return handle_; }
  Handle* put() { return &handle_; }

 private:
  Handle handle_ = nullptr;
};
using OwnedStarForest = Owned<PetscSF, PetscSFDestroy>;

}  // namespace querent::distributed
