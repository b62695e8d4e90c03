// SPDX-License-Identifier: Apache-2.0
#include <querent/datasets/user_datasets.hpp>

#include <algorithm>
#include <stdexcept>
#include <system_error>

#include <fmt/format.h>

#include <querent/datasets/cache.hpp>
#include <querent/datasets/catalogue_parts.hpp>
#include <querent/datasets/checksum.hpp>
#include <querent/datasets/error.hpp>
#include <querent/datasets/text/json_file.hpp>
#include <querent/datasets/text/lowered.hpp>
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
         std::ranges::all_of(name, [](char c) {
           return is_letter(c) || is_digit(c) || c == '.' || c == '_' || c == '-';
         });
}

constexpr const char* kRemedy = "delete it, or add the data set again";

FileRole role_of(const JsonField& field) {
  if (const auto role = file_role(field.text())) return *role;
  field.refuse("the role of a file (edges, labels, features or rows)");
}

std::string checksum_of(const JsonField& field) {
  constexpr std::size_t kDigits = 64;
  const std::string text = field.text();
  if (text.size() != kDigits || text.find_first_not_of("0123456789abcdef") != text.npos)
    field.refuse("the SHA-256 of a file, 64 hexadecimal digits");
  return text;
}

DatasetInfo read_registration(const fs::path& path) {
  constexpr std::size_t kMostBytes = std::size_t{1} << 20;
  const auto json = read_json_file(path, kRemedy, nullptr, kMostBytes);
  const JsonField all(json, path.string(), kRemedy);
  const std::string kind = all["kind"].text();
  if (kind != "graph" && kind != "vectors") all["kind"].refuse("\"graph\" or \"vectors\"");
  DatasetInfo info{.name = path.stem().string(),
                   .kind = kind == "graph" ? DatasetKind::kGraph : DatasetKind::kVectors,
                   .title = "added by you",
                   .licence = "yours"};
  Edition edition;
  all["files"].elements([&](const JsonField& file) {
    if (!fs::path(file["path"].text()).is_absolute()) file["path"].refuse("an absolute path");
    edition.files.push_back({.role = role_of(file["role"]),
                             .path = file["path"].text(),
                             .bytes = file["bytes"].count(),
                             .sha256 = checksum_of(file["sha256"])});
  });
  if (edition.files.empty()) all["files"].refuse("at least one file");
  info.editions.push_back(std::move(edition));
  return info;
}

std::vector<fs::path> registration_files() {
  std::vector<fs::path> paths;
  if (!has_cache_directory()) return paths;
  std::error_code missing;
  for (const auto& entry : fs::directory_iterator(registrations(), missing)) {
    if (entry.path().extension() == ".json" && is_name(entry.path().stem().string()))
      paths.push_back(entry.path());
  }
  std::sort(paths.begin(), paths.end());
  return paths;
}

}  // namespace

std::vector<DatasetInfo> user_datasets(std::vector<std::string>* damaged) {
  std::vector<DatasetInfo> sets;
  for (const fs::path& path : registration_files()) {
    try {
      sets.push_back(read_registration(path));
    } catch (const CorruptError& error) {
      if (damaged == nullptr) throw;
      damaged->emplace_back(error.what());
    }
  }
  return sets;
}

std::vector<std::string> user_dataset_names() {
  std::vector<std::string> names;
  for (const fs::path& path : registration_files()) names.push_back(path.stem().string());
  return names;
}

std::optional<DatasetInfo> find_user_dataset(std::string_view name) {
  for (const fs::path& path : registration_files()) {
    if (lowered(path.stem().string()) == lowered(name)) return read_registration(path);
  }
  return std::nullopt;
}

DatasetInfo add_user_dataset(std::string_view name, DatasetKind kind,
                             const std::vector<std::pair<FileRole, fs::path>>& files) {
  if (!is_name(name)) {
    throw std::invalid_argument(
        fmt::format("{} cannot name a data set: expected 1 to {} letters, digits and . _ -",
                    in_quotes(name), kMaxName));
  }
  if (files.empty()) throw std::invalid_argument("a data set needs at least one file");
  if (const auto known = lookup_in_catalogue(name); known && has_known_content(*known)) {
    throw std::invalid_argument(fmt::format(
        "'{}' is a data set of the catalogue, which knows its checksum — choose another name",
        known->name));
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
