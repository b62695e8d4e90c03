// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>
#include <vector>

#include <querent/datasets/vectors/transform/feature_hash.hpp>
#include <querent/datasets/vectors/transform/fourier_features.hpp>
#include <querent/datasets/vectors/transform/min_max.hpp>
#include <querent/datasets/vectors/transform/standard.hpp>
#include <querent/datasets/vectors/transform/unit_norm.hpp>

namespace [[gnu::visibility("default")]] querent {

/// Transformation of rows before learning.
struct TransformParams {
  /// See UnitNorm, MinMax and Standard.
  enum class Scale { kNone, kUnit, kMinMax, kStandard };
  Scale scale = Scale::kNone;  ///< applied first
  bool bias = false;  ///< inserts a constant 1 as feature 0; the others move up by one, so that a
                      ///< stream may grow
  std::vector<Scale> then = {};  ///< applied after `scale`, in this order
  unsigned hash_bits =
      0;  ///< FeatureHash to 2^hash_bits sparse features after scaling; 0: no hashing

  FourierFeatures::Params fourier =
      {};  ///< dense Fourier features after scaling and hashing; 0: not used

  /// True if rows are not changed.
  bool nothing() const {
    return scale == Scale::kNone && then.empty() && !bias && hash_bits == 0 &&
           fourier.features == 0;
  }
  /// True if transformed rows are dense when the input rows are.
  bool makes_dense(bool dense) const { return fourier.features > 0 || (dense && hash_bits == 0); }
  /// True if the number of features is known before the first row.
  bool tells_features() const { return fourier.features > 0 || hash_bits > 0; }
  /// "standard,unit"
  std::string scale_names() const;
  /// The steps that are omitted for sparse rows, in one sentence; empty if none.
  std::string note_of_sparse() const;
};

/// "none", "unit", "minmax", "standard"
std::string_view to_string(TransformParams::Scale scale);

/// Applies the scalings in order, then the hash, then random Fourier features, then the bias.
/// Stored with a model, it treats later rows in the same way.
class RowTransform {
 public:
  /// A transformed row.
  struct View {
    std::span<const std::uint32_t> index;  ///< empty if dense
    std::span<const double> value;         ///< one per index, or d values
  };
  /// A scaling and its fitted state.
  using Scaling = std::variant<std::monostate, UnitNorm, MinMax, Standard>;
  static constexpr std::size_t kMostScalings = 8;  ///< maximum length of a chain

  /// Starts unfitted. Throws std::invalid_argument for too long a chain, more than
  /// FeatureHash::kMostBits, and parameters that FourierFeatures rejects.
  explicit RowTransform(TransformParams params = {});

  /// Online fitting: each scaling learns from the row as transformed by the current state of those
  /// before it. `index` ascends, or is empty for a dense row.
  void fit(std::span<const std::uint32_t> index, std::span<const double> value);
  /// Fitting in passes over all rows: scaling k < num_scalings() learns from the row as transformed
  /// by the fitted scalings before it. False if it has nothing to learn.
  bool fit(std::size_t k, std::span<const std::uint32_t> index, std::span<const double> value);
  /// The transformed row; the view is valid until the next call. Layouts are kept, except that
  /// hashed rows are sparse and Fourier features dense.
  View apply(std::span<const std::uint32_t> index, std::span<const double> value);

  const TransformParams& params() const { return params_; }  ///< as given
  /// Number of features of a transformed row, given `features` of the original.
  std::uint64_t features_of(std::uint64_t features) const {
    const std::uint64_t hashed = hash_ ? std::uint64_t{1} << hash_->bits : features;
    return (fourier_ ? fourier_->params().features : hashed) + (params_.bias ? 1 : 0);
  }
  /// The number of hash collisions in one sentence; empty without hashing.
  std::string note_of_hash() const;
  std::size_t num_scalings() const { return scalings_.size(); }

  /// The state stored in a model file (learners/state.hpp): the fitted values and the steps. A
  /// chain is stored as a scale that earlier minor versions do not know and reject.
  template <class Self, class Fields>
  static void fields(Self& self, Fields&& field) {
    using Scale = TransformParams::Scale;
    constexpr auto kChain = static_cast<Scale>(static_cast<int>(Scale::kStandard) + 1);
    TransformParams params = self.params_;
    std::vector<std::uint8_t> chain;
    if (!params.then.empty()) {
      chain.push_back(static_cast<std::uint8_t>(params.scale));
      for (const Scale scale : params.then) chain.push_back(static_cast<std::uint8_t>(scale));
      params.scale = kChain;
    }
    field("scale", params.scale);
    field("bias", params.bias);
    if (params.scale == kChain) field("scales", chain);
    if constexpr (!std::is_const_v<Self>) {
      params.then.clear();
      if (params.scale == kChain) {
        field.must(chain.size() >= 2 && chain.size() <= kMostScalings);
        params.scale = static_cast<Scale>(chain.front());
        for (std::size_t k = 1; k < chain.size(); ++k)
          params.then.push_back(static_cast<Scale>(chain[k]));
      }
      const auto known = [](Scale s) { return s >= Scale::kNone && s <= Scale::kStandard; };
      field.must(known(params.scale));
      for (const Scale scale : params.then) field.must(known(scale));
      self = RowTransform(params);
    }
    for (std::size_t k = 0; k < self.scalings_.size(); ++k) {
      const std::string number = k == 0 ? "" : std::to_string(k + 1);
      if (auto* min_max = std::get_if<MinMax>(&self.scalings_[k]))
        field("minmax" + number, *min_max);
      if (auto* standard = std::get_if<Standard>(&self.scalings_[k]))
        field("standard" + number, *standard);
    }
    field("hash", self.hash_);
    field("fourier", self.fourier_);
    if constexpr (!std::is_const_v<Self>) {
      self.params_.hash_bits = self.hash_ ? self.hash_->bits : 0;
      self.params_.fourier = self.fourier_ ? self.fourier_->params() : FourierFeatures::Params{};
    }
  }

 private:
  // The row after the first `scalings`, copied after the bias in value_.
  std::span<double> scaled(std::size_t scalings, std::span<const std::uint32_t> index,
                           std::span<const double> value);

  TransformParams params_;
  std::vector<Scaling> scalings_;
  std::optional<FeatureHash> hash_;
  std::optional<FourierFeatures> fourier_;
  std::vector<std::uint32_t> index_;
  std::vector<double> value_, hashed_, features_;
};

}  // namespace querent
