// SPDX-License-Identifier: Apache-2.0
#include <querent/graph/readers/arrays/sparse_arrays.hpp>

#include <limits>
#include <string_view>
#include <utility>

#include <fmt/format.h>

namespace querent {

Npz::Npz(Input& input) : name_(input.name()) {
  files_ = unpack(input, [](std::string_view path) { return path.ends_with(".npy"); });
  for (const auto& file : files_) {
    if (!by_name_.emplace(file.path.substr(0, file.path.size() - 4), &file).second)
      throw DataError({file.name},
                      "expected each array once, found it again — save the file again");
  }
}

NpyArray Npz::array(const std::string& array) const {
  const auto found = by_name_.find(array);
  if (found != by_name_.end()) return {found->second->bytes, found->second->name};
  throw DataError({name_ + ":byte 1"},
                  fmt::format("expected an array {}, found {} — save the graph with "
                              "scipy.sparse.save_npz, or edge_index, x and y with numpy.savez",
                              in_quotes(array), array_names(files_)));
}

SparseArrays::SparseArrays(const Npz& npz, const std::string& prefix)
    : data(npz.array(prefix + "data")),
      indices(npz.array(prefix + "indices")),
      indptr(npz.array(prefix + "indptr")),
      shape(npz.array(prefix + "shape")) {
  if (shape.size() != 2 || shape.integer(0) < 0 || shape.integer(1) < 0) {
    throw DataError(
        shape.place_of(0),
        "expected two numbers, rows and columns, found another shape — is the file damaged?");
  }
  rows = static_cast<std::uint64_t>(shape.integer(0));
  columns = static_cast<std::uint64_t>(shape.integer(1));
  if (prefix.empty()) {
    const NpyArray format = npz.array("format");
    const std::string name = format.size() == 1 ? format.text(0) : "";
    if (name != "csr" && name != "csc") {
      throw DataError(
          format.place_of(0),
          fmt::format("expected the format csr, csc, coo or bsr, found {} — save matrix.tocsr()",
                      in_quotes(name)));
    }
    by_columns = name == "csc";
    if (by_columns) std::swap(rows, columns);
  }
  if (indptr.size() != rows + 1 || rows == std::numeric_limits<std::uint64_t>::max()) {
    throw DataError(indptr.place_of(0),
                    fmt::format("expected {} row ends for {} rows, found {} — is the file damaged?",
                                rows + 1, rows, indptr.size()));
  }
  if (indices.size() != data.size()) {
    throw DataError(
        indices.place_of(0),
        fmt::format("expected an index for each of {} values, found {} — is the file damaged?",
                    data.size(), indices.size()));
  }
  std::int64_t before = 0;
  for (std::uint64_t i = 0; i <= rows; ++i) {
    const std::int64_t end = indptr.integer(i);
    const bool good =
        i == 0 ? end == 0 : end >= before && static_cast<std::uint64_t>(end) <= indices.size();
    if (!good || (i == rows && static_cast<std::uint64_t>(end) != indices.size())) {
      throw DataError(
          indptr.place_of(i),
          fmt::format("expected row ends that ascend from 0 to {}, found {} as number {} — is "
                      "the file damaged?",
                      indices.size(), end, i));
    }
    before = end;
  }
}

void SparseArrays::refuse_column(std::uint64_t k) const {
  throw DataError(indices.place_of(k),
                  fmt::format("expected a column from 0 to {}, found {} — is the file damaged?",
                              static_cast<std::int64_t>(columns) - 1, indices.integer(k)));
}

}  // namespace querent
