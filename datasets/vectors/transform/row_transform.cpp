// SPDX-License-Identifier: Apache-2.0
#include <querent/datasets/vectors/transform/row_transform.hpp>

#include <algorithm>
#include <array>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>

namespace querent {

namespace {

RowTransform::Scaling scaling_of(TransformParams::Scale scale) {
  switch (scale) {
    case TransformParams::Scale::kUnit:
      return UnitNorm{};
    case TransformParams::Scale::kMinMax:
      return MinMax{};
    case TransformParams::Scale::kStandard:
      return Standard{};
    default:
      return std::monostate{};
  }
}

bool learns(const RowTransform::Scaling& scaling) {
  return std::holds_alternative<MinMax>(scaling) || std::holds_alternative<Standard>(scaling);
}

void learn(RowTransform::Scaling& scaling, std::span<const std::uint32_t> index,
           std::span<const double> value) {
  if (auto* min_max = std::get_if<MinMax>(&scaling)) min_max->fit(index, value);
  if (auto* standard = std::get_if<Standard>(&scaling)) standard->fit(index, value);
}

void scale(const RowTransform::Scaling& scaling, std::span<const std::uint32_t> index,
           std::span<double> value) {
  if (std::holds_alternative<UnitNorm>(scaling)) UnitNorm::apply(value);
  if (const auto* min_max = std::get_if<MinMax>(&scaling)) min_max->apply(index, value);
  if (const auto* standard = std::get_if<Standard>(&scaling)) standard->apply(index, value);
}

}  // namespace

std::string_view to_string(TransformParams::Scale scale) {
  constexpr std::array<std::string_view, 4> kNames{"none", "unit", "minmax", "standard"};
  return kNames.at(static_cast<std::size_t>(scale));
}

std::string TransformParams::scale_names() const {
  std::string names(to_string(scale));
  for (const Scale next : then) names += fmt::format(",{}", to_string(next));
  return names;
}

std::string TransformParams::note_of_sparse() const {
  const auto has = [&](Scale wanted) {
    return scale == wanted || std::find(then.begin(), then.end(), wanted) != then.end();
  };
  if (has(Scale::kStandard))
    return "features of sparse rows are divided by their deviation and not centred: every zero "
           "would "
           "become an entry";
  if (has(Scale::kMinMax))
    return "features of sparse rows are divided by their largest magnitude and not moved: every "
           "zero "
           "would become an entry";
  return {};
}

std::string RowTransform::note_of_hash() const {
  if (!hash_) return {};
  return fmt::format("features hashed to {} indices: {} used, {} by more than one feature",
                     std::uint64_t{1} << hash_->bits, hash_->used(), hash_->collisions());
}

RowTransform::RowTransform(TransformParams params) : params_(std::move(params)) {
  if (params_.then.size() + 1 > kMostScalings)
    throw std::invalid_argument(fmt::format("rows are scaled at most {} times, not {}",
                                            kMostScalings, params_.then.size() + 1));
  scalings_.push_back(scaling_of(params_.scale));
  for (const auto then : params_.then) scalings_.push_back(scaling_of(then));
  if (params_.hash_bits > FeatureHash::kMostBits)
    throw std::invalid_argument(fmt::format("features are hashed to at most {} bits, not {}",
                                            FeatureHash::kMostBits, params_.hash_bits));
  if (params_.hash_bits > 0) hash_.emplace().bits = params_.hash_bits;
  if (params_.fourier.features > 0) fourier_.emplace(params_.fourier);
}

std::span<double> RowTransform::scaled(std::size_t scalings, std::span<const std::uint32_t> index,
                                       std::span<const double> value) {
  const std::size_t bias = params_.bias ? 1 : 0;
  value_.assign(bias, 1.0);
  value_.insert(value_.end(), value.begin(), value.end());
  const auto row = std::span<double>(value_).subspan(bias);
  for (std::size_t k = 0; k < scalings; ++k) scale(scalings_[k], index, row);
  return row;
}

void RowTransform::fit(std::span<const std::uint32_t> index, std::span<const double> value) {
  const auto last = std::find_if(scalings_.rbegin(), scalings_.rend(), learns);
  const auto learning =
      static_cast<std::size_t>(scalings_.rend() - last);  // up to the last scaling that learns
  if (learning == 0) return;
  learn(scalings_.front(), index, value);
  if (learning == 1) return;  // the row need not be copied
  const auto row = scaled(1, index, value);
  for (std::size_t k = 1; k < learning; ++k) {
    if (k > 1) scale(scalings_[k - 1], index, row);
    learn(scalings_[k], index, row);
  }
}

bool RowTransform::fit(std::size_t k, std::span<const std::uint32_t> index,
                       std::span<const double> value) {
  if (!learns(scalings_[k])) return false;
  learn(scalings_[k], index, k == 0 ? value : scaled(k, index, value));
  return true;
}

RowTransform::View RowTransform::apply(std::span<const std::uint32_t> index,
                                       std::span<const double> value) {
  scaled(scalings_.size(), index, value);
  const bool sparse = !index.empty() || value.empty();
  const std::uint32_t bias = params_.bias ? 1 : 0;
  if (fourier_) {
    features_.assign(bias, 1.0);
    std::span<const double> row = std::span<const double>(value_).subspan(bias);
    if (hash_) {
      index_.clear();
      hashed_.clear();
      hash_->append(index, row, 0, index_, hashed_);
      index = index_;
      row = hashed_;
    }
    fourier_->append(index, row, features_);
    return {{}, features_};
  }
  if (!sparse && !hash_) return {{}, value_};
  index_.assign(bias, 0);
  if (hash_) {
    hashed_.assign(bias, 1.0);
    hash_->append(index, std::span<const double>(value_).subspan(bias), bias, index_, hashed_);
    return {index_, hashed_};
  }
  for (const std::uint32_t j : index) index_.push_back(j + bias);
  return {index_, value_};
}

}  // namespace querent
