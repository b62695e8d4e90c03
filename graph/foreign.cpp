// SPDX-License-Identifier: Apache-2.0
// Formats that no reader supports, with advice for conversion.
#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <querent/datasets/bibliography/works.hpp>
#include <querent/datasets/text/lowered.hpp>
#include <querent/graph/formats.hpp>

namespace querent {

namespace {

constexpr std::string_view kPickle =
    "a Python pickle — it would run code: write the edges as lines \"u v\"";
constexpr std::string_view kPage = "a web page — the download may have failed: get the file itself";
constexpr std::string_view kJson =
    "JSON that has no \"nodes\" and \"links\" — write networkx.node_link_data(G), or the edges as "
    "lines "
    "\"u v\"";
constexpr std::string_view kExport =
    "an export of a bibliography — `querent graph FILE --out DIR` makes a graph of it (--kind "
    "citations for a systematic review)";
constexpr std::string_view kGraphviz = "Graphviz — write the edges as lines \"u v\"";
constexpr std::string_view kUcinet = "UCINET's DL — export it for Pajek (.net)";
constexpr std::string_view kGraph6 =
    "graph6 or sparse6 — read it by NetworkX, and networkx.write_edgelist(G, FILE)";
constexpr std::string_view kEndNote =
    "an export of EndNote — export it in the output style RefMan (RIS), and make a graph by "
    "`querent graph FILE --out DIR`";

/// The whole numbers of a line; nullopt if anything else is in it.
std::optional<std::vector<std::uint64_t>> whole_numbers(std::string_view line) {
  constexpr std::string_view kBlanks = " \t\r";
  std::vector<std::uint64_t> numbers;
  for (std::size_t at = 0; (at = line.find_first_not_of(kBlanks, at)) < line.size();) {
    const char* const end = line.data() + line.size();
    const auto [stop, error] = std::from_chars(line.data() + at, end, numbers.emplace_back());
    if (error != std::errc{} || (stop < end && kBlanks.find(*stop) == kBlanks.npos))
      return std::nullopt;
    at = static_cast<std::size_t>(stop - line.data());
  }
  return numbers;
}

/// METIS: "n m" or "n m fmt ncon", then n lines of the neighbours of nodes 1 … n. An edge list that
/// begins so differs: in METIS each edge is in the lines of both its ends.
bool is_metis(std::string_view head) {
  const bool cut = head.size() >= 65536;
  std::uint64_t n = 0, m = 0, skip = 0, step = 1, ends = 0, known = 0;
  std::vector<std::vector<std::uint64_t>> rows;
  while (!head.empty()) {
    const std::size_t end = std::min(head.find('\n'), head.size());
    if (cut && end == head.size()) break;
    const std::string_view line = head.substr(0, end);
    head.remove_prefix(std::min(end + 1, head.size()));
    if (line.starts_with('%')) continue;
    const auto numbers = whole_numbers(line);
    if (!numbers || (n > 0 && rows.size() == n && !numbers->empty())) return false;
    if (n == 0) {
      if (numbers->size() < 2 || numbers->size() > 4) return false;
      n = (*numbers)[0], m = (*numbers)[1];
      const std::uint64_t format = numbers->size() > 2 ? (*numbers)[2] : 0;
      if (n == 0 || m == 0 || format > 111) return false;
      step = format % 10 > 0 ? 2 : 1;  // a weight after each neighbour
      skip = format / 100 + (format / 10 % 10 > 0 ? (numbers->size() > 3 ? (*numbers)[3] : 1) : 0);
    } else if (rows.size() < n) {
      auto& row = rows.emplace_back();
      for (std::size_t k = skip; k < numbers->size(); k += step) {
        const std::uint64_t neighbour = row.emplace_back((*numbers)[k]);
        if (neighbour == 0 || neighbour > n || neighbour == rows.size()) return false;
      }
      ends += row.size();
      std::ranges::sort(row);
    }
  }
  if (cut ? ends == 0 : rows.size() < n || ends != 2 * m) return false;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    for (const std::uint64_t j : rows[i]) {
      if (j > rows.size()) continue;  // cut off
      if (!std::ranges::binary_search(rows[j - 1], i + 1)) return false;
      ++known;
    }
  }
  return known > 0;
}

/// The name of the first member of a zip archive, which identifies the program that wrote it.
std::string_view first_member(std::string_view head) {
  constexpr std::size_t kHeader = 30, kLengthAt = 26;
  if (head.size() < kHeader) return {};
  const auto byte = [&](std::size_t i) { return std::size_t{static_cast<unsigned char>(head[i])}; };
  return head.substr(kHeader, byte(kLengthAt) + 256 * byte(kLengthAt + 1));
}

}  // namespace

std::string_view foreign_format(std::string_view head) {
  using namespace std::string_view_literals;
  if (is_export(head)) return kExport;
  struct Foreign {
    std::string_view begin;  // in lower case
    std::string_view what;
  };
  static constexpr std::array<Foreign, 24> kForeign{{
      {"matlab 5.0 mat-file"sv, "a MATLAB file — write its matrix by scipy.io.mmwrite"sv},
      {"\x89hdf\r\n"sv, "HDF5 — write its matrix by scipy.io.mmwrite"sv},
      {"\x80\x02"sv, kPickle},
      {"\x80\x03"sv, kPickle},
      {"\x80\x04"sv, kPickle},
      {"\x80\x05"sv, kPickle},
      {"arrow1"sv, "Arrow (Feather) — write the edges as CSV"sv},
      {"feather"sv, "Feather — write the edges as CSV"sv},
      {"par1"sv, "Parquet — write the edges as CSV"sv},
      {"sqlite format 3"sv, "an SQLite database — write the edges as CSV"sv},
      {"%pdf-"sv, "PDF — give the file of edges itself"sv},
      {"<!doctype html"sv, kPage},
      {"<html"sv, kPage},
      {"{\""sv, kJson},
      {"{\n"sv, kJson},
      {"digraph "sv, kGraphviz},
      {"strict "sv, kGraphviz},
      {"/*"sv, kGraphviz},
      {"dl n="sv, kUcinet},
      {"dl nr="sv, kUcinet},
      {"dl\n"sv, kUcinet},
      {">>graph6<<"sv, kGraph6},
      {">>sparse6<<"sv, kGraph6},
      {"%0 "sv, kEndNote},
  }};
  if (head.starts_with("PK\x03\x04")) {
    const std::string_view member = first_member(head);
    if (member.starts_with("[Content_Types]") || member.starts_with("xl/") ||
        member.starts_with("_rels/"))
      return "a spreadsheet (xlsx) — save it as CSV";
    if (member.find("data.pkl") != member.npos || member.ends_with("/version"))
      return "a PyTorch file, which holds a Python pickle — it would run code: save the edges by "
             "numpy.savez";
  }
  if (head.size() >= 262 && head.substr(257, 5) == "ustar")
    return "a tar archive — unpack it and give the file of edges";
  if (is_metis(head))
    return "METIS — leave out its first line and its weights, begin each other line with its "
           "number, and read it with adjacency=true";
  const std::string_view text = FileHead(head).text;
  const std::string_view line = text.substr(0, text.find('\n'));
  const std::string begin = lowered(text.substr(0, 20));
  if (begin.starts_with("graph ") && line.find('{') != line.npos) return kGraphviz;
  if (line.starts_with('<') && text.substr(0, 200).find("<xml>") != text.npos) return kEndNote;
  for (const auto& [start, what] : kForeign) {
    if (begin.starts_with(start)) return what;
  }
  return {};
}

GraphFormat formats::foreign() {
  return {.name = "a format that is not read",
          .holds = Holds::kUnread,
          .recognises = [](const FileHead& head) { return !foreign_format(head.bytes).empty(); }};
}

}  // namespace querent
