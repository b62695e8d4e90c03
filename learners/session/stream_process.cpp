// SPDX-License-Identifier: Apache-2.0
#include <querent/learners/session/stream_process.hpp>

#include <algorithm>
#include <utility>

#include <querent/learners/session/calibration.hpp>

namespace querent {

StreamProcess::StreamProcess(std::shared_ptr<const Kernels> kernels, int C)
    : model_(std::move(kernels), C, AutoParams(), 0, false), known_(model_.size(), false) {}

Prediction StreamProcess::predict(std::uint32_t item) const {
  std::vector<double> f(static_cast<std::size_t>(model_.num_classes()));
  Prediction p = model_.predict(item, f);
  if (p.label < 0) return {.label = 0, .runner_up = 1, .uncertainty = p.uncertainty};
  // (5) without its bound on classes that have no answer: an item unlike all answers may be of them
  const double null = model_.choice().null;
  const std::vector<double>& t = model_.temperature().t;
  std::vector<double> q = model_.class_prior();
  for (double& probability : q) probability *= null;
  for (const double each : t) {
    const std::vector<double> softmax = probabilities(f, each);
    for (std::size_t k = 0; k < q.size(); ++k)
      q[k] += (1 - null) * softmax[k] / static_cast<double>(t.size());
  }
  const auto most = static_cast<int>(std::ranges::max_element(q) - q.begin());
  if (most != p.label) p.runner_up = std::exchange(p.label, most);
  return p;
}

void StreamProcess::learn(std::uint32_t item, int y, double probability) {
  if (known_[item]) return;
  known_[item] = true;
  nodes_.push_back(item);
  labels_.push_back(y);
  drawn_.push_back(probability < 1);
  model_.learn({item, y, probability < 1});
  model_.update();
}

// Learns the labels of a file; false if a node has two.
bool StreamProcess::restore() {
  for (std::size_t k = 0; k < nodes_.size(); ++k) {
    if (known_[nodes_[k]]) return false;
    known_[nodes_[k]] = true;
    model_.learn({nodes_[k], labels_[k], drawn_[k] != 0});
  }
  model_.update();
  return true;
}

}  // namespace querent
