// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include <querent/datasets/bibliography/work.hpp>
#include <querent/graph/bibliography/key_table.hpp>
#include <querent/graph/bibliography/pair_graph.hpp>
#include <querent/graph/node_names.hpp>

namespace [[gnu::visibility("default")]] querent {

/// What a work or a reference is known by, each as 64 bits of a hash; 0: not known.
struct WorkKeys {
  std::uint64_t doi = 0, id = 0;
  std::uint64_t fields = 0;  ///< first word of the first author's name, year, venue, page
};

WorkKeys keys_of(const CitedWork& cited);
/// The fields once for each form of the venue's name.
std::vector<WorkKeys> keys_of(const Work& work);

/// Which record has a key.
class RecordKeys {
 public:
  enum class By : std::uint8_t { kNothing, kDoi, kId, kFields };
  struct Found {
    By by = By::kNothing;
    Node record = 0;
  };
  /// By DOI, then by id, then by fields unless both have DOIs, which then differ.
  Found find(const WorkKeys& keys) const;
  void add(const WorkKeys& keys, Node record);

 private:
  KeyTable doi_, id_, fields_;
  std::vector<bool> has_doi_;  // of each record
};

/// How the references were matched: references = by_doi + by_id + by_fields + outside.
struct ReferenceReport {
  std::uint64_t references = 0;
  std::uint64_t by_doi = 0, by_id = 0, by_fields = 0;  ///< of records that are here
  std::uint64_t outside = 0;                           ///< of works that are not
  std::uint64_t outside_works = 0;                     ///< how many these are
};

/// The references of all records. A cited item is a record, or a work outside the bibliography that
/// is known by its references alone.
class CitedItems {
 public:
  /// The references of the next paper.
  void add(const std::vector<CitedWork>& references);
  /// Finds the records that are cited. Call it once, when all are there.
  void match(const RecordKeys& records);

  /// After match(): papers are the groups, cited items the members; items below the number of
  /// papers are those papers.
  const Incidence& cited() const { return cited_; }
  /// The text of item i ≥ papers, as first written.
  std::string_view text(Node item) const;
  /// Its DOI; "" where no reference to it has one.
  std::string_view doi(Node item) const { return dois_[doi_of_[item - cited_.num_groups()]]; }
  const ReferenceReport& report() const { return report_; }
  /// Forgets what text() and doi() say.
  void release_texts() {
    texts_ = dois_ = {};
    text_of_ = doi_of_ = {};
  }

 private:
  struct Item {
    WorkKeys keys;
  };
  Node item_of(const CitedWork& cited);

  KeyTable table_;  // by the strongest key
  std::vector<Item> items_;
  NodeNames texts_, dois_;
  Incidence cited_;                     // of items_, until match()
  std::vector<Node> text_of_, doi_of_;  // items of the works outside
  ReferenceReport report_;
};

}  // namespace querent
