// SPDX-License-Identifier: Apache-2.0
#include <querent/datasets/vectors/vector_data.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <stdexcept>

#include <fmt/format.h>

#include <querent/datasets/platform/machine.hpp>
#include <querent/datasets/text/number.hpp>

namespace querent {

namespace {

// Finds constant and empty columns. Entries absent from a sparse row are 0. If columns far
// outnumber entries, only columns with an entry are examined.
void check_columns(VectorData& data) {
  constexpr std::uint64_t kFree = std::uint64_t{1} << 20;
  VectorReport& report = data.report;
  if (data.rows() == 0) return;
  std::vector<std::uint32_t> used;
  if (data.features > kFree + data.index.size() && data.layout == RowLayout::kSparse) {
    used = data.index;
    std::sort(used.begin(), used.end());
    used.erase(std::unique(used.begin(), used.end()), used.end());
  }
  const std::uint64_t columns = used.empty() ? data.features : used.size();
  std::vector<double> first(columns);
  std::vector<std::uint32_t> seen(columns);  // saturates; only 0, 1 and all matter
  std::vector<bool> varies(columns);
  for (std::uint64_t k = 0; k < data.value.size(); ++k) {
    std::uint64_t j = data.layout == RowLayout::kDense ? k % data.features : data.index[k];
    if (!used.empty()) {
      j = static_cast<std::uint64_t>(
          std::lower_bound(used.begin(), used.end(), static_cast<std::uint32_t>(j)) - used.begin());
    }
    if (seen[j] == 0) first[j] = data.value[k];
    seen[j] += seen[j] < std::numeric_limits<std::uint32_t>::max();
    if (data.value[k] != first[j]) varies[j] = true;
  }
  report.empty_features += data.features - columns;
  for (std::uint64_t j = 0; j < columns; ++j) {
    if (seen[j] == 0 || (first[j] == 0 && !varies[j])) {
      ++report.empty_features;
    } else if (!varies[j] && seen[j] >= data.rows()) {
      ++report.constant_features;
    }
  }
}

// Replaces missing values (NaN) by the mean of their feature.
void fill_missing(VectorData& data) {
  if (std::ranges::none_of(data.value, [](double v) { return std::isnan(v); })) return;
  const auto column = [&](std::uint64_t k) {
    return data.layout == RowLayout::kDense ? k % data.features : data.index[k];
  };
  std::vector<double> sum(data.features);
  std::vector<std::uint64_t> missing(data.features), known(data.features);
  for (std::uint64_t k = 0; k < data.value.size(); ++k) {
    const std::uint64_t j = column(k);
    if (std::isnan(data.value[k])) {
      ++missing[j];
    } else {
      sum[j] += data.value[k];
      ++known[j];
    }
  }
  std::uint64_t filled = 0;
  for (std::uint64_t k = 0; k < data.value.size(); ++k) {
    if (!std::isnan(data.value[k])) continue;
    const std::uint64_t j = column(k);
    // Entries absent from a sparse row are zeros, not missing.
    const std::uint64_t count =
        data.layout == RowLayout::kDense ? known[j] : data.rows() - missing[j];
    data.value[k] = count == 0 ? 0.0 : sum[j] / static_cast<double>(count);
    ++filled;
  }
  data.report.notes.push_back(
      fmt::format("{} missing values were replaced by the mean of their column", filled));
}

// Replaces a feature of words by one indicator feature per word. The rows are dense.
void one_hot(VectorData& data, std::span<const TextFeature> found) {
  if (found.empty()) return;
  // Words are sorted by name, whatever the order of the rows.
  std::vector<TextFeature> text(found.begin(), found.end());
  std::vector<std::vector<std::size_t>> rank(text.size());
  for (std::size_t t = 0; t < text.size(); ++t) {
    std::sort(text[t].words.begin(), text[t].words.end());
    for (const auto& word : found[t].words) {
      rank[t].push_back(static_cast<std::size_t>(
          std::lower_bound(text[t].words.begin(), text[t].words.end(), word) -
          text[t].words.begin()));
    }
  }
  std::vector<std::uint64_t> begin(data.features + 1);  // first new index of each feature
  std::vector<std::string> names;
  std::size_t next = 0;
  for (std::uint64_t j = 0; j < data.features; ++j) {
    const bool words = next < text.size() && text[next].feature == j;
    const std::string name =
        data.feature_names.empty() ? fmt::format("feature {}", j + 1) : data.feature_names[j];
    begin[j + 1] = begin[j] + (words ? text[next].words.size() : 1);
    if (!words) {
      names.push_back(name);
      continue;
    }
    for (const auto& word : text[next].words) names.push_back(name + "=" + word);
    data.report.notes.push_back(fmt::format("{} was replaced by {} indicator features: {} to {}",
                                            in_quotes(name), text[next].words.size(),
                                            in_quotes(text[next].words.front()),
                                            in_quotes(text[next].words.back())));
    ++next;
  }
  const std::uint64_t features = begin.back();
  constexpr std::uint64_t kMaxBytes = std::uint64_t{1} << 34;
  if (features > 0 && data.rows() > kMaxBytes / sizeof(double) / features) {
    throw LimitError(fmt::format(
        "{}: {} rows of {} features, words one-hot, would take more than 16 GiB — leave columns of "
        "many words out by drop_column",
        data.name, data.rows(), features));
  }
  std::vector<double> value(data.rows() * features, 0.0);
  for (std::uint64_t i = 0; i < data.rows(); ++i) {
    next = 0;
    for (std::uint64_t j = 0; j < data.features; ++j) {
      const double v = data.value[i * data.features + j];
      double* const out = value.data() + i * features + begin[j];
      if (next == text.size() || text[next].feature != j) {
        *out = v;
      } else {
        if (!std::isnan(v)) out[rank[next][static_cast<std::size_t>(v)]] = 1;
        ++next;
      }
    }
    data.offsets[i + 1] = (i + 1) * features;
  }
  data.value = std::move(value);
  data.features = data.report.features = features;
  data.feature_names = std::move(names);
}

// Rejects rows that exceed the machine's memory, and a feature count of billions caused by one huge
// index, since learners need a weight per feature.
void check_size(const VectorData& data, std::uint64_t declared) {
  static const std::uint64_t memory = platform::physical_memory();
  if (data.value.size() * sizeof(double) + data.index.size() * sizeof(std::uint32_t) > memory) {
    throw LimitError(
        fmt::format("{}: {} rows take more than the {} GiB of memory of this machine — read "
                    "them one at a time with stream=true",
                    data.name, data.rows(), memory >> 30));
  }
  constexpr std::uint64_t kFree = std::uint64_t{1} << 24, kEach = 16;
  if (data.features > declared && data.features > kFree + kEach * data.index.size()) {
    throw LimitError(
        fmt::format("{}: a feature index of {} among {} entries — if it is correct and not an id, "
                    "declare the number of features: num_features={}",
                    data.name, data.features, data.index.size(), data.features));
  }
}

// Sorts the classes and assigns a class index to every label.
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

VectorData read_vectors(RowStream stream, const std::function<void(std::uint64_t)>& progress,
                        bool fill) {
  VectorData data;
  data.name = stream.name();
  data.layout = stream.layout();
  std::vector<std::uint64_t> label_ends;
  std::vector<std::uint32_t> labels;
  const std::uint64_t declared = stream.report().features;
  for (LabelledRow row; stream.next(row);) {
    data.index.insert(data.index.end(), row.index.begin(), row.index.end());
    data.value.insert(data.value.end(), row.value.begin(), row.value.end());
    data.offsets.push_back(data.value.size());
    labels.insert(labels.end(), row.labels.begin(), row.labels.end());
    label_ends.push_back(labels.size());
    if (data.rows() % 1024 == 0) check_size(data, ~std::uint64_t{0});
    if (progress && data.rows() % 1024 == 0) progress(data.rows());
  }
  data.report = stream.report();
  data.features = data.report.features;
  data.feature_names = stream.feature_names();
  check_size(data, declared);
  one_hot(data, stream.text_features());
  if (fill) fill_missing(data);
  check_columns(data);
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
