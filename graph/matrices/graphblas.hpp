// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <utility>

// GraphBLAS.h itself stays out of public headers: its objects are these pointers.
struct [[gnu::visibility("default")]] GB_Matrix_opaque;
struct [[gnu::visibility("default")]] GB_Vector_opaque;
struct [[gnu::visibility("default")]] GB_Descriptor_opaque;

namespace [[gnu::visibility("default")]] querent {
namespace grb {

/// Starts GraphBLAS once per process (non-blocking mode), unless the host program has started it.
/// Every handle below calls this first; querent does so nowhere else and changes no setting of
/// GraphBLAS, which is the host program's as well. GraphBLAS starts only once: a later GrB_init of
/// the program returns GrB_INVALID_VALUE and has no effect, so a program that needs another mode or
/// its own memory functions must start GraphBLAS first.
void initialise();

/// Converts the GrB_Info returned by `call` to an exception: std::bad_alloc if memory ran out,
/// otherwise std::logic_error. GrB_SUCCESS, GrB_NO_VALUE and GxB_EXHAUSTED are not errors.
void check(int info, const char* call);

/// Owns one object of GraphBLAS and frees it; movable, not copyable.
template <class Opaque>
class Handle {
 public:
  Handle() = default;
  Handle(Handle&& other) noexcept : object_(std::exchange(other.object_, nullptr)) {}
  Handle& operator=(Handle&& other) noexcept {
    std::swap(object_, other.object_);
    return *this;
  }
  ~Handle() { free(); }

  /// The object, for any call of GraphBLAS.
  Opaque* get() const { return object_; }
  /// Where a creating call (GrB_Matrix_new, …) writes the new object; the old object is freed.
  Opaque** put() {
    initialise();
    free();
    return &object_;
  }

 private:
  void free() noexcept;

  Opaque* object_ = nullptr;
};

using Matrix = Handle<GB_Matrix_opaque>;
using Vector = Handle<GB_Vector_opaque>;

/// A descriptor that allows one call of GraphBLAS up to `threads` threads. Set its other settings
/// on get().
class Descriptor {
 public:
  /// `threads` ≥ 1. Starts GraphBLAS if necessary.
  explicit Descriptor(int threads = 1);
  GB_Descriptor_opaque* get() const { return handle_.get(); }  ///< for any call of GraphBLAS

 private:
  Handle<GB_Descriptor_opaque> handle_;
};

}  // namespace grb
}  // namespace querent
