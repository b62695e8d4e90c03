// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/experiment/final_model.hpp>

#include <querent/apps/terminal/interrupt.hpp>

namespace querent::apps {

namespace {

constexpr std::uint64_t kLookEvery = 64;  // rows between looks for an interrupt

// The share of `rows` that `predict` gets wrong.
template <class Predict>
double error_of(const Examples& examples, const std::vector<std::uint32_t>& rows,
                Predict&& predict) {
  std::uint64_t wrong = 0, seen = 0;
  for (const std::uint32_t i : rows) {
    if (seen++ % kLookEvery == 0) check_interrupt();
    wrong += predict(i) != examples.labels[i];
  }
  return rows.empty() ? 0 : static_cast<double>(wrong) / static_cast<double>(rows.size());
}

ScoresOverGraph brought_over_graph(const Examples& examples, const Committee& model,
                                   const std::vector<std::uint32_t>& asked) {
  const auto n = static_cast<std::uint32_t>(examples.labels.size());
  NodeScores Z(n, examples.num_classes);
  std::vector<LabelledNode> labelled;
  std::visit(
      [&](const auto& rows) {
        for (std::uint32_t i = 0; i < n; ++i) {
          if (i % kLookEvery == 0) check_interrupt();
          Z.row(i) = model.scores(rows[i]).transpose();
        }
        for (const std::uint32_t i : asked) {
          Z.row(i) = model.scores_without(rows[i], examples.labels[i]).transpose();
          labelled.push_back({i, examples.labels[i]});
        }
      },
      examples.rows);
  return scores_over_graph(*examples.graph, Z, labelled);
}

}  // namespace

const Committee* committee_of(const LearnerValue& learner) {
  const auto* erased = dynamic_cast<const ErasedLearner<Committee>*>(&learner.erased());
  return erased == nullptr ? nullptr : &erased->get();
}

FinalModel::FinalModel(const Examples& examples, const LearnerValue& learner,
                       const std::vector<std::uint32_t>& asked)
    : examples_(examples), learner_(learner) {
  const Committee* committee = committee_of(learner);
  if (committee == nullptr || examples.graph == nullptr) return;
  over_graph_ = brought_over_graph(examples, *committee, asked);
  classes_ = over_graph_->classes();
}

int FinalModel::operator()(std::uint32_t row) const {
  if (!classes_.empty()) return classes_[row];
  return std::visit([&](const auto& rows) { return learner_.predict(rows[row]).label; },
                    examples_.rows);
}

void judge(const Examples& examples, const FinalModel& model, const Judged& rows,
           RunResult& result) {
  const bool tested = !rows.held_out.empty(), final = !rows.never_asked.empty();
  if (final) result.final_error = error_of(examples, rows.never_asked, model);
  if (tested) result.test_error = error_of(examples, rows.held_out, model);
  if (examples.graph == nullptr) return;
  std::vector<int> known(examples.labels.size(), -1);
  for (const std::uint32_t i : rows.asked) known[i] = examples.labels[i];
  const std::vector<int> spread = spread_labels(*examples.graph, known, examples.num_classes);
  const auto by_spreading = [&](std::uint32_t i) { return spread[i]; };
  if (final) result.spreading_error = error_of(examples, rows.never_asked, by_spreading);
  if (tested) result.spreading_test_error = error_of(examples, rows.held_out, by_spreading);
}

}  // namespace querent::apps
