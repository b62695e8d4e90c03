// SPDX-License-Identifier: Apache-2.0
#include <querent/datasets/vectors/class_filter.hpp>

#include <algorithm>

#include <fmt/format.h>

namespace querent {

namespace {

std::size_t class_index(const std::string& source, const std::vector<std::string>& classes,
                        const std::string& name) {
  const auto found = std::find(classes.begin(), classes.end(), name);
  if (found != classes.end()) return static_cast<std::size_t>(found - classes.begin());
  const std::string near = nearest_name(name, classes);
  throw DataError(
      {source},
      fmt::format("expected a class {}, found the classes {}{}", in_quotes(name),
                  fmt::join(classes, ", "),
                  near.empty() ? "" : fmt::format(" — did you mean {}?", in_quotes(near))));
}

}  // namespace

ClassTask class_task(const std::string& source, const std::vector<std::string>& classes,
                     const ClassFilter& filter) {
  ClassTask task{.class_of = std::vector<int>(classes.size(), kNoClass), .names = {}};
  std::vector<bool> kept(classes.size(), filter.classes.empty());
  for (const auto& name : filter.classes) kept[class_index(source, classes, name)] = true;
  if (filter.positive.empty()) {
    if (!filter.negative.empty())
      throw DataError({source},
                      "negative classes require positive ones — name the positive classes");
    for (std::size_t c = 0; c < kept.size(); ++c) {
      if (!kept[c]) continue;
      task.class_of[c] = static_cast<int>(task.names.size());
      task.names.push_back(classes[c]);
    }
    return task;
  }
  const bool rest = filter.rest();
  for (std::size_t c = 0; rest && c < kept.size(); ++c) {
    if (kept[c]) task.class_of[c] = 0;
  }
  for (const auto& name : filter.positive) {
    const std::size_t c = class_index(source, classes, name);
    if (!kept[c])
      throw DataError({source},
                      fmt::format("the class {} is positive but not among the selected classes",
                                  in_quotes(name)));
    task.class_of[c] = 1;
  }
  for (const auto& name : filter.negative) {
    if (rest) break;
    const std::size_t c = class_index(source, classes, name);
    if (!kept[c])
      throw DataError({source},
                      fmt::format("the class {} is negative but not among the selected classes",
                                  in_quotes(name)));
    if (task.class_of[c] == 1)
      throw DataError({source},
                      fmt::format("the class {} is both positive and negative", in_quotes(name)));
    task.class_of[c] = 0;
  }
  task.names = {rest ? "rest" : fmt::format("{}", fmt::join(filter.negative, ",")),
                fmt::format("{}", fmt::join(filter.positive, ","))};
  return task;
}

VectorData select_classes(VectorData data, const ClassFilter& filter) {
  if (filter.classes.empty() && filter.positive.empty() && filter.negative.empty()) return data;
  if (!data.label_sets.empty())
    throw DataError({data.name}, "classes cannot be selected if rows have several labels");
  const ClassTask task = class_task(data.name, data.classes, filter);
  VectorData out{.name = data.name,
                 .layout = data.layout,
                 .features = data.features,
                 .classes = task.names,
                 .feature_names = data.feature_names,
                 .report = data.report};
  for (std::uint64_t i = 0; i < data.rows(); ++i) {
    const int old = data.labels[i];
    const int label = old == kNoClass ? kNoClass : task.class_of[static_cast<std::size_t>(old)];
    if (old != kNoClass && label == kNoClass) continue;
    const auto index = data.row_index(i);
    const auto value = data.row_value(i);
    out.index.insert(out.index.end(), index.begin(), index.end());
    out.value.insert(out.value.end(), value.begin(), value.end());
    out.offsets.push_back(out.value.size());
    out.labels.push_back(label);
    out.row_numbers.push_back(data.row_number(i));
  }
  if (const std::uint64_t left_out = data.rows() - out.rows(); left_out > 0) {
    out.report.notes.push_back(fmt::format("{} rows of other classes were left out", left_out));
  }
  return out;
}

}  // namespace querent
