// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/reproduce/vector_task.hpp>

#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include <querent/datasets/error.hpp>

namespace querent::apps {

namespace {

VectorData load_one(const std::string& name, const ReproduceOptions& options) {
  SourceOptions source;
  source.source = name;
  source.kind = SourceKind::kVectors;
  return load_raw_vectors(open_source(source, *options.console), source, options.threads,
                          *options.console)
      .data;
}

}  // namespace

VectorTask task_on(TableLine& line) {
  return {.dataset = line.text(), .names = line.list(), .instead = line.list(), .why = line.text()};
}

std::vector<PartSet> part_sets(const std::vector<VectorTask>& tasks) {
  std::vector<PartSet> sets;
  for (const auto& task : tasks) {
    PartSet& set = sets.emplace_back(PartSet{task.dataset, task.names});
    set.sets.insert(set.sets.end(), task.instead.begin(), task.instead.end());
  }
  return sets;
}

const std::vector<Preparation>& preparations() {
  using enum TransformParams::Scale;
  static const std::vector<Preparation> all{
      {"as it comes", {}},
      {"bias", {kNone, true}},
      {"unit norm", {kUnit}},
      {"unit norm, bias", {kUnit, true}},
      {"min-max", {kMinMax}},
      {"min-max, bias", {kMinMax, true}},
      {"standard", {kStandard}},
      {"standard, bias", {kStandard, true}},
      {"z-scores", {kStandard}, true},
      {"z-scores, unit norm", {kStandard, false, {kUnit}}, true},
      {"0 … 999", {kMinMax}, false, 999}};
  return all;
}

const Preparation& preparation(const std::string& text) {
  for (const auto& known : preparations()) {
    if (known.text == text) return known;
  }
  throw std::logic_error("no preparation " + text);
}

std::unique_ptr<PreparedRows> prepared(VectorData data, const Preparation& preparation) {
  if (preparation.dense) data = with_layout(std::move(data), RowLayout::kDense);
  data = transformed(std::move(data), preparation.transform);
  if (preparation.times != 1) {
    for (double& value : data.value) value *= preparation.times;
  }
  auto ready = std::make_unique<PreparedRows>();
  ready->text = preparation.text;
  ready->data = std::move(data);
  ready->examples = dataset_view_of(ready->data);
  return ready;
}

void remark_stand_in(const VectorTask& task, const Report& report,
                     std::vector<std::string>& remarks) {
  const std::string name = task.dataset + " (stand-in";
  if (std::ranges::any_of(report.rows,
                          [&](const auto& row) { return row.dataset.starts_with(name); }))
    remarks.push_back(task.dataset + ": a stand-in, " + task.why + ".");
}

VectorData load_task(VectorTask& task, const ReproduceOptions& options) {
  std::string why = task.why;
  for (const auto* names : {&task.names, &task.instead}) {
    if (names->empty()) continue;
    try {
      std::optional<VectorData> data;
      for (const auto& name : *names) {
        VectorData part = load_one(name, options);
        data = data ? joined(std::move(*data), part) : std::move(part);
      }
      task.stand_in = names == &task.instead;
      return std::move(*data);
    } catch (const IoError& error) {
      why = error.what();
    }
  }
  throw MissingData(why);
}

VectorData joined(VectorData first, const VectorData& second) {
  if (first.classes != second.classes) {
    throw DataError({second.name}, fmt::format("its classes differ from those of {}", first.name));
  }
  const RowLayout layout = first.layout == second.layout && first.features == second.features
                               ? first.layout
                               : RowLayout::kSparse;
  first = with_layout(std::move(first), layout);
  const VectorData rest = with_layout(second, layout);
  first.features = std::max(first.features, rest.features);
  const std::uint64_t begin = first.value.size();
  first.index.insert(first.index.end(), rest.index.begin(), rest.index.end());
  first.value.insert(first.value.end(), rest.value.begin(), rest.value.end());
  for (std::uint64_t i = 1; i <= rest.rows(); ++i) first.offsets.push_back(begin + rest.offsets[i]);
  first.labels.insert(first.labels.end(), rest.labels.begin(), rest.labels.end());
  return first;
}

VectorData rows_of(const VectorData& data, const std::vector<std::uint32_t>& rows) {
  VectorData part;
  part.name = data.name;
  part.layout = data.layout;
  part.features = data.features;
  part.classes = data.classes;
  for (const std::uint32_t i : rows) {
    const auto index = data.row_index(i);
    const auto value = data.row_value(i);
    part.index.insert(part.index.end(), index.begin(), index.end());
    part.value.insert(part.value.end(), value.begin(), value.end());
    part.offsets.push_back(part.value.size());
    part.labels.push_back(data.labels[i]);
  }
  return part;
}

}  // namespace querent::apps
