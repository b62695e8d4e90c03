// SPDX-License-Identifier: Apache-2.0
#include <querent/datasets/vectors/vector_data.hpp>

#include <algorithm>
#include <numeric>
#include <stdexcept>

#include <fmt/format.h>

#include <querent/datasets/number.hpp>

namespace querent {

namespace {

// Which columns are constant or empty, learnt a row at a time. An entry that a sparse row does not
// hold is 0.
class ColumnCheck {
 public:
  void add(const LabelledRow& row) {
    ++rows_;
    for (std::size_t k = 0; k < row.value.size(); ++k) {
      const std::size_t j = row.index.empty() ? k : row.index[k];
      if (j >= columns_.size()) columns_.resize(j + 1);
      Column& column = columns_[j];
      if (column.seen == 0) column.first = row.value[k];
      ++column.seen;
      column.varies |= row.value[k] != column.first;
    }
  }

  void report(std::uint64_t features, VectorReport& out) const {
    if (rows_ == 0) return;
    if (columns_.size() < features) out.empty_features += features - columns_.size();
    for (const Column& column : columns_) {
      const bool has_zero = column.seen < rows_;
      if (column.seen == 0 || (column.first == 0 && !column.varies)) {
        ++out.empty_features;
      } else if (!column.varies && !has_zero) {
        ++out.constant_features;
      }
    }
  }

 private:
  struct Column {
    double first = 0;
    std::uint64_t seen = 0;
    bool varies = false;
  };
  std::vector<Column> columns_;
  std::uint64_t rows_ = 0;
};

// Sorts the classes and gives every label its class index.
void sort_classes(VectorData& data, const std::vector<std::string>& names,
                  const std::vector<std::uint64_t>& label_ends,
                  const std::vector<std::uint32_t>& labels) {
  std::vector<std::uint32_t> order(names.size());
  std::iota(order.begin(), order.end(), 0u);
  std::sort(order.begin(), order.end(),
            [&](std::uint32_t a, std::uint32_t b) { return class_name_less(names[a], names[b]); });
  std::vector<int> class_of(names.size());
  for (std::size_t c = 0; c < order.size(); ++c) {
    class_of[order[c]] = static_cast<int>(c);
    data.classes.push_back(names[order[c]]);
  }
  const bool multilabel = data.report.multilabel_rows > 0;
  for (std::size_t i = 0; i + 1 < data.offsets.size(); ++i) {
    const std::uint64_t begin = i == 0 ? 0 : label_ends[i - 1];
    data.labels.push_back(begin == label_ends[i] ? kNoClass : class_of[labels[begin]]);
    if (!multilabel) continue;
    auto& set = data.label_sets.emplace_back();
    for (std::uint64_t k = begin; k < label_ends[i]; ++k) set.push_back(class_of[labels[k]]);
    std::sort(set.begin(), set.end());
    set.erase(std::unique(set.begin(), set.end()), set.end());
  }
}

}  // namespace

bool class_name_less(const std::string& a, const std::string& b) {
  const Scanned x = scan_number(a), y = scan_number(b);
  const bool a_number = x.kind == Scanned::kNumber, b_number = y.kind == Scanned::kNumber;
  if (a_number != b_number) return a_number;
  if (a_number && x.value != y.value) return x.value < y.value;
  return a < b;
}

VectorData read_vectors(RowStream stream, const std::function<void(std::uint64_t)>& progress) {
  VectorData data;
  data.name = stream.name();
  data.layout = stream.layout();
  std::vector<std::uint64_t> label_ends;
  std::vector<std::uint32_t> labels;
  ColumnCheck columns;
  for (LabelledRow row; stream.next(row);) {
    data.index.insert(data.index.end(), row.index.begin(), row.index.end());
    data.value.insert(data.value.end(), row.value.begin(), row.value.end());
    data.offsets.push_back(data.value.size());
    labels.insert(labels.end(), row.labels.begin(), row.labels.end());
    label_ends.push_back(labels.size());
    columns.add(row);
    if (progress && data.rows() % 1024 == 0) progress(data.rows());
  }
  data.report = stream.report();
  data.features = data.report.features;
  data.feature_names = stream.feature_names();
  columns.report(data.features, data.report);
  sort_classes(data, stream.label_names(), label_ends, labels);
  return data;
}

VectorData read_vectors(const std::filesystem::path& path, const VectorOptions& options) {
  return read_vectors(RowStream::open(path, options));
}

VectorData with_layout(VectorData data, RowLayout layout, std::uint64_t max_bytes) {
  if (data.layout == layout) return data;
  const std::uint64_t rows = data.rows();
  std::vector<std::uint64_t> offsets{0};
  std::vector<std::uint32_t> index;
  std::vector<double> value;
  offsets.reserve(rows + 1);
  if (layout == RowLayout::kDense) {
    if (data.features > 0 && rows > max_bytes / 8 / data.features) {
      throw std::length_error(
          fmt::format("{}: {} rows × {} features would take more than {} bytes as a dense matrix",
                      data.name, rows, data.features, max_bytes));
    }
    value.assign(rows * data.features, 0.0);
    for (std::uint64_t i = 0; i < rows; ++i) {
      for (std::uint64_t k = data.offsets[i]; k < data.offsets[i + 1]; ++k)
        value[i * data.features + data.index[k]] = data.value[k];
      offsets.push_back((i + 1) * data.features);
    }
  } else {
    for (std::uint64_t i = 0; i < rows; ++i) {
      for (std::uint64_t k = data.offsets[i]; k < data.offsets[i + 1]; ++k) {
        if (data.value[k] == 0) continue;
        index.push_back(static_cast<std::uint32_t>(k - data.offsets[i]));
        value.push_back(data.value[k]);
      }
      offsets.push_back(value.size());
    }
  }
  data.layout = layout;
  data.offsets = std::move(offsets);
  data.index = std::move(index);
  data.value = std::move(value);
  return data;
}

}  // namespace querent
