// SPDX-License-Identifier: Apache-2.0
#include <querent/learners/session/learner_engine.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

#include <querent/learners/query/budget.hpp>
#include <querent/learners/random.hpp>

namespace querent {

namespace {

constexpr std::size_t kLearners = 5;    // M
constexpr int kPasses = 8;              // P
constexpr double kGrowth = 1.1;         // growth of the answers until new learners pass over them
constexpr std::size_t kFirstRefit = 8;  // answers
constexpr std::uint64_t kDrawn = 1000;  // rows among which one is asked
constexpr std::size_t kFolds = 4;       // of cross-validation

// The rule of a learner that asks for every label ranks nothing; the margin rule replaces it.
LearnerConfig config_of(const SessionOptions& options) {
  LearnerConfig found = learner_config(options.learner, options.query, options.params);
  if (found.query->form != QueryForm::kAll) return found;
  return learner_config(options.learner, "margin", options.params);
}

// `count` of the items that may be asked, drawn uniformly, in the order in which they were drawn.
std::vector<std::uint32_t> drawn_from(const LabelState& labels, std::uint64_t count, Rng& rng) {
  std::vector<std::uint32_t> items;
  items.reserve(labels.num_may_ask());
  for (std::uint32_t i = 0; i < labels.may_ask().size(); ++i) {
    if (labels.may_ask()[i] != 0) items.push_back(i);
  }
  count = std::min<std::uint64_t>(count, items.size());
  for (std::uint64_t k = 0; k < count; ++k)
    std::swap(items[k], items[k + uniform_below(rng, items.size() - k)]);
  items.resize(count);
  return items;
}

}  // namespace

bool LearnerEngine::is(const std::string& learner) {
  return !find_learner(learner).views;  // all but `auto`
}

LearnerEngine::LearnerEngine(std::shared_ptr<const Items> items,
                             std::shared_ptr<const SessionOptions> how, const LabelState& labels)
    : EngineDefaults(std::move(how), labels),
      items_(std::move(items)),
      examples_(std::make_shared<const DatasetView>(dataset_view_of(*items_, num_classes()))),
      config_(config_of(options())),
      task_{.dim = examples_->dim,
            .num_classes = num_classes(),
            .encoding = options().encoding,
            .views = examples_->views,
            .rounds = items_->size()},
      solves_(config_.learner->encodes),
      learners_(fresh()),
      rule_(config_.make_query(task_)),
      at_random_(config_.query->form == QueryForm::kRandom),
      refit_at_(kFirstRefit),
      of_class_(static_cast<std::size_t>(num_classes()), 0) {}

void LearnerEngine::restart(std::shared_ptr<const SessionOptions> how, const LabelState& labels) {
  *this = LearnerEngine(items_, std::move(how), labels);
}

void LearnerEngine::check_classes(int num_classes) const {
  Task task = task_;
  task.num_classes = num_classes;
  config_.make_learner(task);
}

LearnerEngine::Learners LearnerEngine::fresh() const {
  Learners learners;
  for (std::size_t m = 0; m < (solves_ ? 1 : kLearners); ++m)
    learners.emplace_back(config_.make_learner(task_));
  return learners;
}

LearnerEngine::Learners LearnerEngine::passed_over(std::span<const Answer> answers) const {
  Learners learners = fresh();
  std::vector<Answer> order(answers.begin(), answers.end());
  Rng rng = make_rng(options().seed, answers.size(), Stream::kPasses);
  for (LearnerValue& learner : learners) {
    for (int pass = 0; pass < (solves_ ? 1 : kPasses); ++pass) {
      if (!solves_) shuffle(order, rng);
      for (const Answer& answer : order) learner.update(examples_->row(answer.item), answer.label);
    }
  }
  return learners;
}

Prediction LearnerEngine::mean_of(const Learners& learners, std::uint32_t item) const {
  const auto by = [&](const LearnerValue& learner) {
    return at_row(item, [&] { return learner.predict(examples_->row(item)); });
  };
  if (learners.size() == 1) return by(learners.front());
  const auto M = static_cast<double>(learners.size());
  std::vector<double> f(of_class_.size(), 0);
  Prediction mean;
  for (const LearnerValue& learner : learners) {
    const Prediction p = by(learner);
    f[static_cast<std::size_t>(p.label)] += p.margin / M;
    mean.uncertainty += p.uncertainty / M;
    mean.squared_norm += p.squared_norm / M;
  }
  if (f.size() == 2)
    std::swap(f[0], f[1]);  // class 1 first: it wins among equal scores, sgn(0) = +1
  const Prediction prediction = predict_from_scores(f);
  mean.label = f.size() == 2 ? 1 - prediction.label : prediction.label;
  mean.runner_up = f.size() == 2 ? 1 - prediction.runner_up : prediction.runner_up;
  mean.margin = prediction.margin;
  return mean;
}

std::vector<double> LearnerEngine::scores_by(const Learners& learners, std::uint32_t item) const {
  if (learners.size() == 1) return scores_of(*examples_, learners.front(), item);
  std::vector<double> f(of_class_.size(), 0);
  const Prediction p = mean_of(learners, item);
  f[static_cast<std::size_t>(p.label)] = p.margin;
  return f;
}

void LearnerEngine::observe(const LabelState& labels) {
  if (outdated(labels)) restart(shared_options(), labels);
  const std::span<const Answer> answers = labels.answers();
  for (; learned_ < answers.size(); ++learned_) {
    const auto& [item, y] = answers[learned_];
    const Prediction prediction = predict(item);
    scored_answers_.push_back({.f = scores_by(learners_, item), .label = y});
    rule_.observe(prediction, {.asked = true, .label = y, .mistake = prediction.label != y});
    ++of_class_[static_cast<std::size_t>(y)];
    if (solves_ || learned_ + 1 < refit_at_) {
      for (LearnerValue& learner : learners_) learner.update(examples_->row(item), y);
    } else {
      learners_ = passed_over(answers.first(learned_ + 1));
      refit_at_ = static_cast<std::size_t>(std::ceil(kGrowth * static_cast<double>(refit_at_)));
    }
  }
}

void LearnerEngine::add_pending(std::uint32_t item) {
  for (LearnerValue& learner : learners_) learner.add_pending(examples_->row(item));
}

bool LearnerEngine::covers(const Turn& turn) const {
  std::uint64_t answers = covering_answers(of_class_.size());
  if (turn.left) answers = at_most_half(answers, learned_ + *turn.left);
  return learned_ < answers ||
         std::count(of_class_.begin(), of_class_.end(), 0u) + 1 >= std::ssize(of_class_);
}

PoolChoice LearnerEngine::choose(const Turn& turn, Rng& rng) const {
  const std::uint64_t count = turn.labels.num_may_ask();
  if (at_random_ || covers(turn))
    return draw_from(turn.labels.may_ask(), count, at_random_ ? Why::kUrgent : Why::kCover, rng);
  PoolChoice choice;
  double most = -1, least_margin = 0;
  for (const std::uint32_t i : drawn_from(turn.labels, kDrawn, rng)) {
    const Prediction p = predict(i);
    const double urgency = rule_.urgency(p);
    if (urgency < most || (urgency == most && p.margin >= least_margin)) continue;
    most = urgency;
    least_margin = p.margin;
    choice.item = i;
  }
  choice.probability = std::min(1.0, static_cast<double>(kDrawn) / static_cast<double>(count));
  return choice;
}

std::vector<double> LearnerEngine::utilities(const LabelState& labels) const {
  std::vector<double> of_item(items_->size(), 0);
  for (std::uint32_t i = 0; i < items_->size(); ++i) {
    if (labels.may_ask()[i] != 0) of_item[i] = rule_.urgency(predict(i));
  }
  return of_item;
}

Guess LearnerEngine::predict(const PoolChoice& choice, const LabelState&) const {
  return {
      .label = predict(choice.item).label,
      .p = probabilities(scores_by(learners_, choice.item), inverse_temperature(scored_answers_))};
}

// The scores of every item by the final model of these answers; all 0 without answers.
NodeScores LearnerEngine::finished(std::span<const Answer> answers) const {
  NodeScores F = NodeScores::Zero(items_->size(), num_classes());
  if (answers.empty()) return F;
  const Learners learners = passed_over(answers);
  for (std::uint32_t i = 0; i < items_->size(); ++i)
    std::ranges::copy(scores_by(learners, i), F.row(i).begin());
  return F;
}

RowMatrix LearnerEngine::predict_all(const LabelState& labels) {
  const std::vector<Answer>& answers = labels.answers();
  std::vector<LabelledScores> held;
  for (std::size_t fold = 0; fold < std::min(kFolds, answers.size()); ++fold) {
    std::vector<Answer> others;
    for (std::size_t l = 0; l < answers.size(); ++l) {
      if (l % kFolds != fold) others.push_back(answers[l]);
    }
    if (others.empty()) continue;
    const NodeScores F = finished(others);
    for (std::size_t l = fold; l < answers.size(); l += kFolds) {
      const auto f = F.row(answers[l].item);
      held.push_back({.f = {f.begin(), f.end()}, .label = answers[l].label});
    }
  }
  t_ = inverse_temperature(held, 1);
  return softmax_rows(finished(answers), t_);
}

RowMatrix LearnerEngine::left_out(const LabelState& labels) const {
  const std::vector<std::uint32_t>& checks = labels.checks();
  RowMatrix without(static_cast<Eigen::Index>(checks.size()), num_classes());
  for (std::size_t fold = 0; fold < std::min(kFolds, checks.size()); ++fold) {
    std::vector<bool> held(items_->size(), false);
    for (std::size_t j = fold; j < checks.size(); j += kFolds) held[checks[j]] = true;
    std::vector<Answer> others;
    for (const Answer& answer : labels.answers()) {
      if (!held[answer.item]) others.push_back(answer);
    }
    const RowMatrix P = softmax_rows(finished(others), t_);
    for (std::size_t j = fold; j < checks.size(); j += kFolds)
      without.row(static_cast<Eigen::Index>(j)) = P.row(checks[j]);
  }
  return without;
}

}  // namespace querent
