// SPDX-License-Identifier: Apache-2.0
#include <querent/datasets/vectors/transform/transform_rows.hpp>

#include <algorithm>
#include <utility>

namespace querent {

VectorData transform_rows(VectorData data, RowTransform& transform) {
  if (transform.params().nothing()) return data;
  for (std::size_t k = 0; k < transform.num_scalings(); ++k) {
    bool learns = true;
    for (std::uint64_t i = 0; i < data.rows() && learns; ++i)
      learns = transform.fit(k, data.row_index(i), data.row_value(i));
  }
  return apply_to_rows(std::move(data), transform);
}

namespace {

// Transforms rows that keep their entries or gain a bias in place: from the last row to the first,
// each moves to the same or a later position, so only entries already read are overwritten.
void apply_in_place(VectorData& data, RowTransform& transform) {
  const std::uint64_t n = data.rows(), bias = transform.params().bias ? 1 : 0,
                      entries = data.value.size();
  const bool sparse = data.layout == RowLayout::kSparse;
  data.value.resize(entries + bias * n);
  if (sparse) data.index.resize(entries + bias * n);
  std::uint64_t end = entries;
  for (std::uint64_t i = n; i-- > 0;) {
    const std::uint64_t begin = data.offsets[i];
    const auto index = sparse
                           ? std::span<const std::uint32_t>(data.index).subspan(begin, end - begin)
                           : std::span<const std::uint32_t>();
    const RowTransform::View row =
        transform.apply(index, std::span<const double>(data.value).subspan(begin, end - begin));
    std::copy(row.value.begin(), row.value.end(),
              data.value.begin() + static_cast<std::ptrdiff_t>(begin + bias * i));
    if (sparse)
      std::copy(row.index.begin(), row.index.end(),
                data.index.begin() + static_cast<std::ptrdiff_t>(begin + bias * i));
    data.offsets[i + 1] = end + bias * (i + 1);
    end = begin;
  }
}

// Transforms rows whose layout changes: hashed ones are sparse, Fourier features dense, and neither
// have feature names.
void apply_anew(VectorData& data, RowTransform& transform) {
  const TransformParams& params = transform.params();
  const std::uint64_t entries = params.fourier.features > 0
                                    ? data.rows() * transform.features_of(0)
                                    : data.value.size() + (params.bias ? data.rows() : 0);
  const bool dense = params.makes_dense(data.layout == RowLayout::kDense);
  std::vector<std::uint64_t> offsets{0};
  std::vector<std::uint32_t> index;
  std::vector<double> value;
  offsets.reserve(data.rows() + 1);
  value.reserve(entries);
  if (!dense) index.reserve(entries);
  for (std::uint64_t i = 0; i < data.rows(); ++i) {
    const RowTransform::View row = transform.apply(data.row_index(i), data.row_value(i));
    index.insert(index.end(), row.index.begin(), row.index.end());
    value.insert(value.end(), row.value.begin(), row.value.end());
    offsets.push_back(value.size());
  }
  data.layout = dense ? RowLayout::kDense : RowLayout::kSparse;
  data.feature_names.clear();
  data.offsets = std::move(offsets);
  data.index = std::move(index);
  data.value = std::move(value);
}

}  // namespace

VectorData apply_to_rows(VectorData data, RowTransform& transform) {
  const TransformParams& params = transform.params();
  if (params.nothing()) return data;
  if (params.tells_features()) {
    apply_anew(data, transform);
  } else {
    apply_in_place(data, transform);
  }
  data.features = transform.features_of(data.features);
  if (params.bias && !data.feature_names.empty())
    data.feature_names.insert(data.feature_names.begin(), "bias");
  return data;
}

}  // namespace querent
