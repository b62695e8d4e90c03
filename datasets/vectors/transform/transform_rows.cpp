// SPDX-License-Identifier: Apache-2.0
#include <querent/datasets/vectors/transform/transform_rows.hpp>

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

VectorData apply_to_rows(VectorData data, RowTransform& transform) {
  if (transform.params().nothing()) return data;
  std::vector<std::uint64_t> offsets{0};
  std::vector<std::uint32_t> index;
  std::vector<double> value;
  const std::uint64_t entries = data.value.size() + (transform.params().bias ? data.rows() : 0);
  offsets.reserve(data.rows() + 1);
  value.reserve(entries);
  const bool hashed = transform.params().hash_bits > 0;
  if (hashed || data.layout == RowLayout::kSparse) index.reserve(entries);
  for (std::uint64_t i = 0; i < data.rows(); ++i) {
    const RowTransform::View row = transform.apply(data.row_index(i), data.row_value(i));
    index.insert(index.end(), row.index.begin(), row.index.end());
    value.insert(value.end(), row.value.begin(), row.value.end());
    offsets.push_back(value.size());
  }
  if (hashed) {  // hashed rows are sparse, and their features have no names
    data.layout = RowLayout::kSparse;
    data.feature_names.clear();
  }
  data.offsets = std::move(offsets);
  data.index = std::move(index);
  data.value = std::move(value);
  data.features = transform.features_of(data.features);
  if (!transform.params().bias) return data;
  if (!data.feature_names.empty()) data.feature_names.insert(data.feature_names.begin(), "bias");
  return data;
}

}  // namespace querent
