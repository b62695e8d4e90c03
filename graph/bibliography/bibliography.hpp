// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
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

/// Pairs of records, by id or FILE:LINE in either order, and the line that a user gave each in.
using RecordPairs = std::map<std::pair<std::string, std::string>, std::uint64_t>;

struct BibliographyOptions {
  AuthorsBy authors = AuthorsBy::kBest;
  int first_year = 0, last_year = 0;  ///< other years are left out; 0: no bound
  std::string label_from = {};        ///< "venue", "year" or a field of WorkTerm; empty: no labels
  bool references = true;             ///< keep references
  bool words = true;                  ///< keep the words of titles and abstracts
  bool abstracts = true;              ///< keep abstracts
  bool aliases = false;               ///< keep other ids of the papers, and their duplicates
  RecordPairs apart = {};             ///< different works, never duplicates
  /// Titles by the ids of papers in an earlier conversion, and by their other ids: a paper keeps an
  /// id that it had there, since answers may have it.
  std::map<std::string, std::string, std::less<>> earlier = {}, earlier_aliases = {};
};

/// A record that was merged into an earlier one.
struct DuplicateRecord {
  Node paper;
  std::string_view by;           ///< what both have: "doi", "title, year, author"
  std::string id, title, place;  ///< of the merged record; FILE:LINE
};

/// Counts of records: records = kept + duplicates + outside_years + without_year.
struct RecordReport {
  std::uint64_t records = 0;
  std::uint64_t kept = 0;
  std::uint64_t duplicates = 0;  ///< of an earlier record, split into the three below
  std::uint64_t same_doi = 0, same_id = 0, same_fields = 0;
  std::uint64_t outside_years = 0;
  std::uint64_t without_year = 0;  ///< if years are selected
  /// Duplicates with different decisions, one sentence each with the places of both.
  std::vector<std::string> contradictions = {};
};

/// Stores records as numbers: authorships, citations, displayed texts, words. Memory grows with
/// these and not with the size of the files.
class Bibliography {
 public:
  explicit Bibliography(BibliographyOptions options = {});

  /// Adds a record of a file, and returns its paper. A duplicate, recognised by DOI, id, PubMed
  /// number, all fields, or (first author, year, title) or (first author, year, venue, page) without
  /// a contradiction, is counted; the earlier record takes from it what it lacks.
  std::optional<Node> add(const Work& work, std::string_view file = {});
  /// Completes the records by their duplicates, makes the ids unique and matches references to
  /// works. Call it once, after all records were added.
  ///
  /// An id is the one of the source, else the DOI, "pmid:" and the PubMed id, or the words of first
  /// author, year and title. An id of several records is followed by the words of their titles and,
  /// if these are equal, by a checksum of the record, so that no id depends on the order of records.
  /// Ids of BibliographyOptions::earlier stay.
  void finish();
  /// The papers whose id finish() changed, or that have duplicates, whose fields are the values.
  /// Valid from finish() to release_keys().
  const std::map<Node, Work>& changed() const { return changed_; }
  /// Frees the keys used to find records; call it after all records were added and matched.
  void release_keys();
  /// Frees titles, abstracts, venues, labels, words, names of people and the texts of references.
  /// Authorships and citations remain, as numbers.
  void release_texts();

  std::uint64_t num_papers() const { return years_.size(); }
  const RecordReport& report() const { return report_; }
  const People& people() const { return people_; }
  People& people() { return people_; }
  const CitedItems& references() const { return references_; }
  const BibliographyOptions& options() const { return options_; }

  std::string_view paper_id(Node paper) const { return paper_ids_[paper]; }
  /// Valid until release_keys().
  std::optional<Node> find_paper(std::string_view id) const;
  /// Calls take(paper, id) for every other id of a paper: its DOI, "pmid:" and the PubMed id, and
  /// the same and the id of each duplicate. Valid until release_texts().
  template <class Take>
  void for_each_alias(Take take) const {
    for (std::uint64_t k = 0; k < alias_of_.size(); ++k) take(alias_of_[k], aliases_[k]);
  }
  /// The merged records and the place of a paper, if the aliases are kept. Valid until
  /// release_texts().
  const std::vector<DuplicateRecord>& duplicates() const { return duplicates_; }
  std::string_view place(Node paper) const { return places_[paper]; }
  /// The lines of options().apart that kept records apart.
  const std::set<std::uint64_t>& kept_apart() const { return kept_apart_; }
  std::string_view title(Node paper) const { return titles_[paper]; }
  std::string_view abstract(Node paper) const;
  int year(Node paper) const { return years_[paper]; }  ///< 0: unknown
  std::string_view venue(Node paper) const { return venues_.names()[venue_[paper]]; }
  Node venue_index(Node paper) const { return venue_[paper]; }  ///< 0: unknown
  bool labelled() const { return labels_.size() > 1; }          ///< whether a paper has a label
  /// The values of label_from that would give a label, if `label_from` has given none.
  const std::set<std::string>& fields() const { return fields_; }
  /// "" if unknown.
  std::string_view label(Node paper) const { return labels_.names()[label_[paper]]; }
  /// Authorships: papers are the groups, people the members.
  const Incidence& authors() const { return authors_; }
  Incidence& authors() { return authors_; }
  /// Words of the title and the abstract; indices of vocabulary().
  std::span<const Node> words(Node paper) const;
  const NodeNames& vocabulary() const { return words_.names(); }

 private:
  std::optional<Node> first_of(const Work& work, const std::string& place);
  bool apart(const Work& work, const std::string& place, Node paper);
  bool agrees(const Work& work, Node paper) const;
  void add_paper_id(const Work& work);
  void add_aliases(const Work& work, Node paper);
  void add_alias(Node paper, std::string_view id);
  void add_words(std::string_view text, std::vector<Node>& words);
  void take_label(Node paper, const Work& work, std::string_view file);
  void take_missing(Node paper, Work work);
  void complete_papers();
  std::map<Node, std::string> earlier_ids() const;
  void separate_ids();

  BibliographyOptions options_;
  RecordReport report_;
  People people_;
  RecordKeys records_;
  CitedItems references_;
  KeyTable papers_;                            // the first paper of each id, by its hash
  std::set<std::string, std::less<>> shared_;  // ids of several papers
  std::vector<std::uint64_t> contents_;        // checksums of the records
  std::map<Node, Work> changed_;
  struct Compared {
    std::array<std::uint32_t, 3> equal;  // PubMed number, page, kind of publication; 0: unknown
    std::array<char, 8> given;           // the beginning of the first author's given name
  };
  static Compared compared_of(const Work& work);
  std::vector<Compared> compared_;  // per paper
  std::vector<DuplicateRecord> duplicates_;
  std::set<std::uint64_t> kept_apart_;
  std::unordered_map<Node, std::string> decided_;  // the place of each decision
  NodeNames paper_ids_, titles_, abstracts_, aliases_, places_;
  std::vector<Node> alias_of_;
  std::vector<std::int16_t> years_;
  std::set<std::string> fields_;
  NodeIds venues_, labels_, words_;  // the first venue and the first label are ""
  std::vector<Node> venue_, label_;
  Incidence authors_, words_of_;
};

}  // namespace querent
