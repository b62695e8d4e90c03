// SPDX-License-Identifier: Apache-2.0
#include <querent/learners/session/stream_engine.hpp>

#include <algorithm>
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

DatasetView view_of(const Items& items, int num_classes, std::shared_ptr<const Kernels> kernels) {
  DatasetView examples = dataset_view_of(items, num_classes);
  examples.kernels = std::move(kernels);
  return examples;
}

std::shared_ptr<const Kernels> kernels_of(const std::shared_ptr<const Items>& items,
                                          const SessionOptions& options) {
  if (items->graph == nullptr || !find_learner(options.learner).views) return nullptr;
  return std::make_shared<const Kernels>(items, options.threads, options.model, options.go_on);
}

}  // namespace

StreamEngine::StreamEngine(std::shared_ptr<const Items> items,
                           std::shared_ptr<const SessionOptions> how, const LabelState& labels)
    : StreamEngine(items, kernels_of(items, *how), how, labels) {}

StreamEngine::StreamEngine(std::shared_ptr<const Items> items,
                           std::shared_ptr<const Kernels> kernels,
                           std::shared_ptr<const SessionOptions> how, const LabelState& labels)
    : EngineDefaults(std::move(how), labels),
      items_(std::move(items)),
      examples_(
          std::make_shared<const DatasetView>(view_of(*items_, num_classes(), std::move(kernels)))),
      order_(order_of(*items_, options())),
      known_(items_->size(), 0),
      online_(*examples_, learner_config(options().learner, options().query, options().params),
              options().encoding, asking_of(options()), order_.size(),
              make_rng(options().seed, options().run, Stream::kQuery)) {}

void StreamEngine::restart(std::shared_ptr<const SessionOptions> how, const LabelState& labels) {
  *this = StreamEngine(items_, examples_->kernels, std::move(how), labels);
}

void StreamEngine::apply(const Event& event) {
  if (event.kind == Event::Kind::kQuestion) {
    advance();
  } else if (event.kind == Event::Kind::kAnswer) {
    answer(event.answer);
  } else if (event.kind == Event::Kind::kSkip || event.kind == Event::Kind::kDoNotKnow) {
    pass(event.answer.item);
    if (event.kind == Event::Kind::kDoNotKnow) known_[event.answer.item] = 1;
  }
}

std::optional<Ending> StreamEngine::ending(const LabelState& labels) {
  if (advance()) return std::nullopt;
  if (online_.rule().stopped()) return Ending::kGoal;
  return options().budget && labels.asked() >= *options().budget ? Ending::kBudget
                                                                 : Ending::kNothingLeft;
}

// Does nothing while a question is open.
bool StreamEngine::advance() {
  while (!open_ && next_ < order_.size()) {
    const std::uint32_t i = order_[next_];
    if (known_[i] != 0) {  // labelled or excluded before it came
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

Guess StreamEngine::predict(const PoolChoice& choice, const LabelState&) const {
  if (online_.process() != nullptr) return guess_of(online_.process()->probabilities(choice.item));
  return {.label = round_.prediction.label,
          .p = probabilities(scores_of(*examples_, online_.learner(), choice.item),
                             inverse_temperature(scored_answers_))};
}

void StreamEngine::end_round() {
  open_ = false;
  ++next_;
}

// Adds a label, of the item of the open question or of any other.
void StreamEngine::answer(const Answer& answer) {
  const auto& [item, y] = answer;
  if (open_ && item == order_[next_]) {
    if (online_.process() == nullptr)
      scored_answers_.push_back({scores_of(*examples_, online_.learner(), item), y});
    online_.close(item, round_, y);
    end_round();
  } else {
    online_.learn(item, y);
  }
  known_[item] = 1;
}

// Ends the open question without a label, if it is about the item.
void StreamEngine::pass(std::uint32_t item) {
  if (!open_ || item != order_[next_]) return;
  round_.asked = false;  // unanswered
  rounds_.back().asked = false;
  online_.pass(round_);
  end_round();
}

RowMatrix StreamEngine::predict_all(const LabelState&) const {
  if (online_.process() != nullptr) return online_.process()->all_probabilities();
  NodeScores F(items_->size(), num_classes());
  for (std::uint32_t i = 0; i < items_->size(); ++i)
    std::ranges::copy(scores_of(*examples_, online_.learner(), i), F.row(i).begin());
  return softmax_rows(std::move(F), inverse_temperature(scored_answers_));
}

}  // namespace querent
