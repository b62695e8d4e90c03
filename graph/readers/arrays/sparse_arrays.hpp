// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include <querent/datasets/archive.hpp>
#include <querent/datasets/vectors/npy.hpp>

namespace [[gnu::visibility("default")]] querent {

/// The arrays of a .npz file, a zip of .npy files.
class Npz {
 public:
  explicit Npz(Input& input);
  bool has(const std::string& array) const { return by_name_.contains(array); }
  /// Throws DataError if the array is missing. Its bytes live as long as this object.
  NpyArray array(const std::string& array) const;

 private:
  std::string name_;
  std::vector<UnpackedFile> files_;
  std::map<std::string, const UnpackedFile*> by_name_;
};

/// A sparse matrix as three arrays, checked for consistency: row i has the columns
/// indices[indptr[i]] … indices[indptr[i + 1] - 1] and the corresponding values of data.
struct SparseArrays {
  NpyArray data, indices, indptr, shape;
  std::uint64_t rows = 0;
  std::uint64_t columns = 0;
  bool by_columns = false;  ///< the arrays, `rows` and `columns` describe the transpose

  /// The arrays are named `prefix` + "data", …; without a prefix, scipy's "format" gives csr or
  /// csc.
  SparseArrays(const Npz& npz, const std::string& prefix);

  /// Calls visit(row, column, position) for each entry of row i.
  template <class Visit>
  void for_row(std::uint64_t i, Visit visit) const {
    for (auto k = static_cast<std::uint64_t>(indptr.integer(i));
         k < static_cast<std::uint64_t>(indptr.integer(i + 1)); ++k) {
      const std::int64_t j = indices.integer(k);
      if (j < 0 || static_cast<std::uint64_t>(j) >= columns) refuse_column(k);
      visit(static_cast<std::uint32_t>(j), k);
    }
  }

 private:
  /// Throws DataError: entry k has an invalid column.
  [[noreturn]] void refuse_column(std::uint64_t k) const;
};

}  // namespace querent
