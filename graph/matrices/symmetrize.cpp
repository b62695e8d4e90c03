// SPDX-License-Identifier: Apache-2.0
#include <querent/graph/matrices/symmetrize.hpp>

#include <algorithm>
#include <stdexcept>
#include <utility>

#include <querent/graph/matrices/symmetrize_plainly.hpp>

#if QUERENT_WITH_GRAPHBLAS
#include <querent/graph/graphblas_api.h>
#include <querent/graph/matrices/graphblas.hpp>
#endif

namespace querent {

#if QUERENT_WITH_GRAPHBLAS
namespace {

Graph by_graphblas(const SparseRows& s, Symmetrize rule) {
  const std::uint64_t n = s.num_rows();
  std::vector<GrB_Index> column(s.column.begin(), s.column.end());
  std::vector<double> weight = s.weight;
  if (weight.empty()) weight.assign(column.size(), 1.0);
  grb::Matrix matrix, result;
  grb::check(GrB_Matrix_import_FP64(matrix.put(), GrB_FP64, n, n, s.offsets.data(), column.data(),
                                    weight.data(), s.offsets.size(), column.size(), weight.size(),
                                    GrB_CSR_FORMAT),
             "GrB_Matrix_import");
  grb::check(GrB_Matrix_new(result.put(), GrB_FP64, n, n), "GrB_Matrix_new");
  GrB_Matrix const a = matrix.get();
  const grb::Descriptor transposed;  // for S and Sᵀ, with one thread
  grb::check(GrB_Descriptor_set(transposed.get(), GrB_INP1, GrB_TRAN), "GrB_Descriptor_set");
  if (rule == Symmetrize::kAnd) {  // only if both have an entry
    grb::check(GrB_Matrix_eWiseMult_BinaryOp(result.get(), nullptr, nullptr, GrB_MIN_FP64, a, a,
                                             transposed.get()),
               "GrB_eWiseMult");
  } else {
    GrB_BinaryOp const op = rule == Symmetrize::kOr ? GrB_MAX_FP64 : GrB_PLUS_FP64;
    grb::check(
        GrB_Matrix_eWiseAdd_BinaryOp(result.get(), nullptr, nullptr, op, a, a, transposed.get()),
        "GrB_eWiseAdd");
  }
  std::vector<GrB_Index> offsets(n + 1);
  GrB_Index offset_count = 0, column_count = 0, weight_count = 0;
  grb::check(GrB_Matrix_exportSize(&offset_count, &column_count, &weight_count, GrB_CSR_FORMAT,
                                   result.get()),
             "GrB_Matrix_exportSize");
  offsets.resize(offset_count);
  column.resize(std::max<GrB_Index>(column_count,
                                    1));  // GraphBLAS rejects null pointers even for empty arrays
  weight.resize(std::max<GrB_Index>(weight_count, 1));
  grb::check(GrB_Matrix_export_FP64(offsets.data(), column.data(), weight.data(), &offset_count,
                                    &column_count, &weight_count, GrB_CSR_FORMAT, result.get()),
             "GrB_Matrix_export");
  GrB_Index entries = 0;
  grb::check(GrB_Matrix_nvals(&entries, result.get()), "GrB_Matrix_nvals");
  column.resize(entries);
  weight.resize(entries);
  std::vector<Node> neighbours;
  neighbours.reserve(entries);
  bool weighted = false;
  for (std::uint64_t k = 0; k < entries; ++k) {
    neighbours.push_back(static_cast<Node>(column[k]));
    weighted = weighted || weight[k] != 1;
  }
  if (!weighted) weight = {};
  return Graph(std::vector<std::uint64_t>(offsets.begin(), offsets.end()), std::move(neighbours),
               std::move(weight));
}

}  // namespace
#endif

Graph symmetrized(const SparseRows& s, Symmetrize rule) {
  if (rule == Symmetrize::kRefuse) throw std::invalid_argument("symmetrized: a rule is needed");
  if (s.column.empty()) return Graph(s.offsets, {});
#if QUERENT_WITH_GRAPHBLAS
  return by_graphblas(s, rule);
#else
  return symmetrized_plainly(s, rule);
#endif
}

}  // namespace querent
