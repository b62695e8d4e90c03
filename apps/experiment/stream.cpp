// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/experiment/stream.hpp>

#include <algorithm>
#include <chrono>

#include <fmt/format.h>

#include <querent/apps/experiment/erased_values.hpp>
#include <querent/apps/terminal/interrupt.hpp>
#include <querent/apps/terminal/progress.hpp>
#include <querent/datasets/vectors/vector_data.hpp>
#include <querent/learners/error_estimate.hpp>

namespace querent::apps {

namespace {

constexpr std::uint64_t kReportEvery = 64;

// Rounds at which the curves have a point: every step-th, the step doubled when there are many.
class Checkpoints {
 public:
  static constexpr std::size_t kMost = 2000;
  bool due(std::uint64_t round) const { return round % step_ == 0; }
  // Whether every second point has to go.
  bool thin(std::size_t points) {
    if (points < kMost) return false;
    step_ *= 2;
    return true;
  }

 private:
  std::uint64_t step_ = 1;
};

// Points 1, 3, 5, … stay: the rounds that are multiples of the doubled step.
void keep_every_second(std::vector<std::uint32_t>& values) {
  for (std::size_t k = 1; k < values.size(); k += 2) values[k / 2] = values[k];
  values.resize(values.size() / 2);
}

void count(RunResult& run, const Round& round, int num_classes) {
  run.tally.add(round);
  if (num_classes == 2) run.confusion.count(round.label, round.prediction.label);
}

struct Player {
  LearnerValue learner;
  QueryValue rule;
  Rng rng;
  ErrorEstimate estimate = {};
};

}  // namespace

StreamClasses::StreamClasses(const std::string& source,
                             const std::optional<std::vector<std::string>>& known,
                             const ClassFilter& filter) {
  std::vector<std::string> all;
  ClassFilter named = filter;
  if (known) {
    all = *known;
  } else {
    const bool rest =
        !filter.positive.empty() &&
        (filter.negative.empty() || filter.negative == std::vector<std::string>{"rest"});
    for (const auto* names : {&filter.classes, &filter.positive, &filter.negative}) {
      if (rest && names == &filter.negative) continue;
      for (const auto& name : *names) {
        if (std::find(all.begin(), all.end(), name) == all.end()) all.push_back(name);
      }
    }
    std::sort(all.begin(), all.end(), class_name_less);
    if (rest && filter.classes.empty()) other_ = 0;
  }
  const ClassTask task = class_task(source, all, named);
  names_ = task.names;
  for (std::size_t c = 0; c < all.size(); ++c) class_of_.emplace(all[c], task.class_of[c]);
  if (names_.size() < 2) {
    throw UsageError(
        "a stream must be told its classes before the first row — name them all with --classes, or "
        "those of one side with --positive");
  }
}

int StreamClasses::of(const std::string& label) const {
  const auto found = class_of_.find(label);
  return found == class_of_.end() ? other_ : found->second;
}

StreamResult run_stream(RowStream& rows, const StreamClasses& classes, std::size_t dim,
                        RowTransform transform, const std::vector<Entry>& entries,
                        const ExperimentOptions& options,
                        const std::function<void(const StreamedRow&)>& say, Progress* progress) {
  const Task task{.dim = dim,
                  .num_classes = static_cast<int>(classes.names().size()),
                  .encoding = options.encoding};
  StreamResult result;
  auto& results = result.experiment.results;
  std::vector<Player> players;
  for (const auto& [name, contestant] : entries) {
    results.push_back({.name = name, .contestant = contestant, .runs = {}, .predictions = {}});
    results.back().runs.resize(1);
    results.back().runs.front().positive_weight = options.positive_weight;
    players.push_back({LearnerValue(contestant.make_learner(task)),
                       QueryValue(contestant.make_query(task)),
                       make_rng(options.seed, 0, Stream::kQuery)});
  }
  const bool transforms =
      transform.params().scale != TransformParams::Scale::kNone || transform.params().bias;
  std::vector<int> class_of;  // by the stream's label
  Checkpoints checkpoints;
  std::uint64_t round_number = 0, reported = 0;
  const auto play_all = [&](const auto& x, int label) {
    for (std::size_t k = 0; k < players.size(); ++k) {
      Player& player = players[k];
      RunResult& run = results[k].runs.front();
      StreamedRow said{.contestant = k, .number = result.rows, .label = label, .round = {}};
      if (label == kNoClass) {
        said.round.prediction = player.learner.predict(x);
      } else {
        said.round = play_round(player.learner, player.rule, x, label, player.rng);
        count(run, said.round, task.num_classes);
        player.estimate.add(said.round.probability, said.round.asked,
                            said.round.asked && said.round.mistake);
      }
      if (say) say(said);
    }
  };
  const auto start = std::chrono::steady_clock::now();
  for (LabelledRow row; rows.next(row);) {
    ++result.rows;
    if (result.rows % kReportEvery == 0) {
      check_interrupt();
      if (progress != nullptr) {
        progress->add_rounds(round_number - reported, 0, 0);
        reported = round_number;
      }
    }
    if (row.labels.size() > 1) {
      throw DataError({rows.name(), row.line, 1},
                      "expected one label, found several — a stream of label sets is not learned");
    }
    for (std::size_t c = class_of.size(); c < rows.label_names().size(); ++c)
      class_of.push_back(classes.of(rows.label_names()[c]));
    const int label = row.labels.empty() ? kNoClass : class_of[row.labels.front()];
    if (label == kNoClass && !row.labels.empty()) {
      ++result.left_out;
      continue;
    }
    RowTransform::View x{row.index, row.value};
    if (transforms) {
      transform.fit(row.index, row.value);
      x = transform.apply(row.index, row.value);
    }
    if (rows.layout() == RowLayout::kDense) {
      play_all(DenseRow{x.value}, label);
    } else {
      play_all(SparseRow{x.index, x.value}, label);
    }
    if (label == kNoClass) {
      ++result.unlabelled;
      continue;
    }
    ++round_number;
    if (!options.keep_curves || !checkpoints.due(round_number)) continue;
    result.experiment.checkpoints.push_back(static_cast<std::uint32_t>(round_number));
    for (auto& contestant : results) {
      RunResult& run = contestant.runs.front();
      run.mistakes.push_back(static_cast<std::uint32_t>(run.tally.mistakes));
      run.queries.push_back(static_cast<std::uint32_t>(run.tally.queries));
    }
    if (!checkpoints.thin(result.experiment.checkpoints.size())) continue;
    keep_every_second(result.experiment.checkpoints);
    for (auto& contestant : results) {
      keep_every_second(contestant.runs.front().mistakes);
      keep_every_second(contestant.runs.front().queries);
    }
  }
  const double seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  for (std::size_t k = 0; k < results.size(); ++k) {
    results[k].runs.front().seconds = seconds;
    results[k].runs.front().estimate = players[k].estimate.estimate();
  }
  return result;
}

}  // namespace querent::apps
