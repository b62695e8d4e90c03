// SPDX-License-Identifier: Apache-2.0
#include <querent/learners/session/find/engine.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace querent {

namespace {

// Number of uniform draws from `unread` items until the hypothesis that `refuted` are left is
// rejected, if `left` are: ln 20 over the mean evidence of a draw, from a finite population.
double draws_to_refute(double refuted, double left, double unread) {
  if (left >= refuted) return unread;
  const double evidence = refuted - left - (left > 0 ? left * std::log(refuted / left) : 0);
  return unread * (1 - std::pow(20.0, -1 / evidence));
}

// The number of these items that could not be drawn, for each draw.
std::vector<std::uint64_t> absent(const LabelState& labels, std::span<const std::uint32_t> items,
                                  std::size_t draws) {
  std::vector<std::uint64_t> change(draws + 1);  // modulo 2^64
  for (const std::uint32_t item : items) {
    for (const auto& [first, last] : labels.absences(item)) {
      ++change[std::min(first, draws)];
      --change[std::min(last, draws)];
    }
  }
  std::partial_sum(change.begin(), change.end(), change.begin());
  return change;
}

// The draws and what is known of them. Draws after the last one that was answered or skipped are
// left out: their questions are open.
std::vector<EvenDraw> even_draws(const LabelState& labels, int relevant) {
  std::vector<EvenDraw> draws;
  std::size_t known = 0;
  for (const LabelState::Draw& draw : labels.draws()) {
    draws.push_back({.unread = draw.drawn_from});
    const int label = labels.label(draw.item);
    const bool excluded = labels.is_excluded(draw.item);
    if (label >= 0 || excluded) draws.back().hit = label == relevant;
    if (label >= 0 || excluded || labels.is_skipped(draw.item)) known = draws.size();
  }
  draws.resize(known);
  std::vector<std::uint32_t> items;
  for (const Answer& answer : labels.answers())
    if (answer.label == relevant) items.push_back(answer.item);
  const std::vector<std::uint64_t> found = absent(labels, items, known),
                                   undecided = absent(labels, labels.undecided(), known);
  for (std::size_t j = 0; j < known; ++j) {
    draws[j].found = found[j];
    draws[j].undecided = undecided[j];
  }
  return draws;
}

}  // namespace

FindEngine::FindEngine(std::shared_ptr<const Items> items,
                       std::shared_ptr<const SessionOptions> how, const LabelState& labels)
    : FindEngine(std::make_shared<const FindKernels>(std::move(items), how->threads, how->model,
                                                     FindParams{}, how->go_on),
                 how, labels) {}

FindEngine::FindEngine(std::shared_ptr<const FindKernels> kernels,
                       std::shared_ptr<const SessionOptions> how, const LabelState& labels)
    : EngineDefaults(std::move(how), labels),
      kernels_(std::move(kernels)),
      model_(kernels_, num_classes(), options().find.value(), {}, options().criteria,
             options().opinions),
      test_(model_.size()),
      unread_(model_.size(), 1),
      num_unread_(model_.size()) {}

void FindEngine::restart(std::shared_ptr<const SessionOptions> how, const LabelState& labels) {
  *this = FindEngine(kernels_, std::move(how), labels);
}

void FindEngine::observe(const LabelState& labels) {
  if (outdated(labels)) restart(shared_options(), labels);
  for (std::size_t l = model_.answers(); l < labels.answers().size(); ++l) {
    const Answer& answer = labels.answers()[l];
    forecast(labels, l);
    learn(answer, labels.was_asked(answer.item));
  }
  model_.update();
  forecast(labels, labels.answers().size());
  settle(labels);
}

// The forecast of a draw uses exactly the answers before it: `answers` were learnt.
void FindEngine::forecast(const LabelState& labels, std::uint64_t answers) {
  for (std::size_t j = forecasts_.size(); j < labels.draws().size(); ++j) {
    if (labels.draws()[j].answers > answers) return;
    model_.update();
    forecasts_.push_back(model_.expected(unread_) / static_cast<double>(num_unread_));
  }
}

void FindEngine::learn(const Answer& answer, bool asked) {
  const bool hit = answer.label == *options().find;
  --num_unread_;
  unread_[answer.item] = 0;
  found_ += hit;
  volunteered_ += hit && !asked;
  model_.learn(answer);
}

PoolChoice FindEngine::choose(const Turn& turn, Rng&) const {
  return {.item = model_.most_probable(turn.labels.may_ask())};
}

std::vector<double> FindEngine::utilities(const LabelState&) const {
  std::vector<double> of_item(model_.size());
  for (std::uint32_t i = 0; i < model_.size(); ++i) of_item[i] = model_.probability(i);
  return of_item;
}

RowMatrix FindEngine::left_out(const LabelState& labels) const {
  RowMatrix P = RowMatrix::Zero(static_cast<Eigen::Index>(labels.checks().size()), num_classes());
  for (Eigen::Index j = 0; j < P.rows(); ++j) {
    const Question& asked = labels.question(labels.checks()[static_cast<std::size_t>(j)]);
    if (asked.predicted >= 0) P(j, asked.predicted) = asked.confidence;
  }
  return P;
}

double FindEngine::check_rate(const LabelState& labels) const {
  return options().checks == 1 || confirms(labels.may_ask()) ? 1 : options().checks;
}

// Whether the goal is expected to be reached, so that only random checks are useful: finding one
// more of `left` items saves uniform draws; asking for it is worthwhile while it saves
// more draws than it costs.
bool FindEngine::confirms(std::span<const std::uint8_t> may_ask) const {
  const double goal = options().stop_at_recall;
  if (!(goal > 0) || found_ == volunteered_) return false;
  const double unread = static_cast<double>(std::ranges::count(may_ask, 1));
  const double left = model_.expected(may_ask), found = static_cast<double>(found_ - volunteered_);
  const double refuted = std::floor(found / goal) + 1 - found;  // the fewest that would be too many
  const double now = draws_to_refute(refuted, left, unread);
  if (now >= unread) return false;
  const double then = draws_to_refute(refuted + 1 / goal - 1, std::max(left - 1, 0.0), unread);
  return (now - then) * model_.probability(model_.most_probable(may_ask)) < 1;
}

// Tests with the draws so far. A skipped or declined item that gets its label changes earlier draws.
void FindEngine::settle(const LabelState& labels) {
  left_ = labels.num_unread();
  std::vector<EvenDraw> draws = even_draws(labels, *options().find);
  for (std::size_t j = 0; j < draws.size(); ++j) draws[j].expected = forecasts_[j];
  if (draws.size() < tested_.size() || !std::equal(tested_.begin(), tested_.end(), draws.begin())) {
    test_ = RecallTest(model_.size());
    tested_.clear();
  }
  for (std::size_t j = tested_.size(); j < draws.size(); ++j) test_.add(draws[j]);
  tested_ = std::move(draws);
}

std::optional<Ending> FindEngine::ending(const LabelState& labels) {
  const double goal = options().stop_at_recall;
  if (!(goal > 0)) return std::nullopt;
  observe(labels);
  if (found_ == volunteered_ || !test_.reached(goal, found_, volunteered_, left_))
    return std::nullopt;
  return Ending::kGoal;
}

RecallInterval FindEngine::interval() const {
  const double goal = options().stop_at_recall;
  RecallInterval interval = test_.interval(found_, left_);
  if (goal > 0) interval.more = test_.more_until(goal, found_, volunteered_, left_);
  return interval;
}

}  // namespace querent
