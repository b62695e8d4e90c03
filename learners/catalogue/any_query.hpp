// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include <querent/learners/learner.hpp>
#include <querent/learners/models/field_reader.hpp>
#include <querent/learners/models/field_writer.hpp>

namespace [[gnu::visibility("default")]] querent {

/// A query rule whose type is known only at run time.
class AnyQuery {
 public:
  virtual ~AnyQuery() = default;
  virtual double probability(const Prediction& p) const = 0;
  /// The score by which a budget ranks rounds: the rule's own urgency, or its probability.
  virtual double urgency(const Prediction& p) const = 0;
  virtual void observe(const Prediction& p, const Outcome& outcome) = 0;
  /// Takes a label that arrives late; does nothing for a rule that does not adapt to answers.
  virtual void learned(double probability, bool mistake) = 0;
  virtual std::unique_ptr<AnyQuery> clone() const = 0;
  /// Write the state to the fields of a model file, and read it back. Throw ModelError.
  virtual void keep(FieldWriter& field) const = 0;
  virtual void restore(const FieldReader& field) = 0;
};

template <QueryRule Q>
class ErasedQuery final : public AnyQuery {
 public:
  explicit ErasedQuery(Q rule) : rule_(std::move(rule)) {}
  double probability(const Prediction& p) const override { return rule_.probability(p); }
  double urgency(const Prediction& p) const override {
    if constexpr (requires { rule_.urgency(p); }) {
      return rule_.urgency(p);
    } else {
      return rule_.probability(p);
    }
  }
  void observe(const Prediction& p, const Outcome& outcome) override {
    if constexpr (requires { rule_.observe(p, outcome); }) rule_.observe(p, outcome);
  }
  void learned(double probability, bool mistake) override {
    if constexpr (requires { rule_.learned(probability, mistake); })
      rule_.learned(probability, mistake);
  }
  std::unique_ptr<AnyQuery> clone() const override { return std::make_unique<ErasedQuery>(*this); }
  void keep(FieldWriter& field) const override { Q::fields(rule_, field); }
  void restore(const FieldReader& field) override { Q::fields(rule_, field); }

 private:
  Q rule_;
};

}  // namespace querent
