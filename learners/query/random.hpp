// SPDX-License-Identifier: Apache-2.0
// Asks for labels at random, whatever the row: the baseline that every query rule must beat.
//
//   P(Q_t = 1) = p
#pragma once

#include <querent/learners/learner.hpp>
#include <querent/learners/param.hpp>

namespace querent {

class RandomQuery {
 public:
  struct Params {
    double p = 0.1;

    template <class Self, class Each>
    static void params(Self& self, Each&& each) {
      each("p", self.p, kShare, "query rate, the fraction of labels asked for");
    }
  };

  explicit RandomQuery(Params params) : params_(valid(params, "random")) {}

  double probability(const Prediction&) const { return params_.p; }

  template <class Self, class Fields>
  static void fields(Self& self, Fields&& field) {
    field.is("random");
    same_params(self.params_, field);
  }

 private:
  Params params_;
};

}  // namespace querent
