// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/experiment/final_model.hpp>

#include <querent/apps/terminal/interrupt.hpp>
#include <querent/spectral/propagation/label_spreading.hpp>

namespace querent::apps {

namespace {

constexpr std::uint64_t kRowsBetweenChecks = 64;  // rows between two checks for an interrupt

// The error rate of `predict` on `rows`.
double error_of(const DatasetView& examples, const std::vector<std::uint32_t>& rows,
                auto&& predict) {
  std::uint64_t wrong = 0, seen = 0;
  for (const std::uint32_t i : rows) {
    if (seen++ % kRowsBetweenChecks == 0) check_interrupt();
    wrong += predict(i) != examples.labels[i];
  }
  return rows.empty() ? 0 : static_cast<double>(wrong) / static_cast<double>(rows.size());
}

}  // namespace

FinalModel::FinalModel(const Online& model) : model_(model) {
  if (model.process() == nullptr) return;
  probabilities_ = model.process()->all_probabilities();
  classes_ = best_classes(probabilities_);
}

int FinalModel::operator()(std::uint32_t row) const {
  if (!classes_.empty()) return classes_[row];
  return at_row(row, [&] { return model_.predict(row).label; });
}

void judge(const DatasetView& examples, const std::function<int(std::uint32_t)>& model,
           const Judged& rows, int threads, RunResult& result) {
  const bool tested = !rows.held_out.empty(), final = !rows.never_asked.empty();
  if (final) result.final_error = error_of(examples, rows.never_asked, model);
  if (tested) result.test_error = error_of(examples, rows.held_out, model);
  if (examples.graph == nullptr) return;
  std::vector<int> known(examples.labels.size(), -1);
  for (const std::uint32_t i : rows.asked) known[i] = examples.labels[i];
  const auto go_on = [] {
    check_interrupt();
    return true;
  };
  const std::vector<int> spread = spread_labels(*examples.graph, known, examples.num_classes,
                                                {.go_on = go_on, .threads = threads});
  const auto by_spreading = [&](std::uint32_t i) { return spread[i]; };
  if (final) result.spreading_error = error_of(examples, rows.never_asked, by_spreading);
  if (tested) result.spreading_test_error = error_of(examples, rows.held_out, by_spreading);
}

}  // namespace querent::apps
