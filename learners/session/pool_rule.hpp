// SPDX-License-Identifier: Apache-2.0
// The interface of query rules in pool order, where any item may be the next query.
//
//   PoolChoice choose(const Pool& pool, Rng& rng)
//
// A rule sees the model, the answers and the items that may be asked, never a label that was not
// asked for. Its choice must depend on these and on `rng` alone, so that a session that is undone
// or loaded asks the same queries again. It may cache results that follow from the items, which
// never change.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string_view>

#include <querent/learners/random.hpp>
#include <querent/learners/session/items.hpp>

namespace [[gnu::visibility("default")]] querent {

class AutoModel;  // session/auto/model.hpp

/// The reason of a query.
enum class Why {
  kCover,   ///< covers the items, before there are answers to go by
  kUrgent,  ///< chosen by the session's rule
  kCheck,   ///< random check, for the error estimate
  kRelabel  ///< relabelling: its answer is probably wrong
};

/// "cover", "urgent", "check", "again"
std::string_view to_string(Why why);

/// The input of a rule.
struct Pool {
  const AutoModel& model;                 ///< fitted to all answers
  std::span<const Answer> answers;        ///< in order
  std::span<const std::uint8_t> may_ask;  ///< one per item; 0: may not be chosen
  std::uint64_t num_may_ask = 0;          ///< number of nonzero entries, at least 1
  std::optional<std::uint64_t> left;      ///< remaining labels of the budget; nullopt: no budget
  std::uint64_t open = 0;                 ///< number of pending queries
};

/// A choice of the next item.
struct PoolChoice {
  std::uint32_t item = 0;
  Why why = Why::kUrgent;
  double probability = 1;  ///< the probability of this choice
  bool uniform = false;    ///< drawn uniformly from all that may be asked; used for the estimate
};

/// Whether the items are the nodes of a graph without any further data.
bool graph_alone(const Items& items);

/// Number of answers per class that cover a pool, before random checks begin.
inline constexpr std::uint64_t kCoveringAnswersAClass = 2;
/// The same for `num_classes` classes; at least two classes are expected.
std::uint64_t covering_answers(std::size_t num_classes);

using PoolRule = std::function<PoolChoice(const Pool&, Rng&)>;

/// Draws uniformly from the `count` items that may be asked.
PoolChoice draw_from(std::span<const std::uint8_t> may_ask, std::uint64_t count, Why why, Rng& rng);
PoolChoice draw_from(const Pool& pool, Why why, Rng& rng);

}  // namespace querent
