// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <utility>

// GraphBLAS.h itself stays out of public headers: an object of GraphBLAS is one of these pointers.
struct [[gnu::visibility("default")]] GB_Matrix_opaque;
struct [[gnu::visibility("default")]] GB_Vector_opaque;
struct [[gnu::visibility("default")]] GB_Descriptor_opaque;

namespace [[gnu::visibility("default")]] querent {
namespace grb {

/// Starts GraphBLAS once in the life of the process (non-blocking mode), unless the program has
/// started it already; every handle below does this first, nothing else in querent does. No setting
/// of GraphBLAS is changed, then or later: it is the program's as well. GraphBLAS starts once: a
/// GrB_init of the program that comes after this one says GrB_INVALID_VALUE and harms nothing, so a
/// program that wants another mode, or memory functions of its own, starts GraphBLAS first.
void initialise();

/// Turns the GrB_Info that `call` returned into an exception: std::bad_alloc when memory ran out,
/// std::logic_error otherwise. GrB_SUCCESS, GrB_NO_VALUE and GxB_EXHAUSTED are not errors.
void check(int info, const char* call);

/// Owns one object of GraphBLAS: frees it, moves, does not copy.
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
  /// Where a creating call (GrB_Matrix_new, …) writes the new object; what was held is freed.
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

/// A descriptor by which one call of GraphBLAS may use up to `threads` threads. Its other settings
/// are set on get().
class Descriptor {
 public:
  /// `threads` ≥ 1. Starts GraphBLAS if nobody has.
  explicit Descriptor(int threads = 1);
  GB_Descriptor_opaque* get() const { return handle_.get(); }  ///< for any call of GraphBLAS

 private:
  Handle<GB_Descriptor_opaque> handle_;
};

}  // namespace grb
}  // namespace querent
