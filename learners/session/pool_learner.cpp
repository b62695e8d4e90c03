// SPDX-License-Identifier: Apache-2.0
#include <querent/learners/session/pool_learner.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

#include <querent/learners/query/budget.hpp>
#include <querent/learners/random.hpp>
#include <querent/learners/session/finish.hpp>
#include <querent/learners/session/items.hpp>

namespace querent {

namespace {

constexpr std::size_t kLearners = 5;    // M
constexpr int kPasses = 8;              // P
constexpr double kGrowth = 1.1;         // growth of the answers until new learners pass over them
constexpr std::size_t kFirstRefit = 8;  // answers
constexpr std::uint64_t kDrawn = 1000;  // rows among which one is asked

// The rule of a learner that asks for every label ranks nothing; the margin rule replaces it.
LearnerConfig config_of(const SessionOptions& options) {
  LearnerConfig found = learner_config(options.learner, options.query, options.params);
  if (found.query->form != QueryForm::kAll) return found;
  return learner_config(options.learner, "margin", options.params);
}

// `count` of the items that may be asked, drawn uniformly, in the order in which they were drawn.
std::vector<std::uint32_t> drawn_from(const Askable& pool, std::uint64_t count, Rng& rng) {
  std::vector<std::uint32_t> items;
  items.reserve(pool.count);
  for (std::uint32_t i = 0; i < pool.may_ask.size(); ++i) {
    if (pool.may_ask[i] != 0) items.push_back(i);
  }
  count = std::min<std::uint64_t>(count, items.size());
  for (std::uint64_t k = 0; k < count; ++k)
    std::swap(items[k], items[k + uniform_below(rng, items.size() - k)]);
  items.resize(count);
  return items;
}

}  // namespace

bool PoolLearner::is(const std::string& learner) {
  return !find_learner(learner).views;  // all but `auto`
}

PoolLearner::PoolLearner(std::shared_ptr<const Items> items, int num_classes,
                         const SessionOptions& options)
    : items_(std::move(items)),
      no_labels_(std::make_shared<const std::vector<int>>(items_->size(), -1)),
      examples_(
          std::make_shared<const DatasetView>(dataset_view_of(*items_, *no_labels_, num_classes))),
      config_(config_of(options)),
      task_{.dim = examples_->dim,
            .num_classes = num_classes,
            .encoding = options.encoding,
            .views = examples_->views,
            .rounds = items_->size()},
      seed_(options.seed),
      solves_(config_.learner->encodes),
      learners_(fresh()),
      rule_(config_.make_query(task_)),
      at_random_(config_.query->form == QueryForm::kRandom),
      refit_at_(kFirstRefit),
      of_class_(static_cast<std::size_t>(num_classes), 0) {}

void PoolLearner::check_classes(int num_classes) const {
  Task task = task_;
  task.num_classes = num_classes;
  config_.make_learner(task);
}

PoolLearner::Learners PoolLearner::fresh() const {
  Learners learners;
  for (std::size_t m = 0; m < (solves_ ? 1 : kLearners); ++m)
    learners.emplace_back(config_.make_learner(task_));
  return learners;
}

PoolLearner::Learners PoolLearner::passed_over(std::span<const Answer> answers) const {
  Learners learners = fresh();
  std::vector<Answer> order(answers.begin(), answers.end());
  Rng rng = make_rng(seed_, answers.size(), Stream::kPasses);
  for (LearnerValue& learner : learners) {
    for (int pass = 0; pass < (solves_ ? 1 : kPasses); ++pass) {
      if (!solves_) shuffle(order, rng);
      for (const Answer& answer : order)
        examples_->with_row(answer.item,
                            [&](const auto& x) { return learner.update(x, answer.label); });
    }
  }
  return learners;
}

Prediction PoolLearner::mean_of(const Learners& learners, std::uint32_t item) const {
  const auto by = [&](const LearnerValue& learner) {
    return at_row(item, [&] {
      return examples_->with_row(item, [&](const auto& x) { return learner.predict(x); });
    });
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

std::vector<double> PoolLearner::scores_by(const Learners& learners, std::uint32_t item) const {
  if (learners.size() == 1) return scores_of(*examples_, learners.front(), item);
  std::vector<double> f(of_class_.size(), 0);
  const Prediction p = mean_of(learners, item);
  f[static_cast<std::size_t>(p.label)] = p.margin;
  return f;
}

void PoolLearner::learn(std::span<const Answer> answers) {
  for (; learned_ < answers.size(); ++learned_) {
    const auto item = answers[learned_].item;
    const int y = answers[learned_].label;
    const Prediction prediction = predict(item);
    scored_answers_.push_back({.f = scores(item), .label = y});
    rule_.observe(prediction, {.asked = true, .label = y, .mistake = prediction.label != y});
    ++of_class_[static_cast<std::size_t>(y)];
    if (solves_ || learned_ + 1 < refit_at_) {
      for (LearnerValue& learner : learners_)
        examples_->with_row(item, [&](const auto& x) { return learner.update(x, y); });
    } else {
      learners_ = passed_over(answers.first(learned_ + 1));
      refit_at_ = static_cast<std::size_t>(std::ceil(kGrowth * static_cast<double>(refit_at_)));
    }
  }
}

void PoolLearner::add_pending(std::uint32_t item) {
  for (LearnerValue& learner : learners_)
    examples_->with_row(item, [&](const auto& x) { learner.add_pending(x); });
}

bool PoolLearner::covers(const Askable& pool) const {
  std::uint64_t answers = covering_answers(of_class_.size());
  if (pool.left) answers = at_most_half(answers, learned_ + *pool.left);
  return learned_ < answers ||
         std::count(of_class_.begin(), of_class_.end(), 0u) + 1 >= std::ssize(of_class_);
}

PoolChoice PoolLearner::choose(const Askable& pool, Rng& rng) const {
  if (at_random_) return draw_from(pool.may_ask, pool.count, Why::kUrgent, rng);
  if (covers(pool)) return draw_from(pool.may_ask, pool.count, Why::kCover, rng);
  PoolChoice choice;
  double most = -1, least_margin = 0;
  for (const std::uint32_t i : drawn_from(pool, kDrawn, rng)) {
    const Prediction p = predict(i);
    const double urgency = rule_.urgency(p);
    if (urgency < most || (urgency == most && p.margin >= least_margin)) continue;
    most = urgency;
    least_margin = p.margin;
    choice.item = i;
  }
  choice.probability = std::min(1.0, static_cast<double>(kDrawn) / static_cast<double>(pool.count));
  return choice;
}

NodeScores PoolLearner::finished(std::span<const Answer> answers) const {
  if (answers.empty()) return NodeScores::Zero(items_->size(), num_classes());
  const Learners learners = passed_over(answers);
  NodeScores F(items_->size(), num_classes());
  for (std::uint32_t i = 0; i < items_->size(); ++i) {
    const std::vector<double> f = scores_by(learners, i);
    std::copy(f.begin(), f.end(), F.row(i).begin());
  }
  return F;
}

}  // namespace querent
