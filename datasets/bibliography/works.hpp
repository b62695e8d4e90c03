// SPDX-License-Identifier: Apache-2.0
// The records of a bibliography, exported from any of these databases:
//
//   OpenAlex (JSON lines, API pages)  Crossref (JSON)  Semantic Scholar (JSON lines)
//   DBLP (XML)  PubMed (MEDLINE, XML)  Web of Science (plain text, tab-delimited)
//   Scopus (CSV, both generations)  Lens (CSV)  BibTeX  RIS
//   any CSV of records with a column of titles (ASReview, Rayyan, Covidence, Zotero, PubMed)
//   an incidence list (member, group)
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include <querent/datasets/bibliography/work.hpp>
#include <querent/datasets/input.hpp>

namespace [[gnu::visibility("default")]] querent {

/// The format of a file that begins with `head`, as messages name it: "DBLP XML"; "" if unknown.
std::string_view recognise_works(std::string_view head);
/// True for the beginning of an export of records: not for an incidence list, and for JSON and
/// tables only if they have the fields of records, since graphs and rows are written so, too.
bool is_export(std::string_view head);

struct WorksOptions {
  bool lenient = false;    ///< count and skip damaged records instead of failing
  bool references = true;  ///< read references
  bool abstracts = true;   ///< read abstracts
};

/// Statistics of one reading; records = taken + damaged.
struct WorksReport {
  std::string format;
  std::uint64_t records = 0;       ///< begun in the file, valid or not
  std::uint64_t damaged = 0;       ///< skipped under `lenient`
  std::vector<std::string> notes;  ///< further remarks for the user, one sentence each
};

using TakeWork = std::function<void(Work&&)>;

/// Streams the records of `input` to `take`. Memory grows with the largest record; for incidence
/// lists and JSON documents of many lines, with the file. Throws DataError with file, line and
/// field for a damaged record, LimitError, and any exception of `take`.
WorksReport read_works(Input& input, const WorksOptions& options, const TakeWork& take);

}  // namespace querent
