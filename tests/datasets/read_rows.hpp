// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <exception>
#include <string>
#include <utility>
#include <vector>

#include <querent/datasets/vectors/row_stream.hpp>

namespace querent::testing {

struct Rows {
  std::vector<std::vector<std::pair<std::uint32_t, double>>> entries;
  std::vector<std::vector<std::string>> labels;
  std::vector<std::uint64_t> lines;
  std::vector<std::string> feature_names;
  VectorReport report;

  bool same_rows(const Rows& other) const {
    return entries == other.entries && labels == other.labels && lines == other.lines;
  }
};

inline Rows read_rows(RowStream stream) {
  Rows rows;
  for (LabelledRow row; stream.next(row);) {
    auto& entries = rows.entries.emplace_back();
    for (std::size_t k = 0; k < row.value.size(); ++k) {
      entries.emplace_back(row.index.empty() ? static_cast<std::uint32_t>(k) : row.index[k],
                           row.value[k]);
    }
    auto& labels = rows.labels.emplace_back();
    for (const auto id : row.labels) labels.push_back(stream.label_names()[id]);
    rows.lines.push_back(row.line);
  }
  rows.feature_names = stream.feature_names();
  rows.report = stream.report();
  return rows;
}

inline Rows read_rows(const std::string& text, const std::string& name,
                      const VectorOptions& options = {}) {
  return read_rows(RowStream::open(Input::from_memory(text, name), options));
}

/// The message of the exception thrown by reading, or "no error".
inline std::string error_of(const std::string& text, const std::string& name,
                            const VectorOptions& options = {}) {
  try {
    read_rows(text, name, options);
  } catch (const std::exception& error) {
    return error.what();
  }
  return "no error";
}

}  // namespace querent::testing
