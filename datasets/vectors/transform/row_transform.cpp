// SPDX-License-Identifier: Apache-2.0
#include <querent/datasets/vectors/transform/row_transform.hpp>

namespace querent {

RowTransform::RowTransform(TransformParams params) : params_(params) {
  switch (params.scale) {
    case TransformParams::Scale::kNone:
      break;
    case TransformParams::Scale::kUnit:
      scaling_ = UnitNorm{};
      break;
    case TransformParams::Scale::kMinMax:
      scaling_ = MinMax{};
      break;
    case TransformParams::Scale::kStandard:
      scaling_ = Standard{};
      break;
  }
}

void RowTransform::fit(std::span<const std::uint32_t> index, std::span<const double> value) {
  if (auto* min_max = std::get_if<MinMax>(&scaling_)) min_max->fit(index, value);
  if (auto* standard = std::get_if<Standard>(&scaling_)) standard->fit(index, value);
}

RowTransform::View RowTransform::apply(std::span<const std::uint32_t> index,
                                       std::span<const double> value) {
  const std::size_t bias = params_.bias ? 1 : 0;
  const bool sparse = !index.empty() || value.empty();
  value_.assign(bias, 1.0);
  value_.insert(value_.end(), value.begin(), value.end());
  const auto scaled = std::span<double>(value_).subspan(bias);
  if (std::holds_alternative<UnitNorm>(scaling_)) UnitNorm::apply(scaled);
  if (const auto* min_max = std::get_if<MinMax>(&scaling_)) min_max->apply(index, scaled);
  if (const auto* standard = std::get_if<Standard>(&scaling_)) standard->apply(index, scaled);
  if (!sparse) return {{}, value_};
  index_.assign(bias, 0);
  for (const std::uint32_t j : index) index_.push_back(j + static_cast<std::uint32_t>(bias));
  return {index_, value_};
}

}  // namespace querent
