// SPDX-License-Identifier: Apache-2.0
// The class of an item by opinions on similar items, before any answer: part (9) of
// session/auto.hpp.
//
// μ is the mean of the process with the targets q and constant noise, μ₋ᵢ without item i's own:
//
//   S_i = t μ₋ᵢ,   q_ik ∝ L_ik e^(S_ik),   L and M as in auto/opinions.hpp
#pragma once

#include <cstdint>

#include <querent/learners/session/auto.hpp>
#include <querent/learners/session/auto/kernels.hpp>
#include <querent/learners/session/items.hpp>

namespace [[gnu::visibility("default")]] querent {

/// S of every item, n × C. `opinions`: as for Opinions. O(n·D² + n·D·C) with D columns of the
/// kernels of s = 2; a uniform sample if there are more than params.candidates opinions.
RowMatrix similar_opinions(const Kernels& kernels, const SparseItems& opinions, int C,
                           const AutoParams& params, std::uint64_t seed);

}  // namespace querent
