// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <type_traits>
#include <variant>
#include <vector>

#include <querent/datasets/vectors/transform/min_max.hpp>
#include <querent/datasets/vectors/transform/standard.hpp>
#include <querent/datasets/vectors/transform/unit_norm.hpp>

namespace [[gnu::visibility("default")]] querent {

/// What is done to rows before a learner sees them.
struct TransformParams {
  /// See UnitNorm, MinMax and Standard.
  enum class Scale { kNone, kUnit, kMinMax, kStandard };
  Scale scale = Scale::kNone;  ///< done first
  bool bias = false;  ///< feature 0 becomes a constant 1 and every other moves up by one, so that a
                      ///< stream may grow
};

/// Scaling, then the bias. A value: kept with a model, it gives later rows the same treatment.
/// Online, fit() and apply() are called in turn, so that a row is scaled by what was seen up to it;
/// in two passes, fit() is called for every row first.
class RowTransform {
 public:
  /// A transformed row.
  struct View {
    std::span<const std::uint32_t> index;  ///< empty where dense
    std::span<const double> value;         ///< one an index, or d of them
  };

  explicit RowTransform(TransformParams params = {});  ///< has learnt nothing yet

  /// Learns from a row: `index` ascends, or is empty where the row is dense.
  void fit(std::span<const std::uint32_t> index, std::span<const double> value);
  /// The transformed row; the view holds until the next call. Dense rows stay dense and sparse rows
  /// sparse.
  View apply(std::span<const std::uint32_t> index, std::span<const double> value);

  const TransformParams& params() const { return params_; }  ///< as they were given
  /// What was learnt, for a model file.
  const std::variant<std::monostate, UnitNorm, MinMax, Standard>& scaling() const {
    return scaling_;
  }
  /// What was learnt, to be restored.
  std::variant<std::monostate, UnitNorm, MinMax, Standard>& scaling() { return scaling_; }

  /// What a model file keeps of it (learners/state.hpp): what was learnt, and what is done.
  template <class Self, class Fields>
  static void fields(Self& self, Fields&& field) {
    TransformParams params = self.params_;
    field("scale", params.scale);
    field("bias", params.bias);
    if constexpr (!std::is_const_v<Self>) {
      field.must(params.scale >= TransformParams::Scale::kNone &&
                 params.scale <= TransformParams::Scale::kStandard);
      self = RowTransform(params);
    }
    if (auto* min_max = std::get_if<MinMax>(&self.scaling_)) field("minmax", *min_max);
    if (auto* standard = std::get_if<Standard>(&self.scaling_)) field("standard", *standard);
  }

 private:
  TransformParams params_;
  std::variant<std::monostate, UnitNorm, MinMax, Standard> scaling_;
  std::vector<std::uint32_t> index_;
  std::vector<double> value_;
};

}  // namespace querent
