// SPDX-License-Identifier: Apache-2.0
#if QUERENT_WITH_GRAPHBLAS
#include <querent/graph/matrices/graphblas.hpp>

#include <mutex>
#include <new>
#include <stdexcept>
#include <string>

#include <querent/graph/graphblas_api.h>

namespace querent::grb {

void initialise() {
  static std::once_flag once;
  std::call_once(once, [] {
    const GrB_Info info = GrB_init(GrB_NONBLOCKING);
    if (info == GrB_INVALID_VALUE) return;  // the host program has started it
    check(info, "GrB_init");
  });
}

void check(int info, const char* call) {
  if (info >= GrB_SUCCESS) return;
  if (info == GrB_OUT_OF_MEMORY) throw std::bad_alloc();
  throw std::logic_error(std::string(call) + ": GraphBLAS refused (GrB_Info " +
                         std::to_string(info) + ")");
}

template <>
void Handle<GB_Matrix_opaque>::free() noexcept {
  GrB_Matrix_free(&object_);
}
template <>
void Handle<GB_Vector_opaque>::free() noexcept {
  GrB_Vector_free(&object_);
}
template <>
void Handle<GB_Descriptor_opaque>::free() noexcept {
  GrB_Descriptor_free(&object_);
}

Descriptor::Descriptor(int threads) {
  check(GrB_Descriptor_new(handle_.put()), "GrB_Descriptor_new");
  check(GxB_Desc_set(handle_.get(), GxB_DESCRIPTOR_NTHREADS, threads), "GxB_Desc_set");
}

}  // namespace querent::grb
#endif
