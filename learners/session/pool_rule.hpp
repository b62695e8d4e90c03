// SPDX-License-Identifier: Apache-2.0
// Which item of a pool is asked next: the door for rules of which any item may be the next.
//
//   std::optional<PoolChoice> choose(const Pool& pool, Rng& rng)
//
// A rule sees the model, what was answered and which items may be asked, never a label that was not
// asked for. It must be determined by them and by `rng` alone: a session that is undone or loaded
// asks again with the same. It may keep what follows from the items, which never change.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include <querent/learners/random.hpp>
#include <querent/learners/session/auto/model.hpp>

namespace [[gnu::visibility("default")]] querent {

/// Why an item is asked for.
enum class Why {
  kCover,   ///< to cover the items before the model knows anything: labels play no part
  kUrgent,  ///< the rule of the session
  kCheck,   ///< drawn at random, for the estimate of the error
  kAgain    ///< its answer is probably wrong: it is asked again
};

/// What a rule chooses from.
struct Pool {
  const AutoModel& model;                 ///< knows every answer
  std::span<const Answer> answers;        ///< in their order
  std::span<const std::uint8_t> may_ask;  ///< one an item: 0 where it may not be chosen
  std::uint64_t num_may_ask = 0;          ///< how many are not 0, at least 1
  std::optional<std::uint64_t> left;      ///< labels of the budget that are left; none: no budget
  std::uint64_t open = 0;                 ///< questions whose answers are on their way
};

/// The next item.
struct PoolChoice {
  std::uint32_t item = 0;
  Why why = Why::kUrgent;
  double probability = 1;  ///< with which it was chosen from the pool
  bool uniform = false;    ///< every item that may be asked had the same: it serves the estimate
};

/// The item of the greatest value(i) of those that may be asked, values being 0 or more; the first
/// of several.
template <class Value>
std::uint32_t greatest_of(const Pool& pool, Value&& value) {
  std::uint32_t item = 0;
  double most = -1;
  for (std::uint32_t i = 0; i < pool.model.size(); ++i) {
    if (pool.may_ask[i] == 0) continue;
    const double v = value(i);
    if (v <= most) continue;
    most = v;
    item = i;
  }
  return item;
}

/// Whether the items are the nodes of a graph and nothing else is known about them.
bool graph_alone(const Items& items);

/// Number of answers per class that cover a pool, before random checks begin.
inline constexpr std::uint64_t kCoveringAnswersAClass = 2;
/// The same of `num_classes` classes, of which there will be two at least.
std::uint64_t covering_answers(std::size_t num_classes);

using PoolRule = std::function<PoolChoice(const Pool&, Rng&)>;

/// Each item that may be asked with the same probability, of which there are `count`.
PoolChoice draw_from(std::span<const std::uint8_t> may_ask, std::uint64_t count, Why why, Rng& rng);
PoolChoice draw_from(const Pool& pool, Why why, Rng& rng);

}  // namespace querent
