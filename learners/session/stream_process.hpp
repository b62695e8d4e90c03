// SPDX-License-Identifier: Apache-2.0
// The process of `auto` (session/auto.hpp) in a stream over a graph: it predicts each node when it
// comes, before its label, and takes the labels that the query rule asks for.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

#include <querent/learners/learner.hpp>
#include <querent/learners/session/auto/model.hpp>

namespace [[gnu::visibility("default")]] querent {

class StreamProcess {
 public:
  /// C ≥ 2 classes. Throws std::invalid_argument.
  StreamProcess(std::shared_ptr<const Kernels> kernels, int C)
      : model_(std::move(kernels), C, AutoParams(), 0, false), known_(model_.size(), false) {}

  /// The most probable class of an item, and the margin Δ and variance r of its scores F.
  Prediction predict(std::uint32_t item) const {
    std::vector<double> f(static_cast<std::size_t>(model_.num_classes()));
    Prediction p = model_.predict(item, f);
    if (p.label < 0) return {.label = 0, .runner_up = 1, .uncertainty = p.uncertainty};
    // (5) without its bound on classes that have no answer: an item unlike all answers may be of them
    const std::vector<double> q = model_.unbounded_probabilities(f);
    const auto most = static_cast<int>(std::ranges::max_element(q) - q.begin());
    if (most != p.label) p.runner_up = std::exchange(p.label, most);
    return p;
  }
  /// Adds a label. A second label of an item is ignored.
  void learn(std::uint32_t item, int y) {
    if (known_[item]) return;
    known_[item] = true;
    model_.learn({item, y});
    model_.update();
  }
  const AutoModel& model() const { return model_; }

  template <class Self, class Fields>
  static void fields(Self& self, Fields&& field) {
    std::vector<std::uint32_t> nodes;  // learned, in order
    std::vector<std::int32_t> labels;
    for (std::size_t k = 0; k < self.model_.answers(); ++k) {
      const Answer& answer = self.model_.answer(k);
      nodes.push_back(answer.item);
      labels.push_back(answer.label);
    }
    field("nodes", nodes);
    field("labels", labels);
    field.must(labels.size() == nodes.size());
    if constexpr (!std::is_const_v<Self>) {
      for (std::size_t k = 0; k < nodes.size(); ++k) {
        field.must(nodes[k] < self.model_.size() && labels[k] >= 0 &&
                   labels[k] < self.model_.num_classes() && !self.known_[nodes[k]]);
        self.known_[nodes[k]] = true;
        self.model_.learn({nodes[k], labels[k]});
      }
      self.model_.update();
    }
  }

 private:
  AutoModel model_;
  std::vector<bool> known_;  // items with an answer
};

}  // namespace querent
