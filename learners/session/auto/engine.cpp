// SPDX-License-Identifier: Apache-2.0
#include <querent/learners/session/auto/engine.hpp>

#include <algorithm>
#include <limits>
#include <utility>

#include <querent/learners/session/auto/opinions.hpp>
#include <querent/learners/session/auto/rule.hpp>

namespace querent {

namespace {

constexpr std::size_t kMostAnswers = 3;  // per item

bool may_change(std::span<const int> labels) {
  return labels.size() < kMostAnswers && (labels.size() < 2 || labels[0] != labels[1]);
}

}  // namespace

// The answer that a session asks for again instead of asking a new question.
//
//   w_l = P(answer l is wrong), ε = the mean of the label noise     auto/selection.hpp
//   the greatest w_l of the items whose answer can still change, where w_l > ½ − ε
//
// A new answer is right with 1 − ε and wrong with ε: counted as +1 and −1 its value is 1 − 2ε.
// Relabelling corrects a wrong label with probability w_l, a value of 2. So it pays if 2 w_l > 1 −
// 2ε. The most frequent of at most three answers counts: once two agree a third has no effect.
std::optional<std::uint32_t> relabelled(const AutoModel& model, const LabelState& labels) {
  const std::size_t K = labels.classes().size();
  if (K < 2 || labels.answers().size() < covering_answers(K)) return std::nullopt;
  const std::vector<double> wrong = model.probably_wrong();
  double most = 0.5 - model.temperature().noise;
  std::optional<std::uint32_t> item;
  for (std::size_t l = 0; l < wrong.size(); ++l) {
    const std::uint32_t one = labels.answers()[l].item;
    if (wrong[l] <= most || !may_change(labels.given_labels(one)) || !labels.may_relabel(one))
      continue;
    most = wrong[l];
    item = one;
  }
  return item;
}

AutoEngine::AutoEngine(std::shared_ptr<const Items> items,
                       std::shared_ptr<const SessionOptions> how, const LabelState& labels)
    : EngineDefaults(std::move(how), labels),
      kernels_(std::make_shared<const Kernels>(std::move(items), options().threads, options().model,
                                               options().go_on)),
      rule_(options().rule) {
  make_model();
}

void AutoEngine::restart(std::shared_ptr<const SessionOptions> how, const LabelState& labels) {
  if (how->seed != options().seed) opinions_ = {};  // they depend on the seed
  begin(std::move(how), labels);
  model_.reset();  // frees its memory before the new model needs as much
  make_model();
}

void AutoEngine::make_model() {
  const int K = num_classes();
  const AutoParams& params = options().model;
  if (!options().opinions.empty() && K > 1 && !opinions_.fit_to(kernels_->size(), K)) {
    const CsrMatrix& given = options().opinions;
    opinions_ = Opinions(given, K, params.opinions, params.candidates, options().seed,
                         std::make_shared<const RowMatrix>(
                             similar_opinions(*kernels_, given, K, params, options().seed)));
  }
  model_.emplace(kernels_, K, params, options().seed, asks_, opinions_);
}

void AutoEngine::observe(const LabelState& labels) {
  if (outdated(labels)) restart(shared_options(), labels);
  for (std::size_t l = model_->answers(); l < labels.answers().size(); ++l)
    model_->learn(labels.answers()[l]);
  model_->update();
}

PoolChoice AutoEngine::choose(const Turn& turn, Rng& rng) const {
  if (options().relabel) {
    if (const auto item = relabelled(*model_, turn.labels))
      return {.item = *item, .why = Why::kRelabel};
  }
  return rule_({.model = *model_,
                .answers = turn.labels.answers(),
                .may_ask = turn.labels.may_ask(),
                .num_may_ask = turn.labels.num_may_ask(),
                .left = turn.left,
                .open = turn.labels.open().size()},
               rng);
}

std::vector<double> AutoEngine::utilities(const LabelState& labels) const {
  std::vector<double> of_item(model_->size(), std::numeric_limits<double>::quiet_NaN());
  const Eigen::VectorXf utility = model_->utilities(weighs_by_doubt(*model_, labels.answers()));
  for (std::uint32_t k = 0; k < model_->num_candidates(); ++k)
    of_item[model_->candidate(k)] = static_cast<double>(utility[k]);
  return of_item;
}

Guess AutoEngine::predict(const PoolChoice& choice, const LabelState& labels) const {
  if (choice.why != Why::kRelabel) return guess_of(model_->probabilities(choice.item));
  const auto answer = std::ranges::find(labels.answers(), choice.item, &Answer::item);
  const RowMatrix without = model_->left_out_probabilities();
  const auto row = without.row(answer - labels.answers().begin());
  return guess_of({row.begin(), row.end()});
}

RowMatrix AutoEngine::left_out(const LabelState& labels) const {
  std::vector<Eigen::Index> checks;
  for (std::size_t l = 0; l < labels.answers().size(); ++l) {
    if (labels.is_check(labels.answers()[l].item)) checks.push_back(static_cast<Eigen::Index>(l));
  }
  return model_->left_out_probabilities()(checks, Eigen::all);
}

void AutoEngine::keep_predictions() {
  model_->drop_landmarks();
  asks_ = false;
}

}  // namespace querent
