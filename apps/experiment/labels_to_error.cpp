// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/experiment/labels_to_error.hpp>

#include <algorithm>

#include <querent/apps/terminal/interrupt.hpp>
#include <querent/learners/catalogue/values.hpp>

namespace querent::apps {

std::vector<ErrorAfter> errors_by_labels(const DatasetView& examples, const LearnerConfig& config,
                                         const std::vector<std::uint32_t>& training,
                                         const std::vector<std::uint32_t>& test, Rng rng,
                                         double enough) {
  const Task task{.dim = examples.dim, .num_classes = examples.num_classes};
  LearnerValue learner(config.make_learner(task));
  QueryValue rule(config.make_query(task));
  std::vector<ErrorAfter> errors;
  std::uint64_t labels = 0;
  std::visit(
      [&](const auto& rows) {
        const auto error = [&] {
          check_interrupt();
          const auto wrong = std::count_if(test.begin(), test.end(), [&](std::uint32_t i) {
            return at_row(i, [&] { return learner.predict(rows[i]).label; }) != examples.labels[i];
          });
          return static_cast<double>(wrong) / static_cast<double>(test.size());
        };
        errors.push_back({0, error()});
        for (const std::uint32_t i : training) {
          if (errors.back().error <= enough) return;
          const Round round = at_row(
              i, [&] { return play_round(learner, rule, rows[i], examples.labels[i], rng); });
          labels += round.asked;
          if (round.updated) errors.push_back({labels, error()});
        }
      },
      examples.rows);
  return errors;
}

std::optional<std::uint64_t> labels_to_reach(const std::vector<ErrorAfter>& errors,
                                             double threshold) {
  const auto first = std::find_if(errors.begin(), errors.end(),
                                  [&](const ErrorAfter& e) { return e.error <= threshold; });
  if (first == errors.end()) return std::nullopt;
  return first->labels;
}

}  // namespace querent::apps
