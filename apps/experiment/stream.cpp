// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/experiment/stream.hpp>

#include <chrono>
#include <limits>
#include <utility>

#include <querent/apps/experiment/checkpoint.hpp>
#include <querent/apps/experiment/run_state.hpp>
#include <querent/apps/terminal/interrupt.hpp>
#include <querent/apps/terminal/progress.hpp>
#include <querent/learners/catalogue/values.hpp>
#include <querent/learners/error_estimate.hpp>
#include <querent/learners/recent.hpp>

namespace querent::apps {

namespace {

constexpr std::uint64_t kRowsBetweenReports = 64;

// The rounds at which the curves have a point: every step-th; the step doubles when there are many.
class CurvePoints {
 public:
  static constexpr std::size_t kMost = 2000;
  bool due(std::uint64_t round) const { return round % step_ == 0; }
  // Whether every second point must be removed.
  bool thin(std::size_t points) {
    if (points < kMost) return false;
    step_ *= 2;
    return true;
  }

  static void fields(auto& self, auto&& field) {
    field("step", self.step_);
    field.must(self.step_ > 0);
  }

 private:
  std::uint64_t step_ = 1;
};

// Keeps points 1, 3, 5, …: the rounds that are multiples of the doubled step.
void keep_every_second(std::vector<std::uint32_t>& values) {
  for (std::size_t k = 1; k < values.size(); k += 2) values[k / 2] = values[k];
  values.resize(values.size() / 2);
}

// The state of one learner configuration between two rows.
struct StreamLearner : RunCounts {
  LearnerValue learner;
  QueryValue rule;
  Rng rng;
  Recent<ErrorEstimate> estimate = Recent<ErrorEstimate>{};
  std::optional<ScoreCalibration> calibration = {};
  double log_loss = 0;  // summed over the rounds

  StreamedRow play(const auto& x, int label, int num_classes) {
    StreamedRow played{.round = play_round(learner, rule, x, label, rng)};
    const Round& round = played.round;
    tally.add(round);
    by_class.count(round.label, round.mistake);
    if (calibration) played.probability = calibrate(*calibration, log_loss, round);
    if (num_classes == 2) confusion.count(round.label, round.prediction.label);
    estimate.see(round.asked, [&](ErrorEstimate& e) {
      e.add(round.probability, round.asked, round.asked && round.mistake);
    });
    played.round_number = tally.rounds;
    return played;
  }

  static void fields(auto& self, auto&& field) {
    field("learner", self.learner);
    field("rule", self.rule);
    field("rng", self.rng);
    field("estimate", self.estimate);
    field("tally", self.tally);
    field("confusion", self.confusion);
    field("by_class", self.by_class);
    field("calibration", self.calibration);
    field("log_loss", self.log_loss);
    field("mistakes", self.mistakes);
    field("queries", self.queries);
  }
};

// The state of the pass between two rows.
struct StreamState {
  std::vector<StreamLearner> players;
  RowTransform transform;
  CurvePoints due = {};
  std::vector<std::uint32_t> points = {};
  std::uint64_t rows = 0, rounds = 0, unlabelled = 0, left_out = 0;
  std::uint64_t written = 0;  // bytes of predictions.csv
  double seconds = 0;

  void add_point() {
    points.push_back(static_cast<std::uint32_t>(rounds));
    for (StreamLearner& player : players) player.add_point();
    if (!due.thin(points.size())) return;
    keep_every_second(points);
    for (StreamLearner& player : players) {
      keep_every_second(player.mistakes);
      keep_every_second(player.queries);
    }
  }

  static void fields(auto& self, auto&& field) {
    field("players", self.players);
    field("transform", self.transform);
    field("due", self.due);
    field("points", self.points);
    field("rows", self.rows);
    field("rounds", self.rounds);
    field("unlabelled", self.unlabelled);
    field("left_out", self.left_out);
    field("written", self.written);
    field("seconds", self.seconds);
    for (const StreamLearner& player : self.players) {
      field.must(player.mistakes.size() == self.points.size() &&
                 player.queries.size() == self.points.size());
    }
  }
};

StreamState first_state(const Task& task, const std::vector<NamedConfig>& configs,
                        const ExperimentOptions& options, RowTransform transform) {
  StreamState state{.players = {}, .transform = std::move(transform)};
  for (const auto& [name, config] : configs) {
    state.players.push_back({{},
                             LearnerValue(config.make_learner(task)),
                             QueryValue(config.make_query(task)),
                             make_rng(options.seed, 0, Stream::kQuery),
                             Recent<ErrorEstimate>(config.forget)});
    if (options.probabilities) state.players.back().calibration.emplace(task.num_classes);
  }
  return state;
}

// Skips the rows that a checkpoint contains.
void skip(RowStream& rows, std::uint64_t count) {
  LabelledRow row;
  for (std::uint64_t i = 0; i < count; ++i) {
    if (i % kRowsBetweenReports == 0) check_interrupt();
    if (!rows.next(row)) throw ModelError("the checkpoint has more rows than the source");
  }
}

class StreamPlayer {
 public:
  StreamPlayer(RowStream& rows, const StreamClasses& classes, const ExperimentOptions& options,
               const StreamOutput& output, Progress* progress)
      : rows_(rows),
        classes_(classes),
        num_classes_(static_cast<int>(classes.names().size())),
        options_(options),
        output_(output),
        progress_(progress) {}

  // Plays at most `rounds` further rounds; false at the end of the rows.
  bool play(StreamState& state, std::uint64_t rounds) {
    const auto start = std::chrono::steady_clock::now();
    const std::uint64_t end = state.rounds + rounds;
    bool more = true;
    while (state.rounds < end && (more = rows_.next(row_))) play_row(state);
    state.seconds +=
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return more;
  }

 private:
  void play_row(StreamState& state) {
    if (++state.rows % kRowsBetweenReports == 0) {
      check_interrupt();
      report(state);
    }
    if (row_.labels.size() > 1) {
      throw DataError({rows_.name(), row_.line, 1},
                      "expected one label, found several — a stream has one label per row");
    }
    for (std::size_t c = class_of_.size(); c < rows_.label_names().size(); ++c)
      class_of_.push_back(classes_.of(rows_.label_names()[c]));
    const int label = row_.labels.empty() ? kNoClass : class_of_[row_.labels.front()];
    if (label == kNoClass && !row_.labels.empty()) {
      ++state.left_out;
      return;
    }
    RowTransform::View x{row_.index, row_.value};
    if (!state.transform.params().nothing()) {
      state.transform.fit(row_.index, row_.value);
      x = state.transform.apply(row_.index, row_.value);
    }
    if (state.transform.params().makes_dense(rows_.layout() == RowLayout::kDense)) {
      play_all(state, DenseRow{x.value}, label);
    } else {
      play_all(state, SparseRow{x.index, x.value}, label);
    }
    if (label == kNoClass) {
      ++state.unlabelled;
    } else if (++state.rounds; options_.keep_curves && state.due.due(state.rounds)) {
      state.add_point();
    }
  }

  // Rounds, mistakes and queries of all learners since the last report.
  void report(const StreamState& state) {
    if (progress_ == nullptr) return;
    Tally now;
    for (const StreamLearner& player : state.players) {
      now.rounds += player.tally.rounds;
      now.mistakes += player.tally.mistakes;
      now.queries += player.tally.queries;
    }
    progress_->add_rounds(now.rounds - reported_.rounds, now.mistakes - reported_.mistakes,
                          now.queries - reported_.queries);
    reported_ = now;
  }

  void play_all(StreamState& state, const auto& x, int label) {
    for (std::size_t k = 0; k < state.players.size(); ++k) {
      StreamLearner& player = state.players[k];
      StreamedRow played = at_row(state.rows - 1, [&] {
        if (label != kNoClass) return player.play(x, label, num_classes_);
        StreamedRow unlabelled{.round = {.prediction = player.learner.predict(x)}};
        if (player.calibration)
          unlabelled.probability = player.calibration->probability(unlabelled.round.prediction);
        return unlabelled;
      });
      played.config = k;
      played.number = state.rows;
      played.label = label;
      if (output_.say) output_.say(played);
    }
  }

  RowStream& rows_;
  const StreamClasses& classes_;
  int num_classes_;
  const ExperimentOptions& options_;
  const StreamOutput& output_;
  Progress* progress_;
  LabelledRow row_;
  std::vector<int> class_of_;  // indexed by the stream's label
  Tally reported_;
};

}  // namespace

StreamResult run_stream(RowStream& rows, const StreamClasses& classes, std::size_t dim,
                        RowTransform transform, const std::vector<NamedConfig>& configs,
                        const ExperimentOptions& options, const StreamOutput& output,
                        Progress* progress) {
  const Task task{.dim = dim,
                  .num_classes = static_cast<int>(classes.names().size()),
                  .encoding = options.encoding};
  StreamState state = first_state(task, configs, options, std::move(transform));
  const std::uint64_t every = options.checkpoint.every;
  const Checkpoint checkpoint(options.checkpoint, 0, 0);
  if (every > 0 && checkpoint.read(state)) skip(rows, state.rows);
  if (output.go_on) output.go_on(state.written);
  StreamPlayer player(rows, classes, options, output, progress);
  while (player.play(
      state, every == 0 ? std::numeric_limits<std::uint64_t>::max() - state.rounds : every)) {
    if (output.sync) state.written = output.sync();
    checkpoint.write(state);
  }
  StreamResult result{.experiment = {.curve_rounds = std::move(state.points), .results = {}},
                      .rows = state.rows,
                      .unlabelled = state.unlabelled,
                      .left_out = state.left_out,
                      .transform = std::move(state.transform)};
  for (std::size_t k = 0; k < configs.size(); ++k) {
    StreamLearner& from = state.players[k];
    RunResult run;
    static_cast<RunCounts&>(run) = from;
    if (from.calibration && task.num_classes == 2 && run.tally.rounds > 0)
      run.log_loss = from.log_loss / static_cast<double>(run.tally.rounds);
    run.positive_weight = options.positive_weight;
    run.seconds = state.seconds;
    run.estimate = from.estimate.value().estimate();
    result.experiment.results.push_back({.name = configs[k].name,
                                         .config = configs[k].config,
                                         .method = method_of(configs[k].config),
                                         .runs = {std::move(run)}});
    if (!options.keep_models) continue;
    result.experiment.results.back().learner = std::move(from.learner);
    result.experiment.results.back().rule = std::move(from.rule);
    result.experiment.results.back().calibration = std::move(from.calibration);
  }
  return result;
}

}  // namespace querent::apps
