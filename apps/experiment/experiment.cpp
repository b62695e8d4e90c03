// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/experiment/experiment.hpp>

#include <algorithm>
#include <chrono>
#include <memory>
#include <utility>

#include <querent/apps/experiment/erased_values.hpp>
#include <querent/apps/experiment/final_model.hpp>
#include <querent/apps/experiment/parallel.hpp>
#include <querent/apps/terminal/interrupt.hpp>
#include <querent/apps/terminal/progress.hpp>

namespace querent::apps {

namespace {

constexpr std::size_t kCurvePoints = 1000;
constexpr std::uint64_t kReportEvery =
    64;  // rounds; ≤ 1 ms of work, so that an interrupt is seen at once

std::vector<std::uint32_t> checkpoints_of(std::size_t rounds) {
  const std::size_t points = std::min(rounds, kCurvePoints);
  std::vector<std::uint32_t> checkpoints(points);
  for (std::size_t k = 0; k < points; ++k) {
    checkpoints[k] = static_cast<std::uint32_t>((k + 1) * rounds / points);
  }
  return checkpoints;
}

std::size_t rounds_of(const Examples& examples, const ExperimentOptions& options) {
  const std::size_t all = examples.stream.size();
  return all - static_cast<std::size_t>(options.asking.hold_out * static_cast<double>(all));
}

// The rows that come, in their order, and those that only test.
struct Split {
  std::vector<std::uint32_t> order, held_out;
};

Split split_of(const Examples& examples, const ExperimentOptions& options, std::uint64_t run) {
  Split split{.order = examples.stream, .held_out = {}};
  if (const std::size_t rounds = rounds_of(examples, options); rounds < split.order.size()) {
    Rng rng = make_rng(options.seed, run, Stream::kHeldOut);
    shuffle(split.order, rng);
    split.held_out.assign(split.order.begin() + static_cast<std::ptrdiff_t>(rounds),
                          split.order.end());
    split.order.resize(rounds);
    std::sort(split.order.begin(), split.order.end());
  }
  if (options.random_order) {
    Rng rng = make_rng(options.seed, run, options.order_stream);
    shuffle(split.order, rng);
  }
  return split;
}

// Reports to the progress and checks for interrupts, now and then.
class Reporter {
 public:
  Reporter(Progress* progress, const Asker& asker) : progress_(progress), asker_(asker) {}
  void add(bool mistake, bool asked) {
    ++rounds_;
    mistakes_ += mistake;
    queries_ += asked;
    if (rounds_ == kReportEvery) flush();
  }
  void flush() {
    check_interrupt();
    if (progress_ != nullptr) progress_->add_rounds(rounds_, mistakes_, queries_);
    rounds_ = mistakes_ = queries_ = 0;
    if (progress_ != nullptr) progress_->say_estimate(asker_.estimate().estimate());
  }

 private:
  Progress* progress_;
  const Asker& asker_;
  std::uint64_t rounds_ = 0, mistakes_ = 0, queries_ = 0;
};

RunResult run_once(const Examples& examples, const Contestant& contestant,
                   const ExperimentOptions& options, std::uint64_t run,
                   const std::vector<std::uint32_t>& checkpoints,
                   std::vector<RowPrediction>* predictions, Progress* progress) {
  Split split = split_of(examples, options, run);
  const std::vector<std::uint32_t>& order = split.order;
  const Task task{.dim = examples.dim,
                  .num_classes = examples.num_classes,
                  .encoding = options.encoding,
                  .views = examples.views,
                  .rounds = order.size()};
  RunResult result;
  result.run = run;
  result.positive_weight = options.positive_weight;
  LearnerValue learner(contestant.make_learner(task));
  Asker rule(QueryValue(contestant.make_query(task)), options.asking, order.size(),
             examples.num_classes);
  Rng rng = make_rng(options.seed, run, Stream::kQuery);
  Reporter reporter(progress, rule);
  Judged judged{.held_out = std::move(split.held_out)};
  judged.asked.reserve(order.size());
  judged.never_asked.reserve(order.size());
  std::uint32_t round_number = 0, mistakes = 0, queries = 0;
  const auto observe = [&](std::uint32_t i, const Round& round) {
    ++round_number;
    mistakes += round.mistake;
    queries += round.asked;
    if (round.asked) {
      judged.asked.push_back(i);
    } else if (options.asking.final_model) {
      judged.never_asked.push_back(i);
    }
    if (examples.num_classes == 2 && examples.label_sets.empty())
      result.confusion.count(round.label, round.prediction.label);
    if (result.mistakes.size() < checkpoints.size() &&
        checkpoints[result.mistakes.size()] == round_number) {
      result.mistakes.push_back(mistakes);
      result.queries.push_back(queries);
    }
    if (predictions != nullptr) {
      (*predictions)[i] = {.round = round_number,
                           .predicted = round.prediction.label,
                           .margin = round.prediction.margin,
                           .asked = round.asked,
                           .final_class = 0};
    }
    reporter.add(round.mistake, round.asked);
  };
  const auto label = [&](std::uint32_t i) { return examples.labels[i]; };
  const auto labels = [&](std::uint32_t i) { return LabelSet(examples.label_sets[i]); };
  const auto start = std::chrono::steady_clock::now();
  std::visit(
      [&](const auto& rows) {
        const auto row = [&](std::uint32_t i) { return rows[i]; };
        if (!examples.label_sets.empty()) {
          result.tally = play_label_sets(learner, rule, order, row, labels, rng,
                                         result.ranking.emplace(), observe);
        } else if (options.asking.late()) {
          result.tally =
              play_late(learner, rule, order, row, label, rng, options.asking.labels, observe);
        } else {
          result.tally = play(learner, rule, order, row, label, rng, observe);
        }
      },
      examples.rows);
  result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  result.support_vectors = learner.support_vectors();
  reporter.flush();
  result.estimate = rule.estimate().estimate();
  const bool judges = options.asking.final_model || !judged.held_out.empty();
  if (!judges && predictions == nullptr) return result;
  const FinalModel final_model(examples, learner, judged.asked);
  if (judges) judge(examples, final_model, judged, result);
  if (predictions != nullptr) {
    std::visit(
        [&](const auto& rows) {
          for (std::uint32_t i = 0; i < predictions->size(); ++i) {
            if (i % kReportEvery == 0) check_interrupt();
            const Prediction p = learner.predict(rows[i]);
            RowPrediction& said = (*predictions)[i];
            said.final_class = final_model(i);
            if (said.round > 0) continue;
            said.predicted = said.final_class;
            said.margin = p.margin;
          }
        },
        examples.rows);
  }
  return result;
}

void check_label_sets(const Examples& examples, const std::vector<Entry>& entries,
                      const ExperimentOptions& options) {
  if (examples.label_sets.empty()) return;
  if (options.asking.late() || options.asking.final_model || options.asking.hold_out > 0)
    throw UsageError("--batch, --delay, --final and --hold-out have no meaning for label sets");
  const Task task{
      .dim = examples.dim, .num_classes = examples.num_classes, .encoding = options.encoding};
  for (const auto& [name, contestant] : entries) {
    if (contestant.make_learner(task)->takes_label_sets()) continue;
    throw UsageError(
        name +
        " learns one label a row, and rows here have several — take M-DUOL, Max, Uniform, Prop, "
        "MIRA, kMPA-I or kMPA-II");
  }
}

}  // namespace

ExperimentResult run_experiment(const Examples& examples, const std::vector<Entry>& entries,
                                const ExperimentOptions& options, Progress* progress) {
  check_label_sets(examples, entries, options);
  ExperimentResult experiment;
  if (options.keep_curves) experiment.checkpoints = checkpoints_of(rounds_of(examples, options));
  for (const auto& [name, contestant] : entries) {
    experiment.results.push_back(
        {.name = name, .contestant = contestant, .runs = {}, .predictions = {}});
    experiment.results.back().runs.resize(options.runs);
    if (options.keep_predictions)
      experiment.results.back().predictions.resize(examples.labels.size());
  }
  parallel_for(entries.size() * options.runs, options.threads, [&](std::size_t item) {
    ContestantResult& result = experiment.results[item / options.runs];
    const std::uint64_t run = item % options.runs;
    result.runs[run] =
        run_once(examples, result.contestant, options, run, experiment.checkpoints,
                 run == 0 && options.keep_predictions ? &result.predictions : nullptr, progress);
  });
  return experiment;
}

}  // namespace querent::apps
