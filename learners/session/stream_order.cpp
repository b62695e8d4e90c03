// SPDX-License-Identifier: Apache-2.0
#include <querent/learners/session/stream_order.hpp>

#include <numeric>
#include <stdexcept>
#include <utility>

namespace querent {

namespace {

std::vector<std::uint32_t> order_of(const Items& items, const SessionOptions& options) {
  std::vector<std::uint32_t> order = options.arrivals;
  if (order.empty()) {
    order.resize(items.size());
    std::iota(order.begin(), order.end(), 0u);
  }
  for (const std::uint32_t item : order) {
    if (item >= items.size()) throw std::invalid_argument("Session: an arrival is not an item");
  }
  if (options.shuffle) {
    Rng rng = make_rng(options.seed, options.run, Stream::kOrder);
    shuffle(order, rng);
  }
  return order;
}

AskingOptions asking_of(const SessionOptions& options) {
  AskingOptions asking;
  asking.stop_at_error = options.stop_at_error;
  if (options.budget) asking.budget = Budget{.amount = static_cast<double>(*options.budget)};
  return asking;
}

DatasetView unlabelled(const Items& items, std::span<const int> labels, int num_classes,
                       std::shared_ptr<const Kernels> kernels) {
  DatasetView examples = dataset_view_of(items, labels, num_classes);
  examples.kernels = std::move(kernels);
  return examples;
}

}  // namespace

StreamOrder::StreamOrder(const std::shared_ptr<const Items>& items,
                         std::shared_ptr<const Kernels> kernels, int num_classes,
                         const SessionOptions& options)
    : items_(items),
      no_labels_(std::make_shared<const std::vector<int>>(items->size(), -1)),
      examples_(std::make_shared<const DatasetView>(
          unlabelled(*items, *no_labels_, num_classes, std::move(kernels)))),
      order_(order_of(*items, options)),
      known_(items->size(), 0),
      online_(*examples_, learner_config(options.learner, options.query, options.params),
              options.encoding, asking_of(options), order_.size(),
              make_rng(options.seed, options.run, Stream::kQuery)) {}

bool StreamOrder::advance() {
  while (!open_ && next_ < order_.size()) {
    const std::uint32_t i = order_[next_];
    if (known_[i] != 0) {  // its label was volunteered before it came
      ++next_;
      continue;
    }
    round_ = online_.open(i);
    rounds_.push_back({.item = i,
                       .predicted = round_.prediction.label,
                       .margin = round_.prediction.margin,
                       .probability = round_.probability,
                       .asked = round_.asked});
    open_ = round_.asked;
    if (open_) break;
    online_.pass(round_);
    ++next_;
  }
  return open_;
}

std::vector<double> StreamOrder::probabilities() const {
  if (process() != nullptr) return process()->probabilities(item());
  return querent::probabilities(scores_of(*examples_, online_.learner(), item()),
                                inverse_temperature(scored_answers_));
}

void StreamOrder::end_round() {
  open_ = false;
  ++next_;
}

void StreamOrder::answer(std::uint32_t item, int y) {
  if (open_ && item == order_[next_]) {
    if (process() == nullptr)
      scored_answers_.push_back({scores_of(*examples_, online_.learner(), item), y});
    online_.close(item, round_, y);
    end_round();
  } else {
    online_.learn(item, y);
  }
  known_[item] = 1;
}

void StreamOrder::pass(std::uint32_t item) {
  if (!open_ || item != order_[next_]) return;
  round_.asked = false;  // unanswered
  rounds_.back().asked = false;
  online_.pass(round_);
  end_round();
}

RowMatrix StreamOrder::all_probabilities() const {
  if (process() != nullptr) return process()->all_probabilities();
  return softmax_rows(finished_scores(*examples_, online_.learner()),
                      inverse_temperature(scored_answers_));
}

}  // namespace querent
