// SPDX-License-Identifier: Apache-2.0
// refused with: a learner must be copyable
#include "playing.hpp"

#include <memory>

struct Learner {
  Prediction predict(const DenseRow&) const { return {}; }
  bool update(const DenseRow&, int) { return false; }
#ifdef MISTAKE
  std::unique_ptr<int> model;
#endif
};

int main() {
  played(Learner{}, AskAll{});
}
