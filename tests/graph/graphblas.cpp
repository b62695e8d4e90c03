// SPDX-License-Identifier: Apache-2.0
#include <querent/graph/matrices/graphblas.hpp>

#include <new>
#include <stdexcept>
#include <type_traits>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include <querent/graph/graphblas_api.h>
#include <querent/graph/from_memory.hpp>

namespace grb = querent::grb;

TEST_CASE("a handle owns its GraphBLAS object: it moves, is replaced, and does not copy") {
  static_assert(!std::is_copy_constructible_v<grb::Matrix>);
  grb::Matrix a;
  CHECK(a.get() == nullptr);
  grb::check(GrB_Matrix_new(a.put(), GrB_FP64, 3, 2), "GrB_Matrix_new");
  GrB_Index rows = 0;
  grb::check(GrB_Matrix_nrows(&rows, a.get()), "GrB_Matrix_nrows");
  CHECK(rows == 3);
  grb::Matrix b = std::move(a);
  CHECK(b.get() != nullptr);
  grb::check(GrB_Matrix_new(b.put(), GrB_FP64, 5, 2), "GrB_Matrix_new");
  grb::check(GrB_Matrix_nrows(&rows, b.get()), "GrB_Matrix_nrows");
  CHECK(rows == 5);
}

TEST_CASE("a descriptor limits the threads of one call of GraphBLAS") {
  int threads = 0;
  for (const int wanted : {1, 2}) {
    const grb::Descriptor descriptor(wanted);
    grb::check(GxB_Desc_get(descriptor.get(), GxB_DESCRIPTOR_NTHREADS, &threads), "GxB_Desc_get");
    CHECK(threads == wanted);
  }
}

TEST_CASE("an erroneous GrB_Info becomes an exception, informational ones do not") {
  CHECK_NOTHROW(grb::check(GrB_SUCCESS, "call"));
  CHECK_NOTHROW(grb::check(GrB_NO_VALUE, "call"));
  CHECK_THROWS_AS(grb::check(GrB_OUT_OF_MEMORY, "call"), std::bad_alloc);
  CHECK_THROWS_AS(grb::check(GrB_DIMENSION_MISMATCH, "call"), std::logic_error);
}

TEST_CASE("memory: a symmetric GrB_Matrix of any type") {
  for (GrB_Type type : {GrB_FP64, GrB_FP32, GrB_INT32}) {
    grb::Matrix S;
    grb::check(GrB_Matrix_new(S.put(), type, 3, 3), "GrB_Matrix_new");
    for (const auto& [i, j, weight] : std::vector<querent::Edge>{{0, 1, 2}, {1, 0, 2}, {2, 2, 5}})
      grb::check(GrB_Matrix_setElement_FP64(S.get(), weight, i, j), "GrB_Matrix_setElement");
    CHECK(querent::graph_of_graphblas(S.get()) == querent::Graph({0, 1, 2, 2}, {1, 0}, {2, 2}));
    grb::check(GrB_Matrix_setElement_FP64(S.get(), 1, 0, 2), "GrB_Matrix_setElement");
    CHECK_THROWS_AS(querent::graph_of_graphblas(S.get()), std::invalid_argument);
  }
}
