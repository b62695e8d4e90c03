// SPDX-License-Identifier: Apache-2.0
// A dense adjacency matrix written by numpy.save. An .npy file is read as rows of features unless
// the user declares it a graph.
#include <string>

#include <querent/datasets/vectors/npy.hpp>
#include <querent/graph/formats.hpp>
#include <querent/graph/readers/matrix_entries.hpp>

namespace querent {

namespace {

void read_npy_matrix(Input& input, GraphBuilder& builder) {
  builder.report().format = "npy";
  const std::string bytes = input.read_all();
  const NpyArray S(bytes, input.name());
  const auto& shape = S.header().shape;
  if (shape.size() != 2) {
    throw DataError(S.place_of(0),
                    fmt::format("expected a matrix of nodes x nodes, found an array of {} axes — "
                                "edges of two columns are read from text, and from npz as "
                                "edge_index",
                                shape.size()));
  }
  const std::uint64_t n = matrix_size(S.place_of(0), shape[0], shape[1]);
  for (std::uint64_t i = 0; i < n; ++i) builder.node(i);
  const auto for_entries = [&](auto visit) {
    for (std::uint64_t k = 0; k < S.size(); ++k) {
      const double weight = S.number(k);
      if (weight == 0) continue;
      const auto row = static_cast<Node>(k / n), column = static_cast<Node>(k % n);
      S.header().fortran_order ? visit(column, row, weight, [&] { return S.place_of(k); })
                               : visit(row, column, weight, [&] { return S.place_of(k); });
    }
  };
  add_matrix_entries(for_entries, S.place_of(0), builder);
}

}  // namespace

GraphFormat formats::npy_matrix() {
  return {.name = "npy",
          .ending = ".npy",
          .holds = Holds::kRows,
          .recognises = [](const FileHead& head) { return head.bytes.starts_with("\x93NUMPY"); },
          .read = read_npy_matrix};
}

}  // namespace querent
