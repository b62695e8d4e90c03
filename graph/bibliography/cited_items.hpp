// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <querent/datasets/bibliography/work.hpp>
#include <querent/graph/bibliography/pair_graph.hpp>
#include <querent/graph/key_table.hpp>
#include <querent/graph/node_names.hpp>

namespace [[gnu::visibility("default")]] querent {

/// Keys of a work or a reference, each a 64-bit hash; 0: unknown.
struct WorkKeys {
  std::uint64_t doi = 0, id = 0;
  std::uint64_t fields = 0;  ///< first word of the first author's name, year, venue, page
};

WorkKeys keys_of(const CitedWork& cited);
/// Keys of a record, and what those other than the DOI are made of: "title, year and author".
struct RecordKey : WorkKeys {
  std::string_view by;
};
/// By id and by PubMed number, and with these as `fields`: the four with each form of the venue's
/// name; first word of the first author's name, year and title, with a short title also the abstract.
std::vector<RecordKey> keys_of(const Work& work);
/// The letters and digits of a title, folded: "Re-analysis." and "Reanalysis" are one.
std::string letters_of(std::string_view title);

/// Finds the record with a key.
class RecordKeys {
 public:
  enum class By : std::uint8_t { kNothing, kDoi, kId, kFields };
  struct Found {
    By by = By::kNothing;
    Node record = 0;
  };
  using Test = std::function<bool(Node)>;
  /// By DOI, then by id, then by fields: the first record that may(record), for fields also one that
  /// agrees(record). The latter two unless both have different DOIs, since databases err in PubMed
  /// numbers.
  Found find(
      const WorkKeys& keys, const Test& agrees = [](Node) { return true; },
      const Test& may = [](Node) { return true; }) const;
  void add(const WorkKeys& keys, Node record);

 private:
  KeyTable doi_, id_, fields_;
  std::vector<bool> has_doi_;  // per record
};

/// How the references were matched: references = by_doi + by_id + by_fields + outside +
/// undescribed.
struct ReferenceReport {
  std::uint64_t references = 0;
  std::uint64_t by_doi = 0, by_id = 0, by_fields = 0;  ///< references to known records
  std::uint64_t outside = 0;                           ///< references to other works
  std::uint64_t outside_works = 0;                     ///< number of those works
  std::uint64_t undescribed = 0;  ///< left out: their source does not tell them from others
};

/// The references of all records. A cited item is a record, or an outside work known only from
/// references.
class CitedItems {
 public:
  /// Adds the references of the next paper.
  void add(const std::vector<CitedWork>& references);
  /// The item of a reference, found or added, as a member of cited() before match(); nothing for one
  /// without a key and a text.
  std::optional<Node> item_of(const CitedWork& cited);
  /// Finds the cited records. Call it once, after all records were added.
  void match(const RecordKeys& records);

  /// After match(): papers are the groups, cited items the members; items below the number of
  /// papers are those papers.
  const Incidence& cited() const { return cited_; }
  Incidence& cited() { return cited_; }
  /// The text of item i ≥ papers, as first written.
  std::string_view text(Node item) const;
  /// Its DOI; "" if no reference to it has one.
  std::string_view doi(Node item) const { return dois_[doi_of_[item - cited_.num_groups()]]; }
  const ReferenceReport& report() const { return report_; }
  /// Frees the data of text() and doi().
  void release_texts() {
    texts_ = dois_ = {};
    text_of_ = doi_of_ = {};
  }

 private:
  KeyTable table_;  // keyed by the strongest key
  std::vector<WorkKeys> items_;
  NodeNames texts_, dois_;
  Incidence cited_;                     // indices into items_ until match()
  std::vector<Node> text_of_, doi_of_;  // items with text and DOI of outside works
  ReferenceReport report_;
};

}  // namespace querent
