// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include <querent/datasets/bibliography/work.hpp>
#include <querent/graph/bibliography/cited_items.hpp>
#include <querent/graph/bibliography/pair_graph.hpp>
#include <querent/graph/bibliography/people.hpp>

namespace [[gnu::visibility("default")]] querent {

struct BibliographyOptions {
  AuthorsBy authors = AuthorsBy::kBest;
  int first_year = 0, last_year = 0;  ///< works of other years are left out; 0: no bound
  std::string label_from = {};        ///< "venue", "year" or the field of a WorkTerm; empty: none
  bool references = true;             ///< whether they are kept
  bool words = true;                  ///< whether the words of titles and abstracts are kept
  bool abstracts = true;              ///< whether abstracts are kept
  bool aliases = false;               ///< whether other ids of the papers are kept
};

/// Of the records: records = kept + duplicates + outside_years + without_year.
struct RecordReport {
  std::uint64_t records = 0;
  std::uint64_t kept = 0;
  std::uint64_t duplicates = 0;  ///< of a record before, by the three that follow
  std::uint64_t same_doi = 0, same_id = 0, same_fields = 0;
  std::uint64_t outside_years = 0;
  std::uint64_t without_year = 0;  ///< where years are asked for
};

/// Records as they come, kept as numbers: who wrote and cited what, the texts that people are
/// shown, the words. Memory grows with these, not with the files.
class Bibliography {
 public:
  explicit Bibliography(BibliographyOptions options = {});

  /// A record, and the paper that it becomes. Works that were there before, by DOI, id, or (first
  /// author, year, venue, page), are counted and left out.
  std::optional<Node> add(const Work& work);
  /// When all records are there: which references are of which works. Call it once.
  void match_references() { references_.match(records_); }
  /// Forgets by what records are found again: when all are there and matched.
  void release_keys();
  /// Forgets titles, abstracts, venues, labels, words, names of people and the texts of references:
  /// who wrote and cited what stays, as numbers.
  void release_texts();

  std::uint64_t num_papers() const { return years_.size(); }
  const RecordReport& report() const { return report_; }
  const People& people() const { return people_; }
  People& people() { return people_; }
  const CitedItems& references() const { return references_; }
  const BibliographyOptions& options() const { return options_; }

  std::string_view paper_id(Node paper) const { return paper_ids_[paper]; }
  /// Until release_keys().
  std::optional<Node> find_paper(std::string_view id) const;
  /// Calls take(paper, id) for everything that a paper is called beside its id: its DOI, "pmid:" and
  /// PubMed's number, and the same and the id of each of its duplicates. Until release_texts().
  template <class Take>
  void for_each_alias(Take take) const {
    for (std::uint64_t k = 0; k < alias_of_.size(); ++k) take(alias_of_[k], aliases_[k]);
  }
  std::string_view title(Node paper) const { return titles_[paper]; }
  std::string_view abstract(Node paper) const;
  int year(Node paper) const { return years_[paper]; }  ///< 0: not known
  std::string_view venue(Node paper) const { return venues_.names()[venue_[paper]]; }
  Node venue_index(Node paper) const { return venue_[paper]; }  ///< equal for equal venues; 0: none
  /// "" where there is none.
  std::string_view label(Node paper) const { return labels_.names()[label_[paper]]; }
  /// Who wrote what: papers are the groups, people the members.
  const Incidence& authors() const { return authors_; }
  Incidence& authors() { return authors_; }
  /// Words of the title and the abstract, as they stand; indices of vocabulary().
  std::span<const Node> words(Node paper) const;
  const NodeNames& vocabulary() const { return words_.names(); }

 private:
  std::optional<Node> first_of(const Work& work);
  void add_paper_id(const Work& work);
  void add_aliases(const Work& work, Node paper);
  void add_alias(Node paper, std::string_view id);
  void add_words(std::string_view text);

  BibliographyOptions options_;
  RecordReport report_;
  People people_;
  RecordKeys records_;
  CitedItems references_;
  KeyTable papers_;  // by the hash of the id
  std::unordered_map<Node, std::uint64_t>
      copies_;  // of an id that came again, those that are named
  NodeNames paper_ids_, titles_, abstracts_, aliases_;
  std::vector<Node> alias_of_;
  std::vector<std::int16_t> years_;
  NodeIds venues_, labels_, words_;  // the first of venues and labels is ""
  std::vector<Node> venue_, label_;
  Incidence authors_;
  std::vector<std::uint64_t> word_offsets_{0};
  std::vector<Node> paper_words_;
};

}  // namespace querent
