// SPDX-License-Identifier: Apache-2.0
// The LINQS release of Pubmed-Diabetes, two tab-separated files whose first two lines describe
// them.
//   NODE     paper                                          DIRECTED  cites
//   cat=1,2,3:label  numeric:w-rat:0.0  …  summary:…         NO_FEATURES
//   ID  label=1  w-rat=0.09  …  summary=w-rat,…              N  paper:ID  |  paper:ID
#include <algorithm>
#include <map>

#include <fmt/format.h>

#include <querent/datasets/text/fields.hpp>
#include <querent/datasets/text/number.hpp>
#include <querent/graph/formats.hpp>
#include <querent/graph/readers/cited.hpp>

namespace querent {

namespace {

/// The next non-empty line.
bool next_line(LineReader& reader, std::string_view& line) {
  while (reader.next(line)) {
    if (!trimmed(line).empty()) return true;
  }
  return false;
}

void expect_header(LineReader& reader, FieldSplitter& splitter, std::string_view first,
                   std::string_view second) {
  std::string_view line;
  const bool any = next_line(reader, line);
  if (any) {
    const auto& fields = splitter.split(line, Separator::kTab, reader);
    if (fields.size() == 2 && fields[0] == first && fields[1] == second) return;
  }
  throw DataError(
      any ? reader.place_of_line() : Place{reader.name()},
      fmt::format(
          "expected the line \"{}<tab>{}\", found {} — is it the right file of Pubmed-Diabetes?",
          first, second, any ? in_quotes(line) : "the end of the file"));
}

/// The names of the numeric columns, in order, from the second line.
std::map<std::string, std::uint32_t, std::less<>> read_words(LineReader& reader,
                                                             FieldSplitter& splitter) {
  std::string_view line;
  if (!next_line(reader, line)) {
    throw DataError({reader.name(), reader.line_number() + 1, 1},
                    "expected the line that names the columns, found the end of the file — is the "
                    "file truncated?");
  }
  std::map<std::string, std::uint32_t, std::less<>> words;
  const auto& fields = splitter.split(line, Separator::kTab, reader);
  for (std::size_t k = 0; k < fields.size(); ++k) {
    constexpr std::string_view kNumeric = "numeric:";
    if (!fields[k].starts_with(kNumeric)) continue;
    const std::string_view column = fields[k].substr(kNumeric.size());
    const std::size_t colon = column.rfind(':');
    if (colon == column.npos || colon == 0) {
      throw DataError(splitter.place(k, reader),
                      fmt::format("expected a column numeric:NAME:DEFAULT, found {} — is the line "
                                  "damaged?",
                                  in_quotes(fields[k])));
    }
    if (!words.emplace(column.substr(0, colon), static_cast<std::uint32_t>(words.size())).second) {
      throw DataError(
          splitter.place(k, reader),
          fmt::format("expected each column once, found {} again — is the line damaged?",
                      in_quotes(fields[k])));
    }
  }
  if (!fields.empty() && fields[0].starts_with("cat=") && fields[0].ends_with(":label"))
    return words;
  throw DataError(
      reader.place_of_line(),
      fmt::format("expected the column cat=…:label first, found {} — is the line damaged?",
                  in_quotes(fields.empty() ? "" : fields[0])));
}

void read_pubmed_nodes(Input& input, GraphBuilder& builder) {
  builder.report().format = "Pubmed-Diabetes";
  LineReader reader(input);
  FieldSplitter splitter;
  expect_header(reader, splitter, "NODE", "paper");
  const auto words = read_words(reader, splitter);
  builder.set_feature_dim(words.size());
  std::vector<std::pair<std::uint32_t, double>> row, kept;
  for (std::string_view line; next_line(reader, line);) {
    const auto& fields = splitter.split(line, Separator::kTab, reader);
    const auto complain = [&](std::size_t k, const std::string& message) {
      builder.errors().add(splitter.place(k, reader), message);
    };
    if (builder.find(fields[0])) {
      complain(0, fmt::format("expected each paper once, found {} again — keep one line",
                              in_quotes(fields[0])));
      continue;
    }
    const Node paper = builder.node(fields[0], splitter.place(0, reader));
    row.clear();
    bool labelled = false;
    for (std::size_t k = 1; k < fields.size(); ++k) {
      const std::size_t equals = std::min(fields[k].find('='), fields[k].size());
      constexpr std::string_view kRemedy = "is the line damaged?";
      const std::string_view name = fields[k].substr(0, equals);
      const std::string_view text = fields[k].substr(std::min(equals + 1, fields[k].size()));
      if (name == "summary" || fields[k].empty()) continue;  // repeats the words; a trailing tab
      if (equals == fields[k].size()) {
        complain(k, fmt::format("expected NAME=VALUE, found {} — is the line damaged?",
                                in_quotes(fields[k])));
      } else if (name == "label") {
        labelled = true;
        builder.set_label(paper, text, splitter.place(k, reader));
      } else if (const auto word = words.find(name); word == words.end()) {
        complain(k,
                 fmt::format("expected a column that line 2 names, found {} — is the line damaged?",
                             in_quotes(name)));
      } else if (const Scanned number = scan_number(text);
                 !number_complaint(number, text, kRemedy).empty()) {
        complain(k, fmt::format("{}: expected {}", in_quotes(name),
                                number_complaint(number, text, kRemedy)));
      } else {
        row.emplace_back(word->second, number.value);
      }
    }
    if (!labelled)
      complain(
          0, fmt::format("expected label=CLASS for the paper {}, found none — write label=? for an "
                         "unknown class",
                         in_quotes(fields[0])));
    std::sort(row.begin(), row.end());
    kept.clear();
    for (const auto& [word, number] : row) {
      if (!kept.empty() && kept.back().first == word) {
        complain(
            0,
            fmt::format(
                "expected each column once a paper, found one twice for {} — is the line damaged?",
                in_quotes(fields[0])));
      } else if (number != 0) {
        kept.emplace_back(word, number);
      }
    }
    builder.set_features(paper, kept);
  }
}

void read_pubmed_cites(Input& input, GraphBuilder& builder, Unlisted unlisted) {
  builder.report().format = "Pubmed-Diabetes";
  LineReader reader(input);
  FieldSplitter splitter;
  expect_header(reader, splitter, "DIRECTED", "cites");
  std::string_view line;
  if (!next_line(reader, line) || trimmed(line) != "NO_FEATURES") {
    throw DataError({reader.name(), std::max<std::uint64_t>(reader.line_number(), 2), 1},
                    fmt::format("expected the line NO_FEATURES, found {} — is it the right file?",
                                in_quotes(line)));
  }
  constexpr std::string_view kPaper = "paper:";
  while (next_line(reader, line)) {
    const auto& fields = splitter.split(line, Separator::kTab, reader);
    const auto is_paper = [&](std::size_t k) {
      return fields[k].starts_with(kPaper) && fields[k].size() > kPaper.size();
    };
    std::size_t good = std::min<std::size_t>(fields.size(), 1);  // number of valid columns
    if (fields.size() > 1 && is_paper(1)) good = fields.size() > 2 && fields[2] == "|" ? 3 : 2;
    if (good == 3 && fields.size() > 3 && is_paper(3)) good = 4;
    if (good != 4 || fields.size() != 4) {
      builder.errors().add(splitter.place(good, reader),
                           fmt::format("expected \"N<tab>paper:ID<tab>|<tab>paper:ID\", found {} — "
                                       "write one citation per line",
                                       in_quotes(line)));
      continue;
    }
    add_citation(
        {fields[1].substr(kPaper.size()), reader.place_of(fields[1].substr(kPaper.size()))},
        {fields[3].substr(kPaper.size()), reader.place_of(fields[3].substr(kPaper.size()))},
        builder, unlisted);
  }
}

}  // namespace

GraphFormat formats::pubmed_citations() {
  return {.name = "Pubmed citations",
          .recognises = [](const FileHead& head) { return head.text.starts_with("DIRECTED\t"); },
          .read = [](Input& edges,
                     GraphBuilder& builder) { read_pubmed_cites(edges, builder, Unlisted::kAdd); }};
}

GraphFormat formats::pubmed_papers() {
  return {.name = "Pubmed papers",
          .holds = Holds::kNodes,
          .recognises = [](const FileHead& head) { return head.text.starts_with("NODE\t"); },
          .read_nodes = read_pubmed_nodes,
          .edges = "Pubmed citations",
          .read_edges =
              [](Input& edges, GraphBuilder& builder) {
                read_pubmed_cites(edges, builder, Unlisted::kDrop);
              },
          .remedy = "give the file of citations as the edges and this one as labels",
          .edges_remedy = "its edges are in the DIRECTED.cites file"};
}

}  // namespace querent
