// SPDX-License-Identifier: Apache-2.0
// What a session says of the items, and how sure it is.
#include <algorithm>
#include <numeric>
#include <utility>

#include <querent/learners/session/auto_rule.hpp>
#include <querent/learners/session/centred_labels.hpp>
#include <querent/learners/session/class_frequencies.hpp>
#include <querent/learners/session/ridge.hpp>
#include <querent/learners/session/self_training.hpp>
#include <querent/learners/session/session_state.hpp>
#include <querent/learners/session/stacking.hpp>

namespace querent {

namespace {

// How sure it is, of a graph alone: chosen on five graphs (docs/LABELS.md).
constexpr double kSlips = 0.05;      // of the answers
constexpr double kSpread = 2;        // σ of the prior
constexpr std::size_t kTenths = 10;  // in which answers are: with nine tenths it is nearly as sure
constexpr std::uint64_t kTenthsSeed = 17;  // of which share a tenth, for every session the same

std::span<double> row_of(NodeScores& F, std::uint32_t i) {
  const auto K = static_cast<std::size_t>(F.cols());
  return {F.data() + i * K, K};
}

std::vector<LabelledNode> nodes_of(std::span<const Answer> answers) {
  std::vector<LabelledNode> nodes;
  for (const auto& [item, label] : answers) nodes.push_back({item, label});
  return nodes;
}

// Answers that a model does not hear, by their places, and those that it hears.
struct HeldBack {
  std::vector<std::size_t> places;
  std::vector<Answer> others;
};

// Each answer is held back once: in the part that its number is modulo `parts`. Parts without
// others are left out.
std::vector<HeldBack> parts_of(std::span<const Answer> answers, std::span<const std::size_t> number,
                               std::size_t parts) {
  std::vector<HeldBack> found;
  for (std::size_t part = 0; part < std::min(parts, answers.size()); ++part) {
    HeldBack one;
    for (std::size_t l = 0; l < answers.size(); ++l) {
      if (number[l] % parts == part) {
        one.places.push_back(l);
      } else {
        one.others.push_back(answers[l]);
      }
    }
    if (!one.others.empty()) found.push_back(std::move(one));
  }
  return found;
}

// As the answers came.
std::vector<std::size_t> in_order(std::size_t answers) {
  std::vector<std::size_t> number(answers);
  std::iota(number.begin(), number.end(), std::size_t{0});
  return number;
}

// Those of which something was known without their answers.
std::vector<LabelledScores> known_of(std::vector<LabelledScores> held) {
  std::erase_if(held, [](const LabelledScores& one) { return one.f.empty(); });
  return held;
}

}  // namespace

// Of each component, whether a label is known in it.
std::vector<bool> Session::State::reached_components(std::span<const Answer> answers) const {
  std::vector<bool> reached(component.size(), false);
  if (component.empty()) return reached;
  for (const auto& [item, label] : answers) reached[component[item]] = true;
  return reached;
}

// What the model says of every answered item without its answer.
std::vector<LabelledScores> Session::State::kept_back() const {
  std::vector<LabelledScores> kept;
  for (const auto& [item, label] : book.answers()) {
    kept.push_back({std::vector<double>(book.classes().size()), label});
    model->scores_without(item, label, kept.back().f);
  }
  return kept;
}

// What a model says of every item, of answered ones without their answer.
NodeScores Session::State::scores_by(const PoolModel& by, std::span<const Answer> answers) const {
  const bool taught = items->graph && by.num_classes() > 1 && !answers.empty();
  if (taught && !teaching) teaching = std::make_shared<const TeachingItems>(by);
  if (taught && !graph_alone(*items))
    return self_trained(by, answers, *teaching, self_training_by_words(by.size()));
  NodeScores Z = by.all_scores();
  for (const auto& [item, label] : answers) by.scores_without(item, label, row_of(Z, item));
  return taught ? stacked(Z, self_trained(by, answers, *teaching), answers) : Z;
}

// The final scores of every item by a model that has not heard the answers of some; without
// `shares` it finds its own.
NodeScores Session::State::scores_without(std::span<const std::uint32_t> left_out,
                                          std::span<const Answer> others,
                                          const SharesOverGraph* shares) const {
  if (learner) return learner->finished(others);
  NodeScores F = scores_by(model->without(left_out), others);
  if (others.empty()) return F;
  const std::vector<LabelledNode> known = nodes_of(others);
  F = (shares ? scores_over_graph(*items->graph, F, known, *shares, over_graph())
              : scores_over_graph(*items->graph, F, known, over_graph()))
          .scores;
  return labels_have_a_say()
             ? with_centred_labels(std::move(F), *items->graph, known, options.threads)
             : F;
}

OverGraphOptions Session::State::over_graph() const {
  return {.threads = options.threads, .for_new_nodes = false};
}

// Of a graph without words, while so little is known that labels alone say as much as the model.
bool Session::State::labels_have_a_say() const {
  return graph_alone(*items) && book.classes().size() > 1 &&
         few_answers(book.answers().size(), book.classes().size());
}

// The final scores of every answered item by a model that never saw its answer, nor those of a
// tenth of the others: items that nobody labelled teach (self_training.hpp), and what they say they
// have of all answers, so that a score with one answer taken out is still surer than it is right.
// In the order of the answers; without scores where nothing was known of its component.
std::vector<LabelledScores> Session::State::held_back(const SharesOverGraph& shares,
                                                      std::uint64_t repeat) const {
  const std::vector<Answer>& answers = book.answers();
  std::vector<LabelledScores> kept(answers.size());
  std::vector<std::size_t> number = in_order(answers.size());  // the tenth is its last digit
  if (repeat > 0) {
    Rng rng = make_rng(kTenthsSeed, repeat, Stream::kHeldOut);
    shuffle(number, rng);
  }
  for (const auto& [places, others] : parts_of(answers, number, kTenths)) {
    std::vector<std::uint32_t> left_out;
    for (const std::size_t l : places) left_out.push_back(answers[l].item);
    NodeScores F = scores_without(left_out, others, &shares);
    const std::vector<bool> reached = reached_components(others);
    for (const std::size_t l : places) {
      const auto& [item, label] = answers[l];
      if (!component.empty() && !reached[component[item]]) continue;
      const std::span<const double> f = row_of(F, item);
      kept[l] = {.f = {f.begin(), f.end()}, .label = label};
    }
  }
  return kept;
}

// Scores of items without an answer, of which something is known: their mean probability is that of
// all.
NodeScores Session::State::sample_of_others(const NodeScores& F) const {
  constexpr std::uint32_t kSample = 5000;
  const std::uint32_t stride = (items->size() + kSample - 1) / kSample;
  const std::vector<bool> reached = reached_components(book.answers());
  std::vector<Eigen::Index> sample;
  for (std::uint32_t i = 0; i < items->size(); i += stride) {
    const bool known_of = component.empty() || reached[component[i]];
    if (known_of && book.label(i) < 0 && !F.row(i).isZero(0)) sample.push_back(i);
  }
  return F(sample, Eigen::all);
}

// How sure the scores F are: calibration.hpp. `held`: what was held back once; of a graph alone it
// is held back again in other tenths, since which answers share one moves t by a tenth.
Session::State::HowSure Session::State::how_sure(const NodeScores& F, const SharesOverGraph& shares,
                                                 std::vector<LabelledScores> held) const {
  constexpr std::uint64_t kRepeats = 3;
  const auto sure_by = [](double t, const NodeScores& sample) {
    return HowSure{.t = t, .right = sample.rows() > 0 ? mean_of_greatest(sample, t) : 1};
  };
  if (!graph_alone(*items))
    return sure_by(sharpness(known_of(std::move(held)), {.spread = 1}), sample_of_others(F));
  const std::uint64_t cover = covering_answers(book.classes().size());
  std::vector<LabelledScores> known;
  CoveredItems covered;
  for (std::uint64_t repeat = 0; repeat < kRepeats; ++repeat) {
    if (repeat > 0) held = held_back(shares, repeat);
    for (std::size_t l = 0; l < held.size(); ++l) {
      if (held[l].f.empty()) continue;
      const bool right = predict_from_scores(held[l].f).label == held[l].label;
      if (l < cover) (right ? covered.right : covered.wrong) += 1.0 / kRepeats;
      known.push_back(std::move(held[l]));
    }
  }
  for (LabelledScores& one : known) one.weight /= kRepeats;
  covered.items = sample_of_others(F);
  const double t = sharpness(known, {.spread = kSpread, .slips = kSlips}, covered);
  return sure_by(t, covered.items);
}

// Of every answered item by a learner that never saw its answer, nor those of a quarter of the
// others.
FinishedScores Session::State::learner_scores() {
  constexpr std::size_t kQuarters = 4;
  const std::vector<Answer>& answers = book.answers();
  std::vector<LabelledScores> held;
  for (const auto& [places, others] : parts_of(answers, in_order(answers.size()), kQuarters)) {
    NodeScores F = learner->finished(others);
    for (const std::size_t l : places) {
      const std::span<const double> f = row_of(F, answers[l].item);
      held.push_back({.f = {f.begin(), f.end()}, .label = answers[l].label});
    }
  }
  return {.F = learner->finished(answers), .t = sharpness(held, {.spread = 1})};
}

FinishedScores Session::State::pool_scores() {
  follow();
  against_frequencies = {};
  FinishedScores said = learner ? learner_scores() : committee_scores();
  if (!options.class_shares.empty() && !book.answers().empty()) bring_to_shares(said);
  return said;
}

// The scores, or those of class_frequencies.hpp where these count, as if some items had no answer:
// `heard` are the others.
FinishedScores Session::State::beside_frequencies(FinishedScores said,
                                                  std::span<const std::uint32_t> left_out,
                                                  std::span<const Answer> heard) const {
  std::vector<LabelledScores> held;
  for (std::size_t l = 0; l < against_frequencies.held.size(); ++l) {
    if (std::find(left_out.begin(), left_out.end(), book.answers()[l].item) == left_out.end())
      held.push_back(against_frequencies.held[l]);
  }
  const std::optional<double> t = outdone_by_frequencies(
      known_of(std::move(held)), against_frequencies.right, !graph_alone(*items));
  return t ? FinishedScores{.F = with_frequencies(said.F, heard, *t), .t = 1} : std::move(said);
}

FinishedScores Session::State::committee_scores() {
  FinishedScores said{.F = scores_by(*model, book.answers())};
  if (items->graph && said.F.cols() > 1 && !book.answers().empty()) {
    ScoresOverGraph over =
        scores_over_graph(*items->graph, said.F, nodes_of(book.answers()), over_graph());
    said.F = std::move(over.scores);
    if (labels_have_a_say())
      said.F = with_centred_labels(std::move(said.F), *items->graph, nodes_of(book.answers()),
                                   options.threads);
    std::vector<LabelledScores> held = held_back(over.shares, 0);
    const HowSure sure = how_sure(said.F, over.shares, held);
    said.t = sure.t;
    against_frequencies = {.held = std::move(held), .t = sure.t, .right = sure.right};
    said = beside_frequencies(std::move(said), {}, book.answers());
  } else {
    said.t = sharpness(kept_back());
  }
  return said;
}

// Moves the scores of each class by a constant, so that classes are as frequent as they are known
// to be: softmax(t f + log b), b_k ← b_k π_k / mean p_k until it stands (Saerens, Latinne,
// Decaestecker, Neural Computation 14, 2002, with shares that are known).
void Session::State::bring_to_shares(FinishedScores& said) const {
  constexpr int kSteps = 1000;
  constexpr double kEnough = 1e-9;
  const auto K = static_cast<Eigen::Index>(options.class_shares.size());
  if (said.F.cols() != K) return;  // a class was added: its share is not known
  const Eigen::Map<const Eigen::RowVectorXd> shares(options.class_shares.data(), K);
  Eigen::RowVectorXd offset = Eigen::RowVectorXd::Zero(K);
  for (int step = 0; step < kSteps; ++step) {
    Eigen::RowVectorXd mean = Eigen::RowVectorXd::Zero(K);
    for (Eigen::Index i = 0; i < said.F.rows(); ++i) {
      Eigen::RowVectorXd p = said.t * said.F.row(i) + offset;
      p = (p.array() - p.maxCoeff()).exp();
      mean += p / p.sum();
    }
    mean /= static_cast<double>(said.F.rows());
    const Eigen::RowVectorXd step_by = (shares.array() / mean.array()).log().matrix();
    offset += step_by;
    if (step_by.cwiseAbs().maxCoeff() < kEnough) break;
  }
  said.F.rowwise() += offset / said.t;
}

void Session::State::finish() {
  if (finished) return;
  model_says = stream ? stream->finish(book.answers()) : pool_scores();
  const std::vector<bool> reached = reached_components(book.answers());
  predictions.assign(items->size(), {});
  for (std::uint32_t i = 0; i < predictions.size(); ++i) {
    ItemPrediction& said = predictions[i];
    const std::span<double> f = row_of(model_says.F, i);
    if (!component.empty() && !reached[component[i]]) std::fill(f.begin(), f.end(), 0.0);
    if (f.size() > 1) said.margin = predict_from_scores(f).margin;
    if (book.label(i) >= 0) {
      said = {.label = book.label(i), .probability = 1, .margin = said.margin, .asked = true};
    } else if (std::any_of(f.begin(), f.end(), [](double f_k) { return f_k != 0; })) {
      said.label = f.size() > 1 ? predict_from_scores(f).label : 0;
      said.probability = probabilities(f, model_says.t)[static_cast<std::size_t>(said.label)];
    }
  }
  finished = true;
}

}  // namespace querent
