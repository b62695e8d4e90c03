// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/experiment/experiment.hpp>

#include <algorithm>
#include <chrono>
#include <utility>

#include <querent/apps/experiment/check_experiment.hpp>
#include <querent/apps/experiment/checkpoint.hpp>
#include <querent/apps/experiment/final_model.hpp>
#include <querent/apps/experiment/parallel.hpp>
#include <querent/apps/experiment/pool.hpp>
#include <querent/apps/experiment/run_state.hpp>
#include <querent/apps/terminal/interrupt.hpp>
#include <querent/apps/terminal/progress.hpp>

namespace querent::apps {

std::size_t rounds_of(const DatasetView& examples, const ExperimentOptions& options) {
  const std::size_t all = examples.stream.size();
  return all - options.known.test.size() -
         static_cast<std::size_t>(options.asking.hold_out * static_cast<double>(all));
}

namespace {

constexpr std::size_t kCurvePoints = 1000;
constexpr std::uint64_t kReportEvery =
    64;  // rounds; at most 1 ms of work, so that an interrupt is noticed at once

std::vector<std::uint32_t> curve_rounds_of(std::size_t rounds) {
  const std::size_t points = std::min(rounds, kCurvePoints);
  std::vector<std::uint32_t> curve_rounds(points);
  for (std::size_t k = 0; k < points; ++k) {
    curve_rounds[k] = static_cast<std::uint32_t>((k + 1) * rounds / points);
  }
  return curve_rounds;
}

// Draws a random order of blocks; the rows of a block keep their order in `order`.
void draw_blocks(const DatasetView& examples, std::vector<std::uint32_t>& order, Rng& rng) {
  const auto first = examples.blocks;
  if (first.size() < 2) return;
  const std::vector<std::uint32_t> turn =
      random_order(static_cast<std::uint32_t>(first.size()), rng);
  const auto turn_of = [&](std::uint32_t i) {
    return turn[static_cast<std::size_t>(std::ranges::upper_bound(first, i) - first.begin()) - 1];
  };
  std::stable_sort(order.begin(), order.end(),
                   [&](std::uint32_t i, std::uint32_t j) { return turn_of(i) < turn_of(j); });
}

// The rows of the stream in their order, and the rows that are held out for the test.
struct Split {
  std::vector<std::uint32_t> order, held_out;
};

Split split_of(const DatasetView& examples, const ExperimentOptions& options, std::uint64_t run) {
  Split split{.order = examples.stream, .held_out = {}};
  if (!options.known.test.empty()) {
    split.held_out = options.known.test;
    std::vector<bool> tests(examples.labels.size(), false);
    for (const std::uint32_t i : split.held_out) tests[i] = true;
    std::erase_if(split.order, [&](std::uint32_t i) { return tests[i]; });
  } else if (const std::size_t rounds = rounds_of(examples, options); rounds < split.order.size()) {
    Rng rng = make_rng(options.seed, run, Stream::kHeldOut);
    shuffle(split.order, rng);
    split.held_out.assign(split.order.begin() + static_cast<std::ptrdiff_t>(rounds),
                          split.order.end());
    split.order.resize(rounds);
    std::sort(split.order.begin(), split.order.end());
  }
  put_in_order(examples, options, run, split.order);
  // errors do not depend on the order, and so every block is read once
  std::sort(split.held_out.begin(), split.held_out.end());
  return split;
}

// Reports progress and checks for interrupts every few rounds.
class Reporter {
 public:
  explicit Reporter(Progress* progress) : progress_(progress) {}
  void add(bool mistake, bool asked, const Asker& asker) {
    ++rounds_;
    mistakes_ += mistake;
    queries_ += asked;
    if (rounds_ == kReportEvery) flush(asker);
  }
  void flush(const Asker& asker) {
    check_interrupt();
    if (progress_ != nullptr) progress_->add_rounds(rounds_, mistakes_, queries_);
    rounds_ = mistakes_ = queries_ = 0;
    if (progress_ != nullptr) progress_->say_estimate(asker.estimate().estimate());
  }

 private:
  Progress* progress_;
  std::uint64_t rounds_ = 0, mistakes_ = 0, queries_ = 0;
};

RunState first_state(const DatasetView& examples, const LearnerConfig& config,
                     const ExperimentOptions& options, std::uint64_t run, std::uint64_t rounds) {
  RunState state{{},
                 Online(examples, config, options.encoding, options.asking, rounds,
                        make_rng(options.seed, run, Stream::kQuery))};
  if (!examples.label_sets.empty()) state.ranking.emplace();
  // stored predictions are calibrated, too; that takes almost no time
  const bool kept =
      run == 0 && options.keep_predictions && !state.ranking && !options.asking.late();
  if (options.probabilities || kept) state.calibration.emplace(examples.num_classes);
  return state;
}

// Plays the rounds of `order` that `state` does not contain yet.
class Player {
 public:
  Player(const DatasetView& examples, const ExperimentOptions& options,
         const std::vector<std::uint32_t>& order, const std::vector<std::uint32_t>& curve_rounds,
         bool predictions, Progress* progress)
      : examples_(examples),
        late_(options.asking.late()),
        order_(order),
        curve_rounds_(curve_rounds),
        predictions_(predictions),
        scores_(predictions ||
                (options.rank_scores && examples.num_classes == 2 && examples.label_sets.empty())),
        asked_with_(options.passes > 1),
        reporter_(progress) {}

  void play(RunState& state, std::uint64_t end) {
    const auto start = std::chrono::steady_clock::now();
    for (std::uint64_t t = state.rounds(); t < end; ++t)
      count(state, at_row(order_[t], [&] { return round(state, order_[t]); }));
    if (late_ && !state.ranking && end == order_.size())
      state.online.finish_late([&](std::uint32_t i) { return examples_.labels[i]; });
    state.seconds +=
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    reporter_.flush(state.online.rule());
  }

 private:
  // The experiment has every label; the learner only sees those that it asks for.
  Round round(RunState& state, std::uint32_t i) const {
    if (state.ranking) {
      const auto labels = [&](std::uint32_t j) { return LabelSet(examples_.label_sets[j]); };
      return state.online.play_set(i, labels, *state.ranking);
    }
    const auto label = [&](std::uint32_t j) { return examples_.labels[j]; };
    if (late_) return state.online.play_late(i, label);
    Round round = state.online.play(i, label);
    round.label = label(i);
    round.mistake = round.prediction.label != round.label;
    return round;
  }

  void count(RunState& state, const Round& round) {
    state.asked.push_back(round.asked);
    if (examples_.num_classes == 2 && !state.ranking)
      state.confusion.count(round.label, round.prediction.label);
    state.tally.add(round);
    if (state.mistakes.size() < curve_rounds_.size() &&
        curve_rounds_[state.mistakes.size()] == state.rounds())
      state.add_point();
    if (!state.ranking) state.by_class.count(round.label, round.mistake);
    if (scores_) {
      state.predicted.push_back(round.prediction.label);
      state.margin.push_back(round.prediction.margin);
    }
    if (asked_with_) state.asked_with.push_back(round.probability);
    if (state.calibration) {
      const double probability = calibrate(*state.calibration, state.log_loss, round);
      if (predictions_) state.probability.push_back(probability);
    }
    reporter_.add(round.mistake, round.asked, state.online.rule());
  }

  const DatasetView& examples_;
  bool late_;
  const std::vector<std::uint32_t>& order_;
  const std::vector<std::uint32_t>& curve_rounds_;
  bool predictions_, scores_, asked_with_;
  Reporter reporter_;
};

// The predictions of run 0 for every row: in its round, or by the final model.
void fill_predictions(const std::vector<std::uint32_t>& order, const RunState& state,
                      const FinalModel& final_model, Progress* progress,
                      std::vector<RowPrediction>& predictions) {
  for (std::uint32_t t = 0; t < order.size(); ++t) {
    predictions[order[t]] = {.round = t + 1,
                             .predicted = state.predicted[t],
                             .margin = state.margin[t],
                             .asked = state.asked[t] != 0,
                             .final_class = 0,
                             .probability = state.calibration ? state.probability[t] : 0};
  }
  for (std::uint32_t i = 0; i < predictions.size(); ++i) {
    if (i % kReportEvery == 0) {
      check_interrupt();
      if (progress != nullptr)
        progress->go_on("predicting", i / static_cast<double>(predictions.size()));
    }
    RowPrediction& prediction = predictions[i];
    prediction.final_class = final_model(i);
    if (prediction.round > 0) continue;
    prediction.predicted = prediction.final_class;
    const Prediction p = at_row(i, [&] { return state.online.predict(i); });
    prediction.margin = p.margin;
    if (state.calibration) prediction.probability = state.calibration->probability(p);
  }
}

RunState play_run(const DatasetView& examples, const LearnerConfig& config,
                  const ExperimentOptions& options, std::uint64_t run,
                  const std::vector<std::uint32_t>& order, Player& player,
                  const Checkpoint& checkpoint) {
  RunState state = first_state(examples, config, options, run, order.size());
  const std::uint64_t every = options.checkpoint.every;
  if (every > 0 && checkpoint.read(state) && state.rounds() > order.size())
    throw ModelError("the checkpoint has more rounds than the source");
  while (state.rounds() < order.size()) {
    const std::uint64_t left = order.size() - state.rounds();
    player.play(state, state.rounds() + (every == 0 ? left : std::min(every, left)));
    if (every > 0) checkpoint.write(state);
  }
  return state;
}

RunResult run_once(const DatasetView& examples, ConfigResult& played,
                   const ExperimentOptions& options, std::uint64_t run,
                   const std::vector<std::uint32_t>& curve_rounds, const Checkpoint& checkpoint,
                   int threads, Progress* progress) {
  Split split = split_of(examples, options, run);
  const std::vector<std::uint32_t>& order = split.order;
  const bool predictions = run == 0 && options.keep_predictions;
  Player player(examples, options, order, curve_rounds, predictions, progress);
  RunState state = play_run(examples, played.config, options, run, order, player, checkpoint);
  const auto start = std::chrono::steady_clock::now();
  if (options.passes > 1) learn_again(order, options, examples, run, state);
  state.seconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  RunResult result;
  static_cast<RunCounts&>(result) = state;
  result.run = run;
  result.positive_weight = options.positive_weight;
  const bool binary = examples.num_classes == 2 && !state.ranking;
  if (binary && options.rank_scores) result.auc = auc_of(examples, order, state);
  if (binary && options.probabilities && !order.empty())
    result.log_loss = state.log_loss / static_cast<double>(order.size());
  if (options.asking.late() && !state.ranking) result.tally = state.online.late_tally();
  result.ranking = state.ranking;
  result.support_vectors = state.online.learner().support_vectors();
  result.seconds = state.seconds;
  result.estimate = state.online.rule().estimate().estimate();
  Judged judged{.held_out = std::move(split.held_out)};
  for (std::size_t t = 0; t < order.size(); ++t) {
    if (state.asked[t] != 0) {
      judged.asked.push_back(order[t]);
    } else if (options.asking.final_model) {
      judged.never_asked.push_back(order[t]);
    }
  }
  const bool judges = options.asking.final_model || !judged.held_out.empty();
  const bool keeps = run == 0 && options.keep_models;
  if (judges || predictions || keeps) {
    const FinalModel final_model(state.online);
    if (judges)
      judge(
          examples, [&](std::uint32_t i) { return final_model(i); }, judged, threads, result);
    if (predictions) fill_predictions(order, state, final_model, progress, played.predictions);
    if (keeps) played.probabilities = final_model.probabilities();
  }
  if (keeps) {
    played.learner = state.online.learner();
    played.rule = state.online.rule().rule();
  }
  if (run == 0) played.calibration = state.calibration;
  return result;
}

Method played_method(const DatasetView& examples, const LearnerConfig& config,
                     const ExperimentOptions& options) {
  const bool pool = options.order == RowOrder::kPool;
  Method method = method_of(config);
  method.process =
      pool ? config.learner->views : Online::plays_process(examples, config, options.asking);
  if (!method.process) return method;
  method.update = "a Gaussian process on every asked round";
  method.params = pool ? Params{} : config.query_params;
  if (pool && method.query == config.learner->query)
    method.query = query_of_auto(options.known.find.has_value());
  return method;
}

}  // namespace

Method method_of(const LearnerConfig& config) {
  Method method{.update = config.learner->update,
                .query = config.query->name,
                .params = config.learner_params};
  method.params.insert(config.query_params.begin(), config.query_params.end());
  return method;
}

void put_in_order(const DatasetView& examples, const ExperimentOptions& options, std::uint64_t run,
                  std::vector<std::uint32_t>& rows) {
  if (options.order != RowOrder::kRandom) return;
  Rng rng = make_rng(options.seed, run, options.order_stream);
  shuffle(rows, rng);
  draw_blocks(examples, rows, rng);
}

ExperimentResult run_experiment(const DatasetView& examples,
                                const std::vector<NamedConfig>& configs,
                                const ExperimentOptions& options, Progress* progress) {
  check_forgetting(configs, options);
  check_learning(examples, configs, options);
  check_label_sets(examples, configs, options);
  const bool pool = options.order == RowOrder::kPool;
  for (const NamedConfig& named : configs) {
    if (pool) check_pool(named.config, options);
  }
  ExperimentResult experiment;
  if (options.keep_curves && !pool)
    experiment.curve_rounds = curve_rounds_of(rounds_of(examples, options));
  for (const auto& [name, config] : configs) {
    experiment.results.push_back(
        {.name = name, .config = config, .method = played_method(examples, config, options)});
    experiment.results.back().runs.resize(options.runs);
    if (options.keep_predictions)
      experiment.results.back().predictions.resize(examples.labels.size());
  }
  check_encoding(experiment, options);
  const std::size_t runs = configs.size() * options.runs;
  const auto threads = static_cast<std::size_t>(std::max(1, options.threads));
  const auto each = static_cast<int>(threads / std::clamp<std::size_t>(runs, 1, threads));
  std::vector<Session> first;          // of each configuration
  std::vector<double> seconds_before;  // to make it
  for (std::size_t k = 0; pool && k < configs.size(); ++k) {
    const auto start = std::chrono::steady_clock::now();
    first.push_back(
        first_session(examples, configs[k].config, options, rounds_of(examples, options)));
    seconds_before.push_back(
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
  }
  parallel_for(runs, options.threads, [&](std::size_t item) {
    ConfigResult& result = experiment.results[item / options.runs];
    const std::uint64_t run = item % options.runs;
    if (pool) {
      Split split = split_of(examples, options, run);
      result.runs[run] =
          play_pool(examples, first[item / options.runs], options, run,
                    {.pool = std::move(split.order), .held_out = std::move(split.held_out)},
                    run == 0 && options.keep_predictions ? &result.predictions : nullptr, progress);
      if (run == 0) result.runs[run].seconds += seconds_before[item / options.runs];
      return;
    }
    result.runs[run] =
        run_once(examples, result, options, run, experiment.curve_rounds,
                 Checkpoint(options.checkpoint, item / options.runs, run), each, progress);
  });
  return experiment;
}

}  // namespace querent::apps
