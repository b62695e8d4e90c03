// SPDX-License-Identifier: Apache-2.0
// The normalised rule of Widrow and Hoff (1960):  w_{t+1} = w_t + η (y_t − w_t·x_t) x_t / x_t·x_t
#include <querent/learners/catalogue/files.hpp>

#include <querent/learners/catalogue/specs.hpp>
#include <querent/learners/linear/grow.hpp>

namespace querent {

namespace {

struct WidrowHoffParams {
  double eta = 1;

  static void params(auto& self, auto&& each) {
    each("eta", self.eta, Range{0, 2}, "η, learning rate");
  }
};

class WidrowHoff {
 public:
  using Params = WidrowHoffParams;
  static constexpr UpdateCard card(const Params& = {}) { return {.words = "Widrow–Hoff"}; }

  explicit WidrowHoff(std::size_t dim = 0, Params params = {})
      : params_(valid(params, "Widrow-Hoff")), w_(dim) {}

  Prediction predict(const Row auto& x) const { return predict_from_sign(dot(w_, x)); }

  bool update(const Row auto& x, int label, double weight = 1) {
    const double length = squared_norm(x);
    if (length == 0) return false;
    const double missing = sign_of(label) - dot(w_, x);
    grow(w_, x.dim());
    add_scaled(w_, weight * params_.eta * missing / length, x);
    return missing != 0;
  }

  static void fields(auto& self, auto&& field) {
    field.is("WidrowHoff");
    same_params(self.params_, field);
    field("w", self.w_);
  }

 private:
  Params params_;
  std::vector<double> w_;
};

}  // namespace

std::vector<LearnerSpec> widrow_hoff() {
  return {linear_row<WidrowHoff>(
      {"Widrow-Hoff", "linear", "Widrow & Hoff, 1960", "Asks for every label.", "all"}, {})};
}

}  // namespace querent
