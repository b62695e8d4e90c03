// SPDX-License-Identifier: Apache-2.0
// DBLP four-area, as released for the GNetMine and BGCM experiments: authorships, and the areas of
// some authors.
//   author_label.txt  <author id> <area> [<name>]         paper_author.txt  <paper id> <author id>
//   co-author graph:  S_uv = |{papers of u} ∩ {papers of v}|, u ≠ v labelled
#include <fmt/format.h>

#include <querent/datasets/text/fields.hpp>
#include <querent/graph/bibliography/pair_graph.hpp>
#include <querent/graph/formats.hpp>

namespace querent {

namespace {

constexpr std::uint64_t kMaxPairs = std::uint64_t{1} << 26;

void read_dblp_authors(Input& input, GraphBuilder& builder) {
  builder.report().format = "DBLP four-area";
  LineReader reader(input);
  FieldSplitter splitter;
  std::string_view line;
  while (reader.next(line)) {
    if (trimmed(line).empty()) continue;
    const auto& fields = splitter.split(line, Separator::kTab, reader);
    if (fields.size() < 2 || fields.size() > 3 || fields[0].empty()) {
      const std::size_t bad = fields.size() > 3 ? 3 : fields[0].empty() ? 0 : 1;
      builder.errors().add(splitter.place(bad, reader),
                           fmt::format("expected an author id, an area and perhaps a name "
                                       "separated by tabs, found {} — write one author per line",
                                       in_quotes(line)));
    } else if (builder.find(fields[0])) {
      builder.errors().add(splitter.place(0, reader),
                           fmt::format("expected each author once, found {} again — keep one line",
                                       in_quotes(fields[0])));
    } else {
      builder.set_label(builder.node(fields[0], splitter.place(0, reader)), fields[1],
                        splitter.place(1, reader));
    }
  }
  if (builder.num_nodes() == 0 && builder.errors().empty()) {
    throw DataError({reader.name()},
                    "expected authors (id, area, name), found no line — is it the right file?");
  }
}

void read_dblp_papers(Input& input, GraphBuilder& builder) {
  builder.report().format = "DBLP four-area";
  LineReader reader(input);
  FieldSplitter splitter;
  NodeIds papers;
  std::vector<std::vector<Node>> authors_of;  // by paper
  std::uint64_t unknown = 0;
  for (std::string_view line; reader.next(line);) {
    if (trimmed(line).empty()) continue;
    const auto& fields = splitter.split(line, Separator::kTab, reader);
    if (fields.size() != 2 || fields[0].empty() || fields[1].empty() ||
        fields[0].size() > NodeIds::kMaxBytes) {
      const bool second = fields.size() < 2 || (fields[1].empty() && !fields[0].empty());
      builder.errors().add(splitter.place(fields.size() > 2 ? 2
                                          : second          ? 1
                                                            : 0,
                                          reader),
                           fmt::format("expected a paper id and an author id separated by a tab, "
                                       "found {} — write one authorship per line",
                                       in_quotes(line)));
    } else if (const auto author = builder.find(fields[1])) {
      const Node paper = papers.find_or_add(fields[0]);
      if (paper == authors_of.size()) authors_of.emplace_back();
      authors_of[paper].push_back(*author);
    } else {
      ++unknown;
    }
  }
  Incidence wrote;
  wrote.num_members = builder.num_nodes();
  for (const std::vector<Node>& authors : authors_of) wrote.add_group(authors);
  if (pairs_in(wrote) > kMaxPairs) {
    throw LimitError(fmt::format(
        "{}: the papers join more than {} pairs of authors — drop those of very many authors",
        reader.name(), kMaxPairs));
  }
  PairReport pairs;
  for_each_pair(wrote, {}, pairs,
                [&](Node author, std::span<const Node> later, std::span<const double> shared) {
                  for (std::size_t k = 0; k < later.size(); ++k)
                    builder.add_edge(author, later[k], shared[k], 0);
                });
  auto& notes = builder.report().notes;
  notes.push_back(fmt::format(
      "{} authorships on {} papers: the weight of an edge is the number of shared papers",
      wrote.members.size() - pairs.repeated, papers.size()));
  if (unknown > 0)
    notes.push_back(
        fmt::format("{} authorships of authors without an area were left out", unknown));
  if (pairs.repeated > 0)
    notes.push_back(fmt::format("{} authorships were listed twice", pairs.repeated));
}

}  // namespace

// Recognised by its name: like an edge list, its lines are two ids.
GraphFormat formats::four_area() {
  return {.name = "DBLP four-area",
          .recognises =
              [](const FileHead& head) {
                return head.name.substr(head.name.rfind('/') + 1).find("paper_author") !=
                       head.name.npos;
              },
          .read = read_dblp_papers,
          .read_nodes = read_dblp_authors,
          .needs = "the areas of the authors beside the papers of DBLP four-area",
          .remedy = "give author_label.txt as labels"};
}

}  // namespace querent
