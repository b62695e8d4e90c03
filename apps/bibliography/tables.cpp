// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/bibliography/graph_command.hpp>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <span>
#include <string>

#include <fmt/format.h>
#include <boost/pending/disjoint_sets.hpp>

#include <querent/apps/bibliography/staged_text.hpp>
#include <querent/datasets/input.hpp>
#include <querent/graph/bibliography/terms.hpp>
#include <querent/graph/bibliography/words.hpp>

namespace querent::apps {

namespace {

constexpr std::size_t kTitlesShown = 10;

std::string year_cell(int year) {
  return year == 0 ? "" : std::to_string(year);
}

/// The first texts of a list, and the number of further ones.
std::string list_cell(const std::vector<std::string_view>& texts, std::size_t most = kTitlesShown) {
  std::string cell;
  for (std::size_t k = 0; k < std::min(most, texts.size()); ++k) {
    if (k > 0) cell += " · ";
    add_cell(cell, texts[k]);
  }
  if (texts.size() > most) cell += fmt::format(" · {} more", texts.size() - most);
  return cell;
}

std::string person_row(const Bibliography& from, const NodeText& text) {
  std::vector<Node> papers = text.papers;
  std::stable_sort(papers.begin(), papers.end(),
                   [&](Node a, Node b) { return from.year(a) > from.year(b); });
  std::vector<std::string_view> titles, venues;
  std::vector<Node> seen;
  int first = 0, last = 0;
  for (const Node paper : papers) {
    titles.push_back(from.title(paper));
    const Node venue = from.venue_index(paper);
    if (venue != 0 && std::find(seen.begin(), seen.end(), venue) == seen.end()) {
      seen.push_back(venue);
      venues.push_back(from.venue(paper));
    }
    const int year = from.year(paper);
    if (year == 0) continue;
    first = first == 0 ? year : std::min(first, year);
    last = std::max(last, year);
  }
  return fmt::format("{}\t{}\t{}\t{}\t{}\t{}", one_cell(text.name), list_cell(titles),
                     list_cell(venues), year_cell(first), year_cell(last), papers.size());
}

// The address of each paper that has a DOI.
std::vector<std::string> links_of(const Bibliography& from) {
  std::vector<std::string> links(from.num_papers());
  const auto take = [&](Node paper, std::string_view id) {
    if (links[paper].empty() && id.starts_with("10."))
      links[paper] = fmt::format("https://doi.org/{}", id);
  };
  for (Node paper = 0; paper < links.size(); ++paper) take(paper, from.paper_id(paper));
  from.for_each_alias(take);
  return links;
}

std::string paper_row(const Bibliography& from, const NodeText& text,
                      const std::vector<std::string>& links) {
  if (text.papers.empty()) return one_cell(text.name) + "\t\t\t\t\t";
  const Node paper = text.papers.front();
  const Incidence& authors = from.authors();
  std::vector<std::string_view> names;
  for (std::uint64_t k = authors.offsets[paper]; k < authors.offsets[paper + 1]; ++k)
    names.push_back(from.people().name(authors.members[k]));
  return fmt::format("{}\t{}\t{}\t{}\t{}\t{}", one_cell(text.name),
                     list_cell(names, 2 * kTitlesShown), one_cell(from.venue(paper)),
                     year_cell(from.year(paper)), one_cell(from.abstract(paper)),
                     one_cell(links[paper]));
}

void write_nodes(Made& made, OutputDirectory& out) {
  StagedText nodes(out, "nodes.tsv"), labels(out, "labels.tsv");
  nodes.add(made.graph.people() ? "id\tname\ttitles\tvenues\tfirst year\tlast year\tpapers\n"
                                : "id\ttitle\tauthors\tvenue\tyear\tabstract\tlink\n");
  const auto links = made.graph.people() ? std::vector<std::string>() : links_of(made.bibliography);
  for (Node i = 0; i < made.graph.nodes.size(); ++i) {
    const NodeText text = text_of(made.bibliography, made.graph, made.papers_of, i);
    nodes.add(fmt::format("{}\t{}\n", made.ids[i],
                          made.graph.people() ? person_row(made.bibliography, text)
                                              : paper_row(made.bibliography, text, links)));
    const std::string label = one_cell(text.label);
    if (!label.empty()) ++made.labelled;
    labels.add(fmt::format("{}\t{}\n", made.ids[i], label.empty() ? "?" : label));
  }
  nodes.finish();
  labels.finish();
}

void write_incidence(const Made& made, OutputDirectory& out) {
  const Bibliography& from = made.bibliography;
  const Incidence& authors = from.authors();
  StagedText file(out, "incidence.tsv");
  for (Node paper = 0; paper < authors.num_groups(); ++paper) {
    const std::string paper_cell = one_cell(from.paper_id(paper));
    for (std::uint64_t k = authors.offsets[paper]; k < authors.offsets[paper + 1]; ++k)
      file.add(fmt::format("{}\t{}\n", one_cell(from.people().id(authors.members[k])), paper_cell));
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
                         one_cell(people.id(doubt.person)),
                         one ? one_cell(people.id(doubt.other)) : "",
                         one_cell(people.name(doubt.person)),
                         one ? one_cell(people.name(doubt.other)) : "", doubt.why));
  }
  file.finish();
}

// Writes the column names and one row per node, in the order of labels.tsv.
void write_rows(const WordFeatures& found, const char* names, const char* file,
                OutputDirectory& out) {
  if (found.words.empty()) return;
  StagedText words(out, names), rows(out, file);
  for (const auto& word : found.words) words.add(one_cell(word) + '\n');
  words.finish();
  const CsrMatrix& features = found.features;
  for (std::size_t i = 0; i < features.rows(); ++i) {
    const auto row = features[i];
    rows.add("0");
    for (std::size_t k = 0; k < row.index.size(); ++k)
      rows.add(fmt::format(" {}:{:.8g}", row.index[k] + 1, row.value[k]));
    rows.add("\n");
  }
  rows.finish();
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
  write_rows(found, "words.txt", "features.svm", out);
}

// Writes the views of the records that `--find` uses.
void write_views(const Made& made, OutputDirectory& out) {
  std::vector<std::string> texts;
  for (const Node paper : made.graph.nodes) {
    texts.push_back(
        fmt::format("{} {}", made.bibliography.title(paper), made.bibliography.abstract(paper)));
  }
  write_rows(term_features(texts), "terms.txt", "terms.svm", out);
  write_rows(reference_features(made.bibliography, made.graph.nodes), "references.txt",
             "references.svm", out);
}

// Counts components while edges are written, since the graph is not kept in memory.
class JoinedNodes {
 public:
  explicit JoinedNodes(std::size_t nodes)
      : rank_(nodes), parent_(nodes), sets_(rank_.data(), parent_.data()) {
    for (Node i = 0; i < nodes; ++i) sets_.make_set(i);
  }
  void join(Node u, Node v) { sets_.union_set(u, v); }
  void count(Made& made) {
    std::vector<std::uint64_t> size(parent_.size(), 0);
    for (Node i = 0; i < parent_.size(); ++i) ++size[sets_.find_set(i)];
    for (const std::uint64_t nodes : size) {
      made.components += nodes > 0 ? 1 : 0;
      made.isolated += nodes == 1 ? 1 : 0;
      made.largest_component = std::max(made.largest_component, nodes);
    }
  }

 private:
  std::vector<Node> rank_, parent_;
  boost::disjoint_sets<Node*, Node*> sets_;
};

void add_weight(std::string& row, double weight) {
  constexpr double kInteger = 1e15;
  if (weight >= 0 && weight < kInteger && weight == std::floor(weight)) {
    row += fmt::format_int(static_cast<std::uint64_t>(weight)).c_str();
  } else {
    fmt::format_to(std::back_inserter(row), "{}", weight);
  }
}

}  // namespace

NodeNames ids_of(const Made& made) {
  NodeIds ids;
  for (Node i = 0; i < made.graph.nodes.size(); ++i) {
    const Node of = made.graph.nodes[i];
    const Bibliography& from = made.bibliography;
    std::string own = one_cell(made.graph.people()      ? from.people().id(of)
                               : of < from.num_papers() ? from.paper_id(of)
                                                        : from.references().text(of))
                          .substr(0, NodeIds::kMaxBytes - 32);
    own.resize(valid_utf8_prefix(own));  // the cut may be inside a letter
    if (own.empty() || own == "?") own = fmt::format("node {}", i + 1);
    std::string id = own;
    for (int copy = 2; ids.find_or_add(id) != i; ++copy) id = fmt::format("{} ({})", own, copy);
  }
  return ids.names();
}

void write_tables(Made& made, std::uint64_t words, OutputDirectory& out) {
  write_nodes(made, out);
  if (of_people(made.graph.kind)) {
    write_incidence(made, out);
    write_people(made, out);
  } else {
    write_citations(made, out);
    write_missing(made, out);
  }
  if (!made.graph.people()) {
    write_aliases(made, out);
    write_duplicates(made, out);
  }
  if (words > 0) write_features(made, words, out);
  if (words > 0 && made.graph.kind == GraphKind::kCitations) write_views(made, out);
}

void write_edges(Made& made, const PairOptions& pairs, OutputDirectory& out,
                 const TakePairs& also) {
  StagedText edges(out, "edges.tsv");
  JoinedNodes joined(made.graph.nodes.size());
  std::string row;
  for_each_edge(made.bibliography, made.graph, pairs,
                [&](Node i, std::span<const Node> later, std::span<const double> weights) {
                  made.edges += later.size();
                  for (std::size_t k = 0; k < later.size(); ++k) {
                    joined.join(i, later[k]);
                    row = made.ids[i];
                    row += '\t';
                    row += made.ids[later[k]];
                    row += '\t';
                    add_weight(row, weights[k]);
                    row += '\n';
                    edges.add(row);
                  }
                  if (also) also(i, later, weights);
                });
  joined.count(made);
  edges.finish();
}

}  // namespace querent::apps
