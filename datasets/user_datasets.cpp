// SPDX-License-Identifier: Apache-2.0
#include <querent/datasets/user_datasets.hpp>

#include <algorithm>
#include <fstream>
#include <stdexcept>
#include <system_error>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <querent/datasets/cache.hpp>
#include <querent/datasets/catalogue_parts.hpp>
#include <querent/datasets/checksum.hpp>
#include <querent/datasets/error.hpp>
#include <querent/datasets/write_whole.hpp>

namespace querent {
namespace fs = std::filesystem;
namespace {

constexpr std::size_t kMaxName = 64;

fs::path registrations() {
  return cache_directory() / "added";
}

bool is_name(std::string_view name) {
  return !name.empty() && name.size() <= kMaxName && name.front() != '.' && name.front() != '-' &&
         std::all_of(name.begin(), name.end(), [](char c) {
           return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                  c == '.' || c == '_' || c == '-';
         });
}

FileRole role_named(std::string_view text) {
  for (const FileRole role :
       {FileRole::kEdges, FileRole::kLabels, FileRole::kFeatures, FileRole::kRows,
        FileRole::kRowLabels, FileRole::kTestRows, FileRole::kTestRowLabels}) {
    if (to_string(role) == text) return role;
  }
  throw std::invalid_argument(fmt::format("no file role is named {}", in_quotes(text)));
}

DatasetInfo read_registration(const fs::path& path) {
  std::ifstream in(path);
  if (!in) throw IoError(fmt::format("cannot open {}", path.string()));
  try {
    const auto json = nlohmann::json::parse(in);
    DatasetInfo info{
        .name = path.stem().string(),
        .kind = json.at("kind") == "graph" ? DatasetKind::kGraph : DatasetKind::kVectors,
        .title = "added by you",
        .licence = "yours"};
    Edition edition;
    for (const auto& file : json.at("files")) {
      edition.files.push_back({.role = role_named(file.at("role").get<std::string>()),
                               .path = file.at("path"),
                               .bytes = file.at("bytes"),
                               .sha256 = file.at("sha256")});
    }
    info.editions.push_back(std::move(edition));
    return info;
  } catch (const std::exception& error) {  // nlohmann's, or an unknown role
    throw DataError(
        {path.string()},
        fmt::format("this registration is damaged ({}) — delete it, or add the data set again",
                    error.what()));
  }
}

}  // namespace

std::vector<DatasetInfo> user_datasets() {
  std::vector<fs::path> paths;
  std::error_code missing;
  for (const auto& entry : fs::directory_iterator(registrations(), missing)) {
    if (entry.path().extension() == ".json" && is_name(entry.path().stem().string()))
      paths.push_back(entry.path());
  }
  std::sort(paths.begin(), paths.end());
  std::vector<DatasetInfo> sets;
  for (const fs::path& path : paths) sets.push_back(read_registration(path));
  return sets;
}

DatasetInfo add_user_dataset(std::string_view name, DatasetKind kind,
                             const std::vector<std::pair<FileRole, fs::path>>& files) {
  if (!is_name(name)) {
    throw std::invalid_argument(
        fmt::format("{} cannot name a data set: expected 1 to {} letters, digits and . _ -",
                    in_quotes(name), kMaxName));
  }
  if (files.empty()) throw std::invalid_argument("a data set needs at least one file");
  if (const auto known = lookup_in_catalogue(name); known && !known->editions.empty()) {
    throw std::invalid_argument(
        fmt::format("'{}' is a data set of the catalogue — choose another name", known->name));
  }
  nlohmann::json json{{"kind", to_string(kind)}, {"files", nlohmann::json::array()}};
  for (const auto& [role, path] : files) {
    std::error_code error;
    const fs::path absolute = fs::canonical(path, error);
    if (error || !fs::is_regular_file(absolute)) {
      throw IoError(
          fmt::format("cannot add {}: {}", path.string(), error ? error.message() : "not a file"));
    }
    json["files"].push_back({{"role", to_string(role)},
                             {"path", absolute.string()},
                             {"bytes", fs::file_size(absolute)},
                             {"sha256", sha256_of_file(absolute)}});
  }
  fs::create_directories(registrations());
  const fs::path path = registrations() / fmt::format("{}.json", name);
  write_whole(path, json.dump(2) + "\n");
  return read_registration(path);
}

}  // namespace querent
