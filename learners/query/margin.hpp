// SPDX-License-Identifier: Apache-2.0
// The margin rule: ask by how close the prediction is to the boundary.
//
// Cesa-Bianchi, Gentile, Zaniboni, Worst-Case Analysis of Selective Sampling for Linear
// Classification, JMLR 7, 2006 (parameter b); with the name δ in Lu, Zhao, Hoi, Machine Learning
// 103, 2016, §3.2, and for the gap of the best two classes there in §4.2.
//
//   P(Q_t = 1) = b / (b + |p_t|)
#pragma once

#include <stdexcept>

#include <querent/learners/learner.hpp>

namespace querent {

class MarginQuery {
 public:
  struct Params {
    double b = 1;  ///< b > 0, in units of a margin: the larger, the more labels
  };

  explicit MarginQuery(Params params) : b_(params.b) {
    if (!(b_ > 0)) throw std::invalid_argument("MarginQuery: b > 0 is needed");
  }

  double probability(const Prediction& p) const { return b_ / (b_ + p.margin); }

  template <class Self, class Fields>
  static void fields(Self& self, Fields&& field) {
    field.is("margin");
    field.same("b", self.b_);
  }

 private:
  double b_;
};
static_assert(QueryRule<MarginQuery>);

}  // namespace querent
