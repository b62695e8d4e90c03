// SPDX-License-Identifier: Apache-2.0
// The process of `auto` (session/auto.hpp) in a stream over a graph: it predicts each node when it
// comes, before its label, and takes the labels that the query rule asks for.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include <querent/learners/learner.hpp>
#include <querent/learners/session/auto/model.hpp>

namespace [[gnu::visibility("default")]] querent {

class StreamProcess {
 public:
  /// C ≥ 2 classes. Throws std::invalid_argument.
  StreamProcess(std::shared_ptr<const Kernels> kernels, int C);

  /// The most probable class of an item, and the margin Δ and variance r of its scores F.
  Prediction predict(std::uint32_t item) const;
  /// Adds a label that was asked for with this probability; 1: certainly, or volunteered. A label
  /// drawn with a probability below 1 counts as drawn uniformly. A second label of an item is
  /// ignored.
  void learn(std::uint32_t item, int y, double probability);
  const AutoModel& model() const { return model_; }

  template <class Self, class Fields>
  static void fields(Self& self, Fields&& field) {
    field("nodes", self.nodes_);
    field("labels", self.labels_);
    field("drawn", self.drawn_);
    field.must(self.labels_.size() == self.nodes_.size() &&
               self.drawn_.size() == self.nodes_.size());
    if constexpr (!std::is_const_v<Self>) {
      for (std::size_t k = 0; k < self.nodes_.size(); ++k)
        field.must(self.nodes_[k] < self.model_.size() && self.labels_[k] >= 0 &&
                   self.labels_[k] < self.model_.num_classes());
      field.must(self.restore());
    }
  }

 private:
  bool restore();

  AutoModel model_;
  std::vector<std::uint32_t> nodes_ = {};  // learned, in order
  std::vector<std::int32_t> labels_ = {};
  std::vector<std::uint8_t> drawn_ = {};
  std::vector<bool> known_;
};

}  // namespace querent
