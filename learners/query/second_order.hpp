// SPDX-License-Identifier: Apache-2.0
// The rule of SEL-2nd: the margin rule of the second-order perceptron.
//
// Cesa-Bianchi, Gentile, Zaniboni, JMLR 7, 2006, the selective sampling second-order perceptron.
//
//   P(Q_t = 1) = b / (b + |p_t| + ½ p_t² (1 + x_tᵀ A_{t−1}⁻¹ x_t))
#pragma once

#include <stdexcept>

#include <querent/learners/learner.hpp>

namespace querent {

class SecondOrderQuery {
 public:
  struct Params {
    double b = 1;  ///< b > 0
  };

  explicit SecondOrderQuery(Params params) : b_(params.b) {
    if (!(b_ > 0)) throw std::invalid_argument("SecondOrderQuery: b > 0 is needed");
  }

  double probability(const Prediction& prediction) const {
    const double p = prediction.margin, r = prediction.uncertainty;
    return b_ / (b_ + p + 0.5 * p * p * (1 + r));
  }

  template <class Self, class Fields>
  static void fields(Self& self, Fields&& field) {
    field.is("second-order");
    field.same("b", self.b_);
  }

 private:
  double b_;
};
static_assert(QueryRule<SecondOrderQuery>);

}  // namespace querent
