// SPDX-License-Identifier: Apache-2.0
// Queries if the margin is at most s: the rule threshold without its halving.
#include <querent/learners/catalogue/files.hpp>

#include <querent/learners/catalogue/specs.hpp>

namespace querent {

namespace {

class BandQuery {
 public:
  struct Params {
    double s = 0.5;

    static void params(auto& self, auto&& each) {
      each("s", self.s, kNotNegative, "s, half the width of the band, in units of a margin");
    }
  };

  explicit BandQuery(Params params) : params_(valid(params, "band")) {}
  double probability(const Prediction& p) const { return p.margin <= params_.s ? 1 : 0; }

  static void fields(auto& self, auto&& field) {
    field.is("band");
    same_params(self.params_, field);
  }

 private:
  Params params_;
};

}  // namespace

std::vector<QuerySpec> band() {
  return {rule<BandQuery>("band", "", "Asks if the margin is at most s.")};
}

}  // namespace querent
