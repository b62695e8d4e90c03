// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/sweep/sweep.hpp>

#include <algorithm>
#include <limits>
#include <set>

#include <fmt/format.h>

#include <querent/apps/terminal/usage_error.hpp>
#include <querent/datasets/checksum.hpp>
#include <querent/datasets/error.hpp>
#include <querent/datasets/text/json_file.hpp>
#include <querent/datasets/write_whole.hpp>

namespace querent::apps {

namespace {
constexpr const char* kChecksum = "sha256";
}

std::string sealed(Json json) {
  json.erase(kChecksum);
  json[kChecksum] = sha256(dumped(json, 1));
  return dumped(json, 1);
}

Json read_sealed(const std::filesystem::path& file, const std::string& remedy) {
  std::string text;
  Json json = read_json_file(file, remedy, &text);
  JsonField(json, file.string(), remedy)[kChecksum].text();
  if (sealed(json) != text) {  // a damaged digit may not change a number, but it is damage
    throw CorruptError(fmt::format("{}: the checksum does not match the content — {}",
                                   printable(file.string()), remedy));
  }
  json.erase(kChecksum);
  return json;
}

namespace {

constexpr const char* kRemedy = "remove it and repeat the sweep";

// A key becomes a file name, so it must not lead out of the directory.
void check_key(const JsonField& field) {
  constexpr std::size_t kLongest = 200;
  const std::string key = field.text(kLongest);
  const bool plain = std::all_of(key.begin(), key.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
           c == '.' || c == '_';
  });
  if (key.empty() || key.front() == '.' || !plain)
    field.refuse("the key of a cell (letters, digits and - . _)");
}

void check_plan(const JsonField& plan) {
  static const std::set<std::string> kObjectives{"accuracy", "error_rate", "f1", "weighted_sum",
                                                 "cost",     "wss95",      "atd"};
  constexpr std::uint64_t kMostClasses = 1u << 31;
  plan["title"].text();
  plan["source"];  // must be there; no table uses it
  const std::uint64_t classes = plan["classes"].count();
  if (classes < 2 || classes > kMostClasses) plan["classes"].refuse("at least 2 classes");
  if (!kObjectives.contains(plan["objective"].text())) plan["objective"].refuse("a measure");
  plan["positive_weight"].number_in(0, 1);
  std::set<std::string> keys;
  plan["cells"].elements([&](const JsonField& cell) {
    check_key(cell["key"]);
    if (!keys.insert(cell["key"].text()).second) cell["key"].refuse("each key once");
    cell["learner"].text();
    cell["target_rate"].number_in(0, 1);
  });
}

// The estimated error is null without enough random checks, the measures of --find where the recall
// was not reached.
void check_measure(const std::string& name, const JsonField& value) {
  static const std::set<std::string> kShares{"estimated_error"};
  static const std::set<std::string> kNullable{
      "estimated_error",         "wss95",           "wss100", "atd", "recall",
      "recall_after_10_percent", "recall_after_100"};
  if (value.json().is_null() && kNullable.contains(name)) return;
  if (kShares.contains(name))
    value.number_in(0, 1);
  else
    value.number();
}

// Every measure in the means needs a deviation and a value in every run.
void check_measures(const JsonField& cell, const std::vector<std::string>& shown) {
  for (const auto& name : shown) check_measure(name, cell["mean"][name]);
  std::vector<std::string> names;
  cell["mean"].fields([&](const std::string& name, const JsonField& mean) {
    check_measure(name, mean);
    const JsonField deviation = cell["std"][name];
    check_measure(name, deviation);
    if (deviation.json().is_number()) deviation.number_in(0, std::numeric_limits<double>::max());
    names.push_back(name);
  });
  cell["std"].fields(
      [&](const std::string& name, const JsonField&) { check_measure(name, cell["mean"][name]); });
  if (cell["runs"].json().empty()) cell["runs"].refuse("at least one run");
  cell["runs"].elements([&](const JsonField& run) {
    for (const auto& name : names) check_measure(name, run[name]);
  });
}

void check_cell(const JsonField& cell, const PlannedCell& planned, const Json& plan) {
  if (cell["key"].text() != planned.key)
    cell["key"].refuse(fmt::format("the cell {}", planned.key));
  if (cell["name"].text() != planned.learner)
    cell["name"].refuse(fmt::format("the learner {}", in_quotes(planned.learner)));
  if (cell["target_rate"].number() != planned.target_rate)
    cell["target_rate"].refuse(fmt::format("{}", planned.target_rate));
  cell["reached"].flag();
  cell["tuning"].text();
  cell["learner"]["name"].text();
  cell["learner"]["params"].fields(
      [](const std::string&, const JsonField& value) { value.number(); });
  std::vector<std::string> shown = measures_shown(cell.json(), plan);
  shown.insert(shown.end(), {"query_rate", plan["objective"].get<std::string>()});
  check_measures(cell, shown);
}

}  // namespace

std::vector<std::string> measures_shown(const Json& cell, const Json& plan) {
  const auto has = [&](const char* measure) {
    return cell.contains("mean") && cell["mean"].contains(measure);
  };
  std::vector<std::string> shown{"error_rate"};
  for (const char* name : {"wss95", "atd"}) {
    if (has(name)) shown.emplace_back(name);
  }
  if (has("test_error")) shown.emplace_back("test_error");
  if (has("ranking_loss") || plan["classes"] != 2) return shown;
  const bool weighted = plan["positive_weight"] != 0.5;
  for (const char* name : {"f1", weighted ? "weighted_sum" : "balanced_accuracy", "cost"})
    shown.emplace_back(name);
  for (const char* name : {"auc", "log_loss"}) {
    if (has(name)) shown.emplace_back(name);
  }
  return shown;
}

std::vector<PlannedCell> planned_cells(const Json& plan) {
  std::vector<PlannedCell> cells;
  for (const auto& cell : plan["cells"])
    cells.push_back({cell["key"], cell["learner"], cell["target_rate"]});
  return cells;
}

void CellStore::make() const {
  const auto cells = directory_ / "cells";
  std::error_code error;
  std::filesystem::create_directories(directory_, error);
  if (!error) std::filesystem::create_directory(cells, error);
  if (error)
    throw IoError(fmt::format("cannot make {}: {}", printable(cells.string()), error.message()));
  if (std::filesystem::is_symlink(cells)) {
    throw IoError(fmt::format("{}: expected a directory, found a link — remove it",
                              printable(cells.string())));
  }
  sweep_leftovers(cells);
}

std::filesystem::path CellStore::place_of(const std::string& key) const {
  return directory_ / "cells" / (key + ".json");
}

std::optional<Json> CellStore::find(const PlannedCell& planned, const Json& plan) const {
  const auto file = place_of(planned.key);
  if (!std::filesystem::exists(file)) return std::nullopt;
  Json cell = read_sealed(file, kRemedy);
  check_cell(JsonField(cell, file.string(), kRemedy), planned, plan);
  return cell;
}

void CellStore::keep(const std::string& key, const Json& cell) const {
  write_whole(place_of(key), sealed(cell), Links::kReplace);
}

Json read_plan(const std::filesystem::path& directory) {
  const auto file = directory / "plan.json";
  if (!std::filesystem::exists(file)) {
    throw DataError({directory.string()},
                    "expected the directory of a sweep, found no plan.json in it — name the --out "
                    "directory of `querent sweep`");
  }
  Json plan = read_sealed(file, kRemedy);
  check_plan(JsonField(plan, file.string(), kRemedy));
  return plan;
}

void write_plan(const std::filesystem::path& directory, const Json& plan) {
  // a link is not accepted as a sweep
  if (std::filesystem::is_regular_file(std::filesystem::symlink_status(directory / "plan.json"))) {
    std::set<std::string> own;
    const std::vector<PlannedCell> cells = planned_cells(plan);
    for (const PlannedCell& cell : cells) own.insert(cell.key);
    for (const PlannedCell& cell : planned_cells(read_plan(directory))) {
      if (own.contains(cell.key)) continue;
      const bool named = std::any_of(cells.begin(), cells.end(), [&](const PlannedCell& one) {
        return one.learner == cell.learner && one.target_rate == cell.target_rate;
      });
      throw UsageError(
          "{} holds another sweep ({} at {} {}), whose tables would be replaced — give another "
          "--out directory, or remove that one",
          directory.string(), cell.learner, cell.target_rate,
          named ? "was run on other data or with other settings" : "is not a cell of this one");
    }
  }
  write_whole(directory / "plan.json", sealed(plan), Links::kReplace);
}

}  // namespace querent::apps
