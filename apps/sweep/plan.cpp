// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/sweep/plan.hpp>

#include <algorithm>

#include <fmt/format.h>

#include <querent/datasets/checksum.hpp>

namespace querent::apps {

namespace {

constexpr std::size_t kKeyDigits = 16;

// A readable file name: "PAA-I-0.1-0123456789abcdef".
std::string key_of(const SweepCell& cell, const Json& context) {
  Json identity{{"context", context},
                {"learner", cell.config.learner->name},
                {"query", cell.config.query->name},
                {"learner_params", cell.config.learner_params},
                {"query_params", cell.config.query_params},
                {"rate", cell.rate}};
  for (const auto& axis : cell.axes) identity["grid"][axis.key] = axis.values;
  std::string name = fmt::format("{}-{}", cell.name, cell.rate);
  for (char& c : name) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                       c == '-' || c == '.';
    if (!plain) c = '_';
  }
  return fmt::format("{}-{}", name, sha256(identity.dump()).substr(0, kKeyDigits));
}

}  // namespace

std::vector<SweepCell> sweep_cells(const std::vector<NamedConfig>& configs,
                                   const std::vector<GridAxis>& axes, std::vector<double> rates,
                                   const Json& context, bool pool) {
  std::sort(rates.begin(), rates.end());
  std::vector<SweepCell> cells;
  for (const auto& [name, config] : configs) {
    std::vector<GridAxis> own;
    for (const auto& axis : axes) {
      if (config.learner_params.contains(axis.key) || config.query_params.contains(axis.key))
        own.push_back(axis);
    }
    const bool asks_all = !pool && config.query->params.empty();
    for (const double rate : asks_all ? std::vector{1.0} : rates) {
      SweepCell cell{.name = name, .config = config, .axes = own, .rate = rate, .key = {}};
      cell.key = key_of(cell, context);
      cells.push_back(std::move(cell));
    }
  }
  return cells;
}

Json plan_json(const SweepPlan& plan) {
  Json json{{"querent", QUERENT_VERSION},
            {"title", plan.title},
            {"classes", plan.num_classes},
            {"objective", plan.objective},
            {"positive_weight", plan.positive_weight},
            {"cells", Json::array()}};
  for (const auto& cell : plan.cells)
    json["cells"].push_back(
        {{"key", cell.key}, {"learner", cell.name}, {"target_rate", cell.rate}});
  return json;
}

}  // namespace querent::apps
