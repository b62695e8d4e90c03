// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <string>

#include <querent/datasets/lowered.hpp>
#include <querent/graph/read.hpp>
#include <querent/graph/readers/adjacency.hpp>
#include <querent/graph/readers/node_link.hpp>

namespace querent {

namespace {

constexpr std::string_view kPickle =
    "a Python pickle — it would run code: write the edges as lines \"u v\"";
constexpr std::string_view kPage = "a web page — the download may have failed: get the file itself";
constexpr std::string_view kJson =
    "JSON that has no \"nodes\" and \"links\" — write networkx.node_link_data(G), or the edges as lines "
    "\"u v\"";
constexpr std::string_view kGraphviz = "Graphviz — write the edges as lines \"u v\"";

std::string_view without_blanks_in_front(std::string_view text) {
  const auto first = text.find_first_not_of(" \t\r\n");
  return first == text.npos ? std::string_view{} : text.substr(first);
}

/// The first line that is neither empty nor a comment.
std::string_view first_line(std::string_view text) {
  while (!(text = without_blanks_in_front(text)).empty()) {
    const auto end = std::min(text.find_first_of("\r\n"), text.size());
    if (text.front() != '#' && text.front() != '%') return text.substr(0, end);
    text.remove_prefix(end);
  }
  return {};
}

/// `key [` or `graph` and then `[`, perhaps after other keys: only GML opens lists so.
bool is_gml(std::string_view head) {
  for (std::size_t at = head.find("graph"); at != head.npos; at = head.find("graph", at + 1)) {
    const bool begins = at == 0 || head[at - 1] == '\n' || head[at - 1] == '\r' ||
                        head[at - 1] == ' ' || head[at - 1] == '\t';
    if (begins && without_blanks_in_front(head.substr(at + 5)).starts_with('[')) return true;
  }
  return false;
}

/// id, then at least three columns of 0 and 1, then a class: told from its first dozen columns.
bool is_linqs_content(std::string_view line) {
  const auto id_end = line.find('\t');
  if (id_end == line.npos) return false;
  line.remove_prefix(id_end);
  std::size_t words = 0;
  while (words < 12 && line.size() > 2 &&
         (line.starts_with("\t0\t") || line.starts_with("\t1\t"))) {
    line.remove_prefix(2);
    ++words;
  }
  return words >= 2;
}

/// The name of the first member of a zip archive, which says what program wrote it.
std::string_view first_member(std::string_view head) {
  constexpr std::size_t kHeader = 30, kLengthAt = 26;
  if (head.size() < kHeader) return {};
  const auto byte = [&](std::size_t i) { return std::size_t{static_cast<unsigned char>(head[i])}; };
  return head.substr(kHeader, byte(kLengthAt) + 256 * byte(kLengthAt + 1));
}

/// *Vertices or *Network, whatever their case, behind comments.
bool is_pajek(std::string_view text) {
  while (text.starts_with('%')) text = without_blanks_in_front(text.substr(std::min(text.find('\n'), text.size())));
  const std::string word = lowered(text.substr(0, 9));
  return word.starts_with("*vertices") || word.starts_with("*network");
}

/// label index:value index:value …
bool is_svmlight(std::string_view line) {
  const auto blank = line.find(' ');
  if (blank == line.npos) return false;
  const std::string_view second = line.substr(blank + 1);
  const auto colon = second.find(':');
  return colon != second.npos && colon > 0 &&
         second.substr(0, colon).find_first_not_of("0123456789") == second.npos &&
         colon + 1 < second.size() &&
         std::string_view("+-.0123456789").find(second[colon + 1]) != std::string_view::npos;
}

}  // namespace

std::string_view to_string(GraphFormat format) {
  switch (format) {
    case GraphFormat::kEdgeList:
      return "edge list";
    case GraphFormat::kGml:
      return "GML";
    case GraphFormat::kGraphMl:
      return "GraphML";
    case GraphFormat::kMatrixMarket:
      return "Matrix Market";
    case GraphFormat::kNpz:
      return "npz";
    case GraphFormat::kLinqsContent:
      return "LINQS content";
    case GraphFormat::kPubmedCites:
      return "Pubmed citations";
    case GraphFormat::kPubmedNodes:
      return "Pubmed papers";
    case GraphFormat::kFourArea:
      return "DBLP four-area";
    case GraphFormat::kAdjacency:
      return "adjacency list";
    case GraphFormat::kGexf:
      return "GEXF";
    case GraphFormat::kPajek:
      return "Pajek";
    case GraphFormat::kNodeLink:
      return "node-link JSON";
    case GraphFormat::kSvmlight:
      return "svmlight";
    case GraphFormat::kForeign:
      return "a format that is not read";
  }
  return "";
}

std::string_view foreign_format(std::string_view head) {
  using namespace std::string_view_literals;
  struct Foreign {
    std::string_view begin;  // in lower case
    std::string_view what;
  };
  static constexpr std::array<Foreign, 19> kForeign{{
      {"\x93numpy"sv,
       "a NumPy array — save its matrix by scipy.sparse.save_npz('g.npz', scipy.sparse.csr_matrix(A))"sv},
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
  const std::string begin = lowered(without_blanks_in_front(head).substr(0, 20));
  for (const auto& [start, what] : kForeign) {
    if (begin.starts_with(start)) return what;
  }
  return {};
}

namespace {

/// `tag` opens the document, behind declarations and comments.
bool is_root(std::string_view text, std::string_view tag) {
  while (text.starts_with("<?") || text.starts_with("<!")) {
    const std::size_t end = text.starts_with("<!--") ? text.find("-->") : text.find('>');
    if (end == text.npos) return false;
    text = without_blanks_in_front(text.substr(text.find('>', end) + 1));
  }
  return text.starts_with('<') && text.substr(1).starts_with(tag);
}

}  // namespace

std::optional<GraphFormat> format_of_name(std::string_view name) {
  for (const std::string_view packed : {".gz", ".bz2", ".xz", ".zst"}) {
    if (name.ends_with(packed)) name.remove_suffix(packed.size());
  }
  if (name.ends_with(".gml")) return GraphFormat::kGml;
  if (name.ends_with(".graphml")) return GraphFormat::kGraphMl;
  if (name.ends_with(".mtx")) return GraphFormat::kMatrixMarket;
  if (name.ends_with(".npz")) return GraphFormat::kNpz;
  if (name.ends_with(".gexf")) return GraphFormat::kGexf;
  if (name.ends_with(".net")) return GraphFormat::kPajek;
  return std::nullopt;
}

GraphFormat recognise(std::string_view head) {
  if (head.starts_with("PK\x03\x04"))
    return foreign_format(head).empty() ? GraphFormat::kNpz : GraphFormat::kForeign;
  if (head.starts_with("\xEF\xBB\xBF")) head.remove_prefix(3);
  if (head.starts_with("%%MatrixMarket")) return GraphFormat::kMatrixMarket;
  if (looks_like_node_link(head)) return GraphFormat::kNodeLink;
  if (!foreign_format(head).empty()) return GraphFormat::kForeign;
  const std::string_view text = without_blanks_in_front(head);
  if (is_root(text, "gexf")) return GraphFormat::kGexf;
  if (text.starts_with('<')) return GraphFormat::kGraphMl;
  if (is_pajek(text)) return GraphFormat::kPajek;
  if (looks_like_adjacency(head)) return GraphFormat::kAdjacency;
  if (text.starts_with("DIRECTED\t")) return GraphFormat::kPubmedCites;
  if (text.starts_with("NODE\t")) return GraphFormat::kPubmedNodes;
  if (is_gml(head)) return GraphFormat::kGml;
  const std::string_view line = first_line(head);
  if (is_linqs_content(line)) return GraphFormat::kLinqsContent;
  if (is_svmlight(line)) return GraphFormat::kSvmlight;
  return GraphFormat::kEdgeList;
}

}  // namespace querent
