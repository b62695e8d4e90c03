// SPDX-License-Identifier: Apache-2.0
#include <querent/learners/session/stream_process.hpp>

#include <algorithm>
#include <utility>

namespace querent {

StreamProcess::StreamProcess(std::shared_ptr<const Kernels> kernels, int C)
    : model_(std::move(kernels), C, AutoParams(), 0, false), known_(model_.size(), false) {}

Prediction StreamProcess::predict(std::uint32_t item) const {
  std::vector<double> f(static_cast<std::size_t>(model_.num_classes()));
  Prediction p = model_.predict(item, f);
  if (p.label < 0) return {.label = 0, .runner_up = 1, .uncertainty = p.uncertainty};
  // (5) without its bound on classes that have no answer: an item unlike all answers may be of them
  const std::vector<double> q = model_.unbounded_probabilities(f);
  const auto most = static_cast<int>(std::ranges::max_element(q) - q.begin());
  if (most != p.label) p.runner_up = std::exchange(p.label, most);
  return p;
}

void StreamProcess::learn(std::uint32_t item, int y) {
  if (known_[item]) return;
  known_[item] = true;
  model_.learn({item, y});
  model_.update();
}

}  // namespace querent
