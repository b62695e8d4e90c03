// SPDX-License-Identifier: Apache-2.0
#include <querent/datasets/catalogue.hpp>

#include <algorithm>
#include <array>
#include <stdexcept>

#include <fmt/format.h>

#include <querent/datasets/catalogue_parts.hpp>
#include <querent/datasets/error.hpp>
#include <querent/datasets/text/lowered.hpp>
#include <querent/datasets/user_datasets.hpp>

namespace querent {

std::string_view to_string(DatasetKind kind) {
  return kind == DatasetKind::kGraph ? "graph" : "vectors";
}

namespace {

// In the order of FileRole.
constexpr std::array<std::string_view, 7> kRoles{
    "edges", "labels", "features", "rows", "row labels", "test rows", "test row labels"};

}  // namespace

std::string_view to_string(FileRole role) {
  return kRoles.at(static_cast<std::size_t>(role));
}

std::optional<FileRole> file_role(std::string_view name) {
  const auto* const found = std::ranges::find(kRoles, name);
  if (found == kRoles.end()) return std::nullopt;
  return static_cast<FileRole>(found - kRoles.begin());
}

const std::vector<DatasetInfo>& catalogue() {
  static const std::vector<DatasetInfo> sets =
      catalogue_of(catalogue_table("sets.tsv"), catalogue_table("files.tsv"));
  return sets;
}

bool has_known_content(const DatasetInfo& set) {
  const auto known = [](const DatasetFile& file) {
    return !file.sha256.empty() || !file.content_sha256.empty();
  };
  return set.embedded || std::ranges::any_of(set.editions, [&](const Edition& edition) {
           return std::any_of(edition.files.begin(), edition.files.end(), known);
         });
}

std::optional<DatasetInfo> lookup_in_catalogue(std::string_view name) {
  const auto found = std::ranges::find_if(
      catalogue(), [&](const DatasetInfo& set) { return lowered(set.name) == lowered(name); });
  return found == catalogue().end() ? std::nullopt : std::optional(*found);
}

std::optional<DatasetInfo> lookup_dataset(std::string_view name) {
  auto known = lookup_in_catalogue(name);
  if (known && has_known_content(*known)) return known;
  auto added = find_user_dataset(name);
  if (known && added) known->editions = std::move(added->editions);
  return known ? known : added;
}

DatasetInfo find_dataset(std::string_view name) {
  if (auto set = lookup_dataset(name)) return std::move(*set);
  std::vector<std::string> names;
  for (const DatasetInfo& set : catalogue()) names.push_back(set.name);
  for (const std::string& own : user_dataset_names()) names.push_back(own);
  const std::string nearest = nearest_name(name, names);
  throw std::invalid_argument(fmt::format("no data set is named {}{}", in_quotes(name),
                                          nearest.empty()
                                              ? " — querent datasets lists them"
                                              : fmt::format(" — did you mean '{}'?", nearest)));
}

}  // namespace querent
