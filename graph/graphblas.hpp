// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <utility>

// GraphBLAS.h itself stays out of public headers: an object of GraphBLAS is one of these pointers.
struct GB_Matrix_opaque;
struct GB_Vector_opaque;
struct GB_Descriptor_opaque;

namespace querent::grb {

/// Starts GraphBLAS once in the life of the process (non-blocking mode) and keeps it to one thread
/// unless a Descriptor asks for more. Every handle below does this first. A GraphBLAS that the
/// program has started itself is left as it is.
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

/// A descriptor by which one call of GraphBLAS may use up to `threads` threads.
class Descriptor {
 public:
  explicit Descriptor(int threads = 1);
  GB_Descriptor_opaque* get() const { return handle_.get(); }

 private:
  Handle<GB_Descriptor_opaque> handle_;
};

}  // namespace querent::grb
