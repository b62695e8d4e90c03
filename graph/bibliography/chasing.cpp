// SPDX-License-Identifier: Apache-2.0
#include <querent/graph/bibliography/chasing.hpp>

#include <algorithm>
#include <stdexcept>

#include <fmt/format.h>

#include <querent/datasets/bibliography/names.hpp>
#include <querent/datasets/error.hpp>
#include <querent/datasets/input.hpp>
#include <querent/datasets/text/number.hpp>
#include <querent/graph/bibliography/read_folder.hpp>

namespace querent {

namespace {

// Prior counts for π: half a relevant work in five, or less if there are few.
constexpr double kRelevant = 0.5, kAll = 5;

using Lists = std::vector<std::vector<Node>>;

void read_citations(const std::filesystem::path& path, const NodeIds& ids, Lists& cites) {
  Input input = Input::open(path);
  LineReader lines(input);
  for (std::string_view line; lines.next(line);) {
    const std::size_t tab = line.find('\t');
    const auto from = ids.find(line.substr(0, tab));
    const auto to = tab == std::string_view::npos ? std::nullopt : ids.find(line.substr(tab + 1));
    if (!from || !to) refuse_line(lines, "two ids of labels.tsv separated by a tab");
    cites[*from].push_back(*to);
  }
}

void read_missing(const std::filesystem::path& path, std::vector<MissingWork>& missing,
                  Lists& cites) {
  Input input = Input::open(path);
  LineReader lines(input);
  std::string_view line;
  lines.next(line);  // the header
  while (lines.next(line)) {
    std::vector<std::string_view> cells;
    for (std::size_t begin = 0; begin <= line.size();) {
      const std::size_t end = std::min(line.find('\t', begin), line.size());
      cells.push_back(line.substr(begin, end - begin));
      begin = end + 1;
    }
    constexpr std::size_t kColumns = 4;
    const auto cited = cells.size() == kColumns ? scan_integer(cells[0]) : std::nullopt;
    if (!cited || *cited < 0)
      refuse_line(lines, "a number, a DOI, a reference and lines of labels.tsv");
    for (const std::string_view text : parts_of(cells[3], " ")) {
      const auto number = scan_integer(text);
      if (!number || *number < 1 || static_cast<std::uint64_t>(*number) > cites.size())
        refuse_line(lines, "numbers of lines of labels.tsv");
      cites[static_cast<std::size_t>(*number - 1)].push_back(
          static_cast<Node>(cites.size() + missing.size()));
    }
    missing.push_back(
        {std::string(cells[1]), std::string(cells[2]), static_cast<std::uint64_t>(*cited)});
  }
}

}  // namespace

std::vector<double> chase(const Incidence& cited, std::span<const double> relevant) {
  constexpr double c = 20, m = 3;
  const std::uint64_t records = cited.num_groups();
  if (relevant.size() != records)
    throw std::invalid_argument("chase: expected a probability for each record");
  std::vector<double> r(records, 0), d(records, 0);
  double sum = 0, relevant_of[2] = {0, 0}, all_of[2] = {kAll, kAll};
  for (std::uint64_t j = 0; j < records; ++j) {
    for (const Node w : cited.group(j)) {
      if (w < records) r[j] += relevant[w];
    }
    d[j] = static_cast<double>(cited.group(j).size());
    sum += relevant[j];
    for (const bool one : {false, true}) {
      const double weight = one ? relevant[j] : 1 - relevant[j];
      relevant_of[one] += weight * r[j];
      all_of[one] += weight * d[j];
    }
  }
  relevant_of[1] += kRelevant;
  if (records > 0) relevant_of[0] += kRelevant * sum / static_cast<double>(records);
  const double pi1 = relevant_of[1] / all_of[1], pi0 = relevant_of[0] / all_of[0];
  const std::uint64_t members = std::max(cited.num_members, records);
  std::vector<double> score(members - records, 0), times(members - records, 0);
  for (std::uint64_t j = 0; j < records; ++j) {
    const double prior = relevant[j] * pi1 + (1 - relevant[j]) * pi0;
    const double h = (r[j] + c * prior) / (d[j] + c);
    for (const Node w : cited.group(j)) {
      if (w < records) continue;
      score[w - records] += h;
      ++times[w - records];
    }
  }
  for (std::size_t w = 0; w < score.size(); ++w) {
    if (times[w] > 0) score[w] /= times[w] + m;
  }
  return score;
}

FolderCitations read_folder_citations(const GraphFolder& folder) {
  FolderCitations found;
  if (folder.citations.empty() || folder.missing.empty()) return found;
  const NodeIds ids = read_folder_ids(folder);
  Lists cites(ids.size());
  read_citations(folder.citations, ids, cites);
  read_missing(folder.missing, found.missing, cites);
  found.records = ids.names();
  for (std::vector<Node>& one : cites) {
    std::sort(one.begin(), one.end());
    one.erase(std::unique(one.begin(), one.end()), one.end());
    found.cited.add_group(one);
  }
  found.cited.num_members = ids.size() + found.missing.size();
  return found;
}

}  // namespace querent
