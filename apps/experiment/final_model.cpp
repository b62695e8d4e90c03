// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/experiment/final_model.hpp>

#include <querent/apps/terminal/interrupt.hpp>
#include <querent/spectral/label_spreading.hpp>

namespace querent::apps {

namespace {

constexpr std::uint64_t kLookEvery = 64;  // rows between looks for an interrupt

// The share of `rows` that `predict` gets wrong; 0 of none.
template <class Predict>
double error_of(const Examples& examples, const std::vector<std::uint32_t>& rows,
                Predict&& predict) {
  if (rows.empty()) return 0;
  std::uint64_t wrong = 0, seen = 0;
  for (const std::uint32_t i : rows) {
    if (seen++ % kLookEvery == 0) check_interrupt();
    wrong += predict(i) != examples.labels[i];
  }
  return static_cast<double>(wrong) / static_cast<double>(rows.size());
}

}  // namespace

void judge(const Examples& examples, const LearnerValue& learner, const Judged& rows,
           RunResult& result) {
  const auto by_model = [&](std::uint32_t i) {
    return std::visit([&](const auto& all) { return learner.predict(all[i]).label; },
                      examples.rows);
  };
  result.final_error = error_of(examples, rows.never_asked, by_model);
  const bool tested = !rows.held_out.empty();
  if (tested) result.test_error = error_of(examples, rows.held_out, by_model);
  if (examples.graph == nullptr) return;
  std::vector<int> known(examples.labels.size(), -1);
  for (const std::uint32_t i : rows.asked) known[i] = examples.labels[i];
  const std::vector<int> spread = spread_labels(*examples.graph, known, examples.num_classes);
  const auto by_spreading = [&](std::uint32_t i) { return spread[i]; };
  result.spreading_error = error_of(examples, rows.never_asked, by_spreading);
  if (tested) result.spreading_test_error = error_of(examples, rows.held_out, by_spreading);
}

}  // namespace querent::apps
