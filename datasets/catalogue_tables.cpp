// SPDX-License-Identifier: Apache-2.0
// Reads the tables of datasets/catalogue, which the build embeds. sets.tsv has one data set per
// line; files.tsv the files of its editions, in the order in which they are tried. A line with a
// member follows the line of its archive.
#include <querent/datasets/catalogue_parts.hpp>

#include <algorithm>
#include <array>
#include <stdexcept>
#include <string>

#include <fmt/format.h>

#include <querent/datasets/text/number.hpp>

namespace querent {
namespace {

constexpr std::size_t kSetColumns = 15, kFileColumns = 11;

/// Calls `take` with the cells of each line below the header.
template <std::size_t N, class Take>
void for_each_line(std::string_view table, const Take& take) {
  for (std::size_t number = 1, begin = 0; begin < table.size(); ++number) {
    const std::size_t end = table.find('\n', begin);
    std::string_view line = table.substr(begin, end - begin);
    begin = end + 1;
    if (number == 1) continue;
    std::array<std::string_view, N> cells;
    for (std::size_t k = 0; k < N; ++k) {
      const std::size_t tab = line.find('\t');
      if ((tab == line.npos) != (k + 1 == N))
        throw std::logic_error(
            fmt::format("datasets/catalogue: line {} has no {} cells", number, N));
      cells[k] = line.substr(0, tab);
      if (tab != line.npos) line.remove_prefix(tab + 1);
    }
    take(cells);
  }
}

std::uint64_t count(std::string_view cell) {
  return number_in<std::uint64_t>(cell).value_or(0);
}

// "symmetrize=or duplicates=sum"
std::vector<std::pair<std::string, std::string>> options(std::string_view cell) {
  std::vector<std::pair<std::string, std::string>> found;
  while (!cell.empty()) {
    const std::string_view word = cell.substr(0, cell.find(' '));
    const std::size_t equals = word.find('=');
    found.emplace_back(word.substr(0, equals), word.substr(equals + 1));
    cell.remove_prefix(std::min(word.size() + 1, cell.size()));
  }
  return found;
}

DatasetInfo set_of(const std::array<std::string_view, kSetColumns>& cell) {
  return {.name = std::string(cell[0]),
          .kind = cell[1] == "graph" ? DatasetKind::kGraph : DatasetKind::kVectors,
          .title = std::string(cell[2]),
          .licence = std::string(cell[3]),
          .homepage = std::string(cell[4]),
          .paper_rows = std::string(cell[5]),
          .note = std::string(cell[6]),
          .embedded = cell[7] == "yes",
          .facts = {.nodes = count(cell[8]),
                    .edges = count(cell[9]),
                    .classes = count(cell[10]),
                    .features = count(cell[11]),
                    .largest_component_nodes = count(cell[12]),
                    .largest_component_edges = count(cell[13])},
          .read_options = options(cell[14])};
}

}  // namespace

std::vector<DatasetInfo> catalogue_of(std::string_view sets, std::string_view files) {
  std::vector<DatasetInfo> all;
  for_each_line<kSetColumns>(sets, [&](const auto& cell) { all.push_back(set_of(cell)); });
  for_each_line<kFileColumns>(files, [&](const auto& cell) {
    const auto set = std::ranges::find(all, cell[0], &DatasetInfo::name);
    if (set == all.end())
      throw std::logic_error(fmt::format("datasets/catalogue: no set is named {}", cell[0]));
    if (set->editions.size() < count(cell[1]))
      set->editions.push_back(
          {.format = std::string(cell[2]), .mirrored = cell[3] == "yes", .files = {}});
    std::vector<DatasetFile>& of = set->editions.back().files;
    const FileRole role = file_role(cell[4]).value_or(FileRole::kEdges);
    if (!cell[10].empty()) {
      of.back().members.push_back({role, std::string(cell[10]), std::string(cell[7])});
      return;
    }
    of.push_back({.role = role,
                  .path = std::string(cell[5]),
                  .bytes = count(cell[6]),
                  .sha256 = std::string(cell[7]),
                  .content_sha256 = std::string(cell[8]),
                  .url = std::string(cell[9])});
  });
  return all;
}

}  // namespace querent
