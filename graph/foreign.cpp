// SPDX-License-Identifier: Apache-2.0
// Formats that no reader supports, with advice for conversion.
#include <array>
#include <string>

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
  static constexpr std::array<Foreign, 18> kForeign{{
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
      {"graph {"sv, kGraphviz},
      {"digraph "sv, kGraphviz},
      {"strict "sv, kGraphviz},
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
  const std::string begin = lowered(FileHead(head).text.substr(0, 20));
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
