// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/sweep/store.hpp>

#include <fmt/format.h>

#include <querent/datasets/error.hpp>
#include <querent/datasets/input.hpp>
#include <querent/datasets/write_whole.hpp>

namespace querent::apps {

namespace {

Json read_json(const std::filesystem::path& file) {
  Input input = Input::open(file);
  const std::string text = input.read_all();
  Json json = Json::parse(text, nullptr, false);
  if (json.is_discarded() || !json.is_object()) {
    throw DataError({file.string()},
                    "expected one JSON object — the file is damaged: remove it, and sweep again");
  }
  return json;
}

}  // namespace

CellStore::CellStore(std::filesystem::path directory) : directory_(std::move(directory)) {
  std::error_code error;
  std::filesystem::create_directories(directory_ / "cells", error);
  if (error)
    throw IoError(
        fmt::format("cannot make {}: {}", (directory_ / "cells").string(), error.message()));
}

std::filesystem::path CellStore::place_of(const std::string& key) const {
  return directory_ / "cells" / (key + ".json");
}

std::optional<Json> CellStore::find(const std::string& key) const {
  const auto file = place_of(key);
  if (!std::filesystem::exists(file)) return std::nullopt;
  Json cell = read_json(file);
  if (cell.value("key", "") != key || !cell.contains("runs") || !cell.contains("mean")) {
    throw DataError({file.string()}, fmt::format("expected the finished cell {} — the file is "
                                                 "damaged: remove it, and sweep again",
                                                 key));
  }
  return cell;
}

void CellStore::keep(const std::string& key, const Json& cell) const {
  write_whole(place_of(key), cell.dump(1, ' ', false, Json::error_handler_t::replace) + "\n");
}

Json read_plan(const std::filesystem::path& directory) {
  const auto file = directory / "plan.json";
  if (!std::filesystem::exists(file)) {
    throw DataError({directory.string()},
                    "expected the directory of a sweep, found no plan.json in it");
  }
  Json plan = read_json(file);
  if (!plan.contains("cells") || !plan["cells"].is_array())
    throw DataError({file.string()}, "expected the plan of a sweep, found no cells");
  return plan;
}

}  // namespace querent::apps
