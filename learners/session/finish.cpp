// SPDX-License-Identifier: Apache-2.0
#include <querent/learners/session/finish.hpp>

#include <algorithm>
#include <atomic>
#include <utility>

#include <querent/datasets/error.hpp>
#include <querent/graph/parallel.hpp>

namespace querent {

std::optional<ScoresOverGraph> finished_over_graph(const DatasetView& examples,
                                                   const LearnerValue& learner,
                                                   std::span<const std::uint32_t> asked,
                                                   const OverGraphOptions& options) {
  if (examples.graph == nullptr || !learner.leaves_out()) return std::nullopt;
  constexpr std::uint64_t kCheckEvery = 1 << 14, kRows = 2048;
  constexpr double kScoring = 0.1;  // share of the progress
  const std::uint64_t n = examples.labels.size();
  const auto report = [&](double share) {
    if (options.progress && !options.progress(share)) throw Cancelled();
  };
  NodeScores Z(n, examples.num_classes);
  const auto say = [&](const LearnerValue& by, std::uint32_t i, int y) {
    Z.row(i) = at_row(i, [&] {
      return examples.with_row(i, [&](const auto& x) { return by.class_scores(x, y); });
    });
  };
  std::atomic<std::uint64_t> bad = n;  // the first row without a finite score
  for (std::uint64_t at = 0; at < n; at += kCheckEvery) {
    report(kScoring * static_cast<double>(at) / static_cast<double>(n));
    for_rows(
        options.threads, std::min(kCheckEvery, n - at), kRows,
        [&](std::uint64_t first, std::uint64_t last) {
          const LearnerValue own = learner;  // each thread has a copy, as predict() writes to it
          std::uint64_t i = at + first;
          try {
            for (; i < at + last; ++i) say(own, static_cast<std::uint32_t>(i), -1);
          } catch (const NotFinite&) {  // an exception must not leave its thread
            for (std::uint64_t known = bad; i < known && !bad.compare_exchange_weak(known, i);) {
            }
          }
        });
    if (bad < n) say(learner, static_cast<std::uint32_t>(bad), -1);  // throws
  }
  std::vector<LabelledNode> labelled;
  for (const std::uint32_t i : asked) {
    say(learner, i, examples.labels[i]);
    labelled.push_back({i, examples.labels[i]});
  }
  OverGraphOptions rest = options;
  rest.progress = [&](double share) {
    report(kScoring + (1 - kScoring) * share);
    return true;
  };
  return scores_over_graph(*examples.graph, std::move(Z), labelled, rest);
}

std::vector<double> scores_of(const DatasetView& examples, const LearnerValue& learner,
                              std::uint32_t i) {
  std::vector<double> f(static_cast<std::size_t>(examples.num_classes), 0);
  const auto say = [&](const auto& x) {
    if (learner.leaves_out()) {
      const Eigen::VectorXd scores = learner.class_scores(x);
      std::copy(scores.begin(), scores.end(), f.begin());
    } else {
      const Prediction p = learner.predict(x);
      f[static_cast<std::size_t>(p.label)] = p.margin;
    }
  };
  at_row(i, [&] { examples.with_row(i, say); });
  return f;
}

FinishedScores finished_scores(const DatasetView& unlabelled, const LearnerValue& learner,
                               std::span<const Answer> answers) {
  const std::size_t n = unlabelled.labels.size();
  std::vector<int> labels(n, -1);
  std::vector<std::uint32_t> asked;
  for (const auto& [item, label] : answers) {
    labels[item] = label;
    asked.push_back(item);
  }
  DatasetView examples = unlabelled;
  examples.labels = labels;
  if (auto over = finished_over_graph(examples, learner, asked))
    return {.F = std::move(over->scores), .t = over->blend.inverse_temperature};
  FinishedScores finished{.F = NodeScores(n, examples.num_classes)};
  for (std::uint32_t i = 0; i < n; ++i) {
    const std::vector<double> f = scores_of(examples, learner, i);
    for (std::size_t k = 0; k < f.size(); ++k) finished.F(i, static_cast<Eigen::Index>(k)) = f[k];
  }
  return finished;
}

}  // namespace querent
