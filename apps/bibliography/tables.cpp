// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/bibliography/tables.hpp>

#include <algorithm>
#include <unordered_set>

#include <fmt/format.h>

#include <querent/apps/bibliography/staged_text.hpp>
#include <querent/datasets/fields.hpp>
#include <querent/datasets/input.hpp>
#include <querent/graph/bibliography/words.hpp>

namespace querent::apps {

namespace {

constexpr std::size_t kTitlesShown = 10;

std::string one_cell(std::string_view text) {
  std::string cell(text);
  for (char& c : cell) {
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) c = ' ';
  }
  return std::string(trimmed(cell));
}

std::string year_text(int year) {
  return year == 0 ? std::string() : std::to_string(year);
}

// The newest papers first.
std::vector<Node> by_year(std::vector<Node> papers, const Bibliography& from) {
  std::stable_sort(papers.begin(), papers.end(),
                   [&](Node a, Node b) { return from.year(a) > from.year(b); });
  return papers;
}

std::string joined(const std::vector<std::string>& all, std::size_t shown) {
  std::string text;
  for (std::size_t k = 0; k < std::min(all.size(), shown); ++k)
    text += (k == 0 ? "" : " · ") + all[k];
  if (all.size() > shown) text += fmt::format(" · {} more", all.size() - shown);
  return text;
}

std::string authors_of(const Bibliography& from, Node paper) {
  std::vector<std::string> names;
  const Incidence& authors = from.authors();
  for (std::uint64_t k = authors.offsets[paper]; k < authors.offsets[paper + 1]; ++k)
    names.push_back(one_cell(from.people().name(authors.members[k])));
  return joined(names, 2 * kTitlesShown);
}

std::string person_row(const Made& made, const NodeText& text) {
  const Bibliography& from = made.bibliography;
  std::vector<std::string> titles, venues;
  int first = 0, last = 0;
  for (const Node paper : by_year(text.papers, from)) {
    titles.emplace_back(one_cell(from.title(paper)));
    const std::string venue = one_cell(from.venue(paper));
    if (!venue.empty() && std::find(venues.begin(), venues.end(), venue) == venues.end())
      venues.push_back(venue);
    const int year = from.year(paper);
    if (year == 0) continue;
    first = first == 0 ? year : std::min(first, year);
    last = std::max(last, year);
  }
  return fmt::format("{}\t{}\t{}\t{}\t{}\t{}", one_cell(text.name), joined(titles, kTitlesShown),
                     joined(venues, kTitlesShown), year_text(first), year_text(last),
                     text.papers.size());
}

std::string paper_row(const Made& made, const NodeText& text) {
  if (text.papers.empty()) return one_cell(text.name) + "\t\t\t\t";
  const Bibliography& from = made.bibliography;
  const Node paper = text.papers.front();
  return fmt::format("{}\t{}\t{}\t{}\t{}", one_cell(text.name), authors_of(from, paper),
                     one_cell(from.venue(paper)), year_text(from.year(paper)),
                     one_cell(from.abstract(paper)));
}

void write_nodes(Made& made, OutputDirectory& out) {
  StagedText nodes(out, "nodes.tsv"), labels(out, "labels.tsv");
  nodes.add(made.graph.people() ? "id\tname\ttitles\tvenues\tfirst year\tlast year\tpapers\n"
                                : "id\ttitle\tauthors\tvenue\tyear\tabstract\n");
  for (Node i = 0; i < made.graph.nodes.size(); ++i) {
    const NodeText text = text_of(made.bibliography, made.graph, made.papers_of, i);
    const std::string& id = made.ids[i];
    nodes.add(id + '\t' + (made.graph.people() ? person_row(made, text) : paper_row(made, text)) + '\n');
    const std::string label = one_cell(text.label);
    if (!label.empty()) ++made.labelled;
    labels.add(id + '\t' + (label.empty() ? "?" : label) + '\n');
  }
  nodes.finish();
  labels.finish();
}

void write_edges(const Made& made, OutputDirectory& out) {
  StagedText edges(out, "edges.tsv");
  const Graph& graph = made.graph.graph;
  for (Node i = 0; i < graph.num_nodes(); ++i) {
    const auto neighbours = graph.neighbours(i);
    const auto weights = graph.weights(i);
    for (std::size_t k = 0; k < neighbours.size(); ++k) {
      if (neighbours[k] < i) continue;
      edges.add(fmt::format("{}\t{}\t{}\n", made.ids[i], made.ids[neighbours[k]],
                            weights.empty() ? 1.0 : weights[k]));
    }
  }
  edges.finish();
}

void write_incidence(const Made& made, OutputDirectory& out) {
  const Bibliography& from = made.bibliography;
  const Incidence& authors = from.authors();
  StagedText file(out, "incidence.tsv");
  for (Node paper = 0; paper < authors.num_groups(); ++paper) {
    for (std::uint64_t k = authors.offsets[paper]; k < authors.offsets[paper + 1]; ++k)
      file.add(fmt::format("{}\t{}\n", one_cell(from.people().id(authors.members[k])),
                           one_cell(from.paper_id(paper))));
  }
  file.finish();
}

void write_people(const Made& made, OutputDirectory& out) {
  StagedText file(out, "people.tsv");
  const People& people = made.bibliography.people();
  file.add("doubt\tid\tother\tname\tother name\twhy\n");
  for (const Doubt& doubt : made.doubts.found) {
    const bool one = doubt.kind == Doubt::Kind::kOne;
    file.add(fmt::format("{}\t{}\t{}\t{}\t{}\t{}\n", one ? "one person?" : "several people?",
                         one_cell(people.id(doubt.person)), one ? one_cell(people.id(doubt.other)) : "",
                         one_cell(people.name(doubt.person)),
                         one ? one_cell(people.name(doubt.other)) : "", doubt.why));
  }
  file.finish();
}

// Cited works that are not in the bibliography, with how often they are cited.
void write_unmatched(const Made& made, OutputDirectory& out) {
  const CitedItems& references = made.bibliography.references();
  const std::uint64_t papers = made.bibliography.num_papers();
  std::vector<std::uint32_t> times(references.report().outside_works, 0);
  for (const Node item : references.cited().members) {
    if (item >= papers) ++times[item - papers];
  }
  StagedText file(out, "unmatched.tsv");
  file.add("cited\treference\n");
  for (Node k = 0; k < times.size(); ++k)
    file.add(fmt::format("{}\t{}\n", times[k],
                         one_cell(references.text(static_cast<Node>(papers + k)))));
  file.finish();
}

void write_features(Made& made, std::uint64_t most, OutputDirectory& out) {
  const Bibliography& from = made.bibliography;
  std::vector<Node> all;
  const WordFeatures found = tf_idf(
      made.graph.nodes.size(),
      [&](std::uint64_t node) -> std::span<const Node> {
        const NodeText text = text_of(from, made.graph, made.papers_of, static_cast<Node>(node));
        all.clear();
        for (const Node paper : text.papers) {
          const auto words = from.words(paper);
          all.insert(all.end(), words.begin(), words.end());
        }
        return all;
      },
      from.vocabulary(), most);
  made.word_columns = found.words.size();
  if (found.words.empty()) return;
  StagedText words(out, "words.txt"), rows(out, "features.svm");
  for (const auto& word : found.words) words.add(word + '\n');
  words.finish();
  const NodeFeatures& features = found.features;
  for (std::size_t i = 0; i + 1 < features.offsets.size(); ++i) {
    rows.add("0");
    for (std::uint64_t k = features.offsets[i]; k < features.offsets[i + 1]; ++k)
      rows.add(fmt::format(" {}:{:.8g}", features.index[k] + 1, features.value[k]));
    rows.add("\n");
  }
  rows.finish();
}

}  // namespace

std::vector<std::string> ids_of(const Made& made) {
  std::vector<std::string> ids;
  std::unordered_set<std::string> taken;
  ids.reserve(made.graph.nodes.size());
  for (Node i = 0; i < made.graph.nodes.size(); ++i) {
    const Node of = made.graph.nodes[i];
    const Bibliography& from = made.bibliography;
    std::string own = one_cell(made.graph.people()        ? from.people().id(of)
                               : of < from.num_papers() ? from.paper_id(of)
                                                        : from.references().text(of))
                          .substr(0, NodeIds::kMaxBytes - 32);
    own.resize(valid_utf8_prefix(own));  // it may have been cut within a letter
    if (own.empty() || own == "?") own = fmt::format("node {}", i + 1);
    std::string id = own;
    for (int copy = 2; !taken.insert(id).second; ++copy) id = fmt::format("{} ({})", own, copy);
    ids.push_back(std::move(id));
  }
  return ids;
}

void write_tables(Made& made, std::uint64_t words, OutputDirectory& out) {
  write_edges(made, out);
  write_nodes(made, out);
  const GraphKind kind = made.graph.kind;
  if (kind == GraphKind::kCoauthors || kind == GraphKind::kPapersByAuthor) {
    write_incidence(made, out);
    write_people(made, out);
  } else {
    write_unmatched(made, out);
  }
  if (words > 0) write_features(made, words, out);
}

}  // namespace querent::apps
