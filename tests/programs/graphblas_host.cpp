// SPDX-License-Identifier: Apache-2.0
// graphblas_host before|after: a program that uses GraphBLAS itself, on two threads in blocking
// mode, and starts it before or after querent does. Its results and settings must not change, nor
// must querent's results.
#include <cstdio>
#include <cstring>

#include <querent/graph/graphblas_api.h>
#include <querent/graph/matrices/symmetrize.hpp>

namespace {

int failures = 0;

void expect(bool fact, const char* what) {
  if (fact) return;
  std::printf("failed: %s\n", what);
  ++failures;
}

// querent: S of the path 0 → 1 → 2 becomes max(S, Sᵀ).
void querent_works() {
  const querent::SparseRows path{.offsets = {0, 1, 2, 2}, .column = {1, 2}, .weight = {}};
  const querent::Graph graph = querent::symmetrized(path, querent::Symmetrize::kOr);
  expect(graph.num_edges() == 2 && graph.neighbours(1).size() == 2,
         "querent finds the path's two edges");
}

// The host program: Σ (1, 2) = 3.
void host_works(GrB_Vector v) {
  double sum = 0;
  expect(GrB_Vector_reduce_FP64(&sum, nullptr, GrB_PLUS_MONOID_FP64, v, nullptr) == GrB_SUCCESS &&
             sum == 3,
         "the program's vector sums to 3");
  int threads = 0;
  expect(GxB_Global_Option_get(GxB_GLOBAL_NTHREADS, &threads) == GrB_SUCCESS && threads == 2,
         "the program's two threads are kept");
}

}  // namespace

int main(int argc, char** argv) {
  const bool before = argc > 1 && std::strcmp(argv[1], "before") == 0;
  if (!before) querent_works();
  expect(GrB_init(GrB_BLOCKING) == (before ? GrB_SUCCESS : GrB_INVALID_VALUE),
         "GraphBLAS starts once");
  GrB_Mode mode = GrB_BLOCKING;
  expect(GxB_Global_Option_get(GxB_MODE, &mode) == GrB_SUCCESS && (mode == GrB_BLOCKING) == before,
         "the first caller determines the mode");
  int threads = 0;
  expect(GxB_Global_Option_get(GxB_GLOBAL_NTHREADS, &threads) == GrB_SUCCESS && threads == 3,
         "querent leaves the number of threads at OMP_NUM_THREADS");
  expect(GxB_Global_Option_set(GxB_GLOBAL_NTHREADS, 2) == GrB_SUCCESS,
         "the program sets two threads");
  GrB_Vector v = nullptr;
  expect(GrB_Vector_new(&v, GrB_FP64, 2) == GrB_SUCCESS, "the program creates a vector");
  GrB_Vector_setElement_FP64(v, 1, 0);
  GrB_Vector_setElement_FP64(v, 2, 1);
  querent_works();
  host_works(v);
  querent_works();
  GrB_Vector_free(&v);
  expect(GrB_finalize() == GrB_SUCCESS, "the program ends GraphBLAS");
  return failures == 0 ? 0 : 1;
}
