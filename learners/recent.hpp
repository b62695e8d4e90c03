// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <type_traits>
#include <utility>

namespace querent {

/// A value of the latest labels alone, for streams that change (catalogue/weighed_learner.hpp). With
/// N > 0 it has seen between N and 2N labels: a second value sees what it sees, takes its place after
/// every N labels, and is followed by one that has seen nothing. With N = 0 nothing is forgotten.
template <class Value>
class Recent {
 public:
  explicit Recent(std::uint64_t N = 0, Value fresh = {})
      : N_(N), value_(fresh), next_(fresh), fresh_(std::move(fresh)) {}

  /// Calls see(value) for both values; `labelled`: what they see is a label. Returns the result for
  /// value().
  template <class See>
  auto see(bool labelled, See&& see) {
    if constexpr (std::is_void_v<std::invoke_result_t<See&, Value&>>) {
      see(value_);
      follow(labelled, see);
    } else {
      const auto seen = see(value_);
      follow(labelled, see);
      return seen;
    }
  }

  const Value& value() const { return value_; }

  static void fields(auto& self, auto&& field) {
    Value::fields(self.value_, field);
    if (self.N_ == 0) return;
    field("forget_next", self.next_);
    field("forget_labels", self.labels_);
    field.must(self.labels_ < self.N_);
  }

 private:
  void follow(bool labelled, auto& see) {
    if (N_ == 0) return;
    see(next_);
    if (!labelled || ++labels_ < N_) return;
    value_ = std::exchange(next_, fresh_);
    labels_ = 0;
  }

  std::uint64_t N_, labels_ = 0;  // labels since `next_` was begun
  Value value_, next_, fresh_;
};

}  // namespace querent
