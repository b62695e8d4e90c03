// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/experiment/tuning.hpp>

#include <stdexcept>

#include <querent/apps/terminal/interrupt.hpp>
#include <querent/learners/catalogue/values.hpp>

namespace querent::apps {

Folds::Folds(const std::vector<std::uint32_t>& stream, int folds, std::uint64_t seed,
             std::uint64_t repetition, Stream shuffled)
    : rows_(stream), folds_(static_cast<std::uint64_t>(folds)) {
  if (folds < 2) throw std::invalid_argument("cross-validation needs two folds or more");
  Rng rng = make_rng(seed, repetition, shuffled);
  shuffle(rows_, rng);
}

std::vector<std::uint32_t> Folds::training(int fold) const {
  std::vector<std::uint32_t> rows;
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    if (i % folds_ != static_cast<std::uint64_t>(fold)) rows.push_back(rows_[i]);
  }
  return rows;
}

std::vector<std::uint32_t> Folds::left_out(int fold) const {
  std::vector<std::uint32_t> rows;
  for (std::size_t i = static_cast<std::size_t>(fold); i < rows_.size(); i += folds_)
    rows.push_back(rows_[i]);
  return rows;
}

std::vector<RunResult> cross_validate(const DatasetView& examples, const LearnerConfig& config,
                                      int folds, std::uint64_t seed, const std::string& encoding) {
  const Task task{.dim = examples.dim, .num_classes = examples.num_classes, .encoding = encoding};
  const Folds split(examples.stream, folds, seed);
  std::vector<RunResult> results;
  for (int fold = 0; fold < folds; ++fold) {
    check_interrupt();
    LearnerValue learner(config.make_learner(task));
    QueryValue rule(config.make_query(task));
    Rng rng = make_rng(seed, static_cast<std::uint64_t>(fold), Stream::kQuery);
    RunResult result{};
    result.run = static_cast<std::uint64_t>(fold);
    std::visit(
        [&](const auto& rows) {
          result.tally = play(
              learner, rule, split.training(fold), [&](std::uint32_t i) { return rows[i]; },
              [&](std::uint32_t i) { return examples.labels[i]; }, rng, [](auto&&...) {});
          result.tally.rounds = result.tally.mistakes = 0;
          for (const std::uint32_t i : split.left_out(fold)) {
            const int y = examples.labels[i];
            const int predicted = at_row(i, [&] { return learner.predict(rows[i]).label; });
            ++result.tally.rounds;
            result.tally.mistakes += predicted != y;
            if (examples.num_classes == 2) result.confusion.count(y, predicted);
          }
        },
        examples.rows);
    results.push_back(std::move(result));
  }
  return results;
}

}  // namespace querent::apps
