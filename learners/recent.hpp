// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace querent {

/// A statistic of the rounds since the model that predicts learnt its first label, for a learner that
/// forgets (catalogue/forgetting_learner.hpp); with N = 0, of all rounds. `Value` has
/// add(probability, asked, mistake).
template <class Value>
class Recent {
 public:
  explicit Recent(std::uint64_t N = 0) : N_(N) {}

  void add(double probability, bool asked, bool mistake) {
    value_.add(probability, asked, mistake);
    if (N_ == 0) return;
    next_.add(probability, asked, mistake);
    if (!asked || ++labels_ < N_) return;
    value_ = next_;
    next_ = Value{};
    labels_ = 0;
  }

  const Value& value() const { return value_; }

  template <class Self, class Fields>
  static void fields(Self& self, Fields&& field) {
    Value::fields(self.value_, field);
    if (self.N_ == 0) return;
    field("forget_next", self.next_);
    field("forget_labels", self.labels_);
    field.must(self.labels_ < self.N_);
  }

 private:
  std::uint64_t N_, labels_ = 0;
  Value value_, next_;
};

}  // namespace querent
