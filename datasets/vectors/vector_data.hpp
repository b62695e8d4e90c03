// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include <querent/datasets/vectors/row_stream.hpp>

namespace [[gnu::visibility("default")]] querent {

/// Class index of a row without a label.
inline constexpr int kNoClass = -1;

/// A whole vector file in memory. The matrix is stored by rows: sparse (CSR, 12 bytes per entry) or
/// dense (8 bytes per value).
struct VectorData {
  std::string name = {};                  ///< name of the source
  RowLayout layout = RowLayout::kSparse;  ///< layout of every row
  std::uint64_t features = 0;             ///< d, columns
  std::vector<std::uint64_t> offsets{
      0};  ///< rows + 1 entries; row i is entries offsets[i] … offsets[i + 1] − 1
  std::vector<std::uint32_t> index = {};  ///< ascending within a row, from 0; empty if dense
  std::vector<double> value = {};         ///< values of the entries; if dense, n × d by rows
  std::vector<int> labels =
      {};  ///< class index per row; the first of a multilabel row; kNoClass if unlabelled
  std::vector<std::string> classes = {};  ///< class names, sorted: numbers by value, then text
  std::vector<std::vector<int>> label_sets =
      {};  ///< classes of each row, ascending, if some row has several; else empty
  std::vector<std::string> feature_names = {};  ///< if the format has them
  std::vector<std::uint64_t> row_numbers =
      {};                    ///< row numbers in the source, from 1, if rows were left out
  VectorReport report = {};  ///< what was read and what was left out

  std::uint64_t rows() const { return offsets.size() - 1; }  ///< n
  /// The number of row i in its source, from 1.
  std::uint64_t row_number(std::uint64_t i) const {
    return row_numbers.empty() ? i + 1 : row_numbers[i];
  }
  /// The feature indices of row i, from 0; empty if dense.
  std::span<const std::uint32_t> row_index(std::uint64_t i) const {
    if (layout == RowLayout::kDense) return {};
    return std::span(index).subspan(offsets[i], offsets[i + 1] - offsets[i]);
  }
  /// The values of row i: one per index, or d values.
  std::span<const double> row_value(std::uint64_t i) const {
    return std::span(value).subspan(offsets[i], offsets[i + 1] - offsets[i]);
  }
};

/// Reads the remaining rows of `stream`. `progress` is called regularly with the number of rows
/// read so far; its exceptions end the reading. Without `fill`, MissingValues::kMean leaves NaN.
VectorData read_vectors(RowStream stream,
                        const std::function<void(std::uint64_t rows)>& progress = {},
                        bool fill = true);
VectorData read_vectors(const std::filesystem::path& path, const VectorOptions& options = {});

/// The same rows in the other layout. Throws std::length_error if a dense matrix would exceed
/// `max_bytes`.
VectorData with_layout(VectorData data, RowLayout layout,
                       std::uint64_t max_bytes = std::uint64_t{1} << 34);

/// True if class name a sorts before b: numbers by value, then text by bytes.
bool class_name_less(const std::string& a, const std::string& b);

}  // namespace querent
