// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/output/run_output.hpp>

#include <algorithm>

#include <fmt/ranges.h>

#include <querent/apps/output/run_outputs.hpp>
#include <querent/apps/terminal/escape.hpp>

namespace querent::apps {

std::string predictions_header(bool probabilities) {
  return fmt::format("learner,id,predicted,margin,queried,label,round,final{}\n",
                     probabilities ? ",probability" : "");
}

std::string predictions_csv(const ExperimentResult& experiment, const DatasetView& examples,
                            const std::vector<std::string>& classes,
                            const std::function<std::string(std::uint64_t)>& id,
                            const NodeNames& outside, const std::function<void(double)>& progress) {
  constexpr std::size_t kReportEvery = 4096;  // rows
  std::size_t rows = 0, done = 0;
  for (const auto& result : experiment.results) rows += result.predictions.size();
  const auto class_name = [&](int k) {
    return k < 0 ? std::string() : csv_field(classes[static_cast<std::size_t>(k)]);
  };
  const auto labels_of = [&](std::size_t i) {
    if (examples.label_sets.empty()) return class_name(examples.labels[i]);
    std::vector<std::string> names;
    for (const int k : examples.label_sets[i])
      names.push_back(classes[static_cast<std::size_t>(k)]);
    return csv_field(fmt::format("{}", fmt::join(names, ",")));
  };
  const bool probabilities = std::ranges::any_of(
      experiment.results, [](const auto& result) { return result.calibration.has_value(); });
  std::string csv = predictions_header(probabilities);
  for (const auto& result : experiment.results) {
    for (std::size_t i = 0; i < result.predictions.size(); ++i) {
      if (done++ % kReportEvery == 0)
        progress(static_cast<double>(done) / static_cast<double>(rows));
      const RowPrediction& prediction = result.predictions[i];
      csv += fmt::format("{},{},{},{},{},{},{},{}{}\n", csv_field(result.name), csv_field(id(i)),
                         class_name(prediction.predicted), prediction.margin,
                         prediction.asked ? "yes" : "no", labels_of(i),
                         prediction.round == 0 ? "" : std::to_string(prediction.round),
                         class_name(prediction.final_class),
                         probabilities ? fmt::format(",{}", prediction.probability) : "");
    }
    for (std::size_t i = 0; i < outside.size() && !result.predictions.empty(); ++i)
      csv += fmt::format("{},{},,,no,,,{}\n", csv_field(result.name), csv_field(outside[i]),
                         probabilities ? "," : "");
  }
  return csv;
}

std::string run_outputs::predictions(OutputDirectory& directory, const RunOutcome& run) {
  directory.stage("predictions.csv", predictions_csv(run.experiment, run.examples, run.classes,
                                                     run.id, run.outside, run.progress));
  run.progress(1);
  return {};
}

}  // namespace querent::apps
