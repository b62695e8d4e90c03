// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/experiment/pool.hpp>

#include <chrono>
#include <optional>
#include <string_view>

#include <querent/apps/experiment/final_model.hpp>
#include <querent/apps/terminal/interrupt.hpp>
#include <querent/apps/terminal/progress.hpp>
#include <querent/apps/terminal/usage_error.hpp>
#include <querent/learners/seed_of_run.hpp>

namespace querent::apps {

namespace {

constexpr const char* kRandom = "random";

// The pool rule of `auto` by name, null for its own rule; nullopt for a rule of streams.
std::optional<PoolRule> pool_rule(std::string_view query) {
  if (query.empty() || query == find_learner("auto").query) return PoolRule();
  if (query != kRandom) return std::nullopt;
  return [](const Pool& items, Rng& rng) { return draw_from(items, Why::kUrgent, rng); };
}

SessionOptions session_options(const LearnerConfig& config, const ExperimentOptions& options,
                               std::size_t pool) {
  SessionOptions how{.stop_at_error = options.asking.stop_at_error,
                     .checks = options.known.checks,
                     .seed = session_seed(options.seed, 0),
                     .go_on = [] { return !interrupted(); },
                     .class_prior = options.known.class_prior,
                     .relabel = options.known.relabel,
                     .opinions = options.known.opinions,
                     .find = options.known.find,
                     .stop_at_recall = options.known.stop_at_recall,
                     .criteria = options.known.criteria};
  if (options.asking.budget) how.budget = options.asking.budget->labels(pool);
  Params params = config.learner_params;
  params.insert(config.query_params.begin(), config.query_params.end());
  ask_pool_by(config.learner->name, config.query->name, params, options.encoding, how);
  return how;
}

// Answers questions with the labels of the source and simulated label noise.
class Oracle {
 public:
  Oracle(const DatasetView& examples, double error, std::uint64_t seed, std::uint64_t run)
      : examples_(examples), error_(error), rng_(make_rng(seed, run, Stream::kLearner)) {}

  int operator()(std::uint32_t item) {
    const int truth = examples_.labels[item];
    if (!(error_ > 0) || uniform01(rng_) >= error_) return truth;
    const auto others = static_cast<std::uint64_t>(examples_.num_classes - 1);
    return (truth + 1 + static_cast<int>(uniform_below(rng_, others))) % examples_.num_classes;
  }

 private:
  const DatasetView& examples_;
  double error_;
  Rng rng_;
};

// One item of each class in the pool.
std::vector<std::uint32_t> one_of_each(const DatasetView& examples,
                                       const std::vector<std::uint32_t>& pool, std::uint64_t seed,
                                       std::uint64_t run) {
  std::vector<std::uint32_t> order = pool, seeds;
  Rng rng = make_rng(seed, run, Stream::kOrder);
  shuffle(order, rng);
  std::vector<bool> found(static_cast<std::size_t>(examples.num_classes), false);
  for (const std::uint32_t i : order) {
    const auto k = static_cast<std::size_t>(examples.labels[i]);
    if (!found[k]) seeds.push_back(i);
    found[k] = true;
  }
  return seeds;
}

// The items whose labels are known at the start of a run.
std::vector<std::uint32_t> seeds_of(const DatasetView& examples, const ExperimentOptions& options,
                                    const PoolSplit& split, std::uint64_t run) {
  const KnownItems& known = options.known;
  if (!known.priors.empty()) return known.priors[run % known.priors.size()];
  return known.one_seed_a_class ? one_of_each(examples, split.pool, options.seed, run)
                                : known.seeds;
}

// Records which items of the class were read, and when; seeds do not count.
class Reading {
 public:
  Reading(const DatasetView& examples, const PoolSplit& split, std::optional<int> find,
          const std::vector<std::uint32_t>& seeds)
      : examples_(examples), find_(find), left_(split.pool.size() - seeds.size()) {
    if (!find_) return;
    for (const std::uint32_t i : split.pool) left_relevant_ += is_of_class(i);
    for (const std::uint32_t i : seeds) left_relevant_ -= is_of_class(i);
  }
  void read(std::uint32_t item) {
    --left_;
    if (!find_) return;
    read_.push_back(is_of_class(item));
    left_relevant_ -= read_.back();
  }
  bool all_found() const { return find_ && left_relevant_ == 0; }
  std::optional<FindMeasures> measures() const {
    if (!find_) return std::nullopt;
    return find_measures(read_, left_relevant_, left_);
  }

 private:
  bool is_of_class(std::uint32_t item) const { return examples_.labels[item] == *find_; }

  const DatasetView& examples_;
  std::optional<int> find_;
  std::vector<bool> read_;
  std::uint64_t left_relevant_ = 0, left_;
};

// The machine's opinion and the answer for each item that was asked.
std::optional<AnnotatorAgreement> agreement_with(const KnownItems& known,
                                                 const std::vector<Answer>& answers) {
  if (known.machine.empty()) return std::nullopt;
  std::vector<std::pair<int, int>> pairs;
  for (const auto& [item, label] : answers)
    if (known.machine[item] >= 0) pairs.emplace_back(label, known.machine[item]);
  return annotator_agreement(pairs, known.names);
}

}  // namespace

void ask_pool_by(const std::string& learner, const std::string& query, const Params& params,
                 const std::string& encoding, SessionOptions& how) {
  if (find_learner(learner).views) {  // auto
    how.rule = pool_rule(query).value();
    return;
  }
  how.learner = learner;
  how.query = query;
  how.params.insert(params.begin(), params.end());
  how.encoding = encoding;
}

bool asked_from_pool(const LearnerConfig& config) {
  return config.learner->views && pool_rule(config.query->name);
}

void check_pool_rule(const LearnerConfig& config) {
  if (config.learner->views && !pool_rule(config.query->name)) {
    throw UsageError(
        "--query {} is a rule for streams; in a pool {} asks by its own rule or by "
        "random — use another --learner, or leave out --order",
        config.query->name, config.learner->name);
  }
  const LearnerConfig plain = learner_config(config.learner->name, config.query->name, {});
  if (config.learner->views &&
      (plain.learner_params != config.learner_params || plain.query_params != config.query_params))
    throw UsageError(
        "--param and numbers after a name have no meaning for {} in pool order — leave them out",
        config.learner->name);
}

void check_pool(const LearnerConfig& config, const ExperimentOptions& options) {
  check_pool_rule(config);
  if (options.known.find && !config.learner->views)
    throw UsageError("--find needs the learner auto, not {} — leave out --learner",
                     config.learner->name);
  if (!options.asking.budget && !(options.asking.stop_at_error > 0) && !options.known.find)
    throw UsageError(
        "--order pool needs a stopping rule — give --budget N|P%, or --stop-at-error RATE");
  if (!options.known.machine.empty() && !config.learner->views)
    throw UsageError("--opinions needs the learner auto — leave out --learner or --opinions");
  if (options.known.relabel && !config.learner->views)
    throw UsageError(
        "--second-looks needs the learner auto; {} asks about each row once — leave it out",
        config.learner->name);
  if (options.asking.late())
    throw UsageError("--batch and --delay cannot be combined with --order pool");
}

Session first_session(const DatasetView& examples, const LearnerConfig& config,
                      const ExperimentOptions& options, std::size_t pool) {
  std::vector<std::string> classes;
  for (int k = 0; k < examples.num_classes; ++k) classes.push_back(std::to_string(k));
  return Session(examples.items, classes, session_options(config, options, pool));
}

RunResult play_pool(const DatasetView& examples, const Session& first,
                    const ExperimentOptions& options, std::uint64_t run, const PoolSplit& split,
                    std::vector<RowPrediction>* filled, Progress* progress) {
  const auto start = std::chrono::steady_clock::now();
  Session session = first.with_seed(session_seed(options.seed, run));
  std::vector<bool> in_pool(examples.labels.size(), false);
  for (const std::uint32_t i : split.pool) in_pool[i] = true;
  for (std::uint32_t i = 0; i < in_pool.size(); ++i) {
    if (!in_pool[i]) session.do_not_know(i);
  }
  Oracle oracle(examples, options.known.oracle_error, options.seed, run);
  const std::vector<std::uint32_t> seeds = seeds_of(examples, options, split, run);
  for (const std::uint32_t i : seeds) session.answer(i, examples.labels[i]);
  Reading reading(examples, split, options.known.find, seeds);
  const bool to_the_end = options.known.stop_at_recall > 0 || options.asking.budget;
  for (auto next = session.next(); const auto* question = std::get_if<Question>(&next);
       next = session.next()) {
    check_interrupt();
    if (reading.all_found() && !to_the_end) break;  // no measure depends on later questions
    session.answer(question->item, oracle(question->item));
    reading.read(question->item);
    if (progress != nullptr) progress->add_rounds(1, 0, 1);
  }
  const std::vector<ItemPrediction>& predictions = session.predictions();
  RunResult result;
  result.run = run;
  result.positive_weight = options.positive_weight;
  Judged judged{.held_out = split.held_out};
  for (const std::uint32_t i : split.pool) {
    const ItemPrediction& item = predictions[i];
    ++result.tally.rounds;
    result.tally.mistakes += item.label != examples.labels[i];
    result.by_class.count(examples.labels[i], item.label != examples.labels[i]);
    if (examples.num_classes == 2)
      result.confusion.count(examples.labels[i], std::max(item.label, 0));
    (item.asked ? judged.asked : judged.never_asked).push_back(i);
  }
  result.tally.queries = result.tally.updates = session.asked();
  result.estimate = session.estimate();
  result.find = reading.measures();
  if (const auto exist = session.recall()) {
    // by the answers, which may differ from the true labels; seeds do not count
    const auto known = static_cast<std::uint64_t>(std::ranges::count_if(
        seeds, [&](std::uint32_t i) { return examples.labels[i] == *options.known.find; }));
    const auto found = static_cast<double>(exist->found - known);
    if (exist->high > known) result.recall_low = found / static_cast<double>(exist->high - known);
    if (exist->low > known) result.recall_high = found / static_cast<double>(exist->low - known);
  }
  result.agreement = agreement_with(options.known, session.answers());
  result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  judge(
      examples, [&](std::uint32_t i) { return predictions[i].label; }, judged, 1, result);
  if (filled == nullptr) return result;
  for (std::uint32_t i = 0; i < filled->size(); ++i) {
    (*filled)[i] = {.predicted = predictions[i].label,
                    .margin = predictions[i].margin,
                    .asked = predictions[i].asked,
                    .final_class = predictions[i].label};
  }
  for (const std::uint32_t i : seeds) (*filled)[i].asked = false;
  std::uint64_t question = 0;
  for (const Answer& answer : session.answers()) {
    RowPrediction& row = (*filled)[answer.item];
    if (row.asked && row.round == 0) row.round = ++question;
  }
  return result;
}

}  // namespace querent::apps
