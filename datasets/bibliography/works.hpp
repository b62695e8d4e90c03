// SPDX-License-Identifier: Apache-2.0
// The records of a bibliography, whatever database exported it.
//
//   OpenAlex (JSON lines, API pages)  Crossref (JSON)  Semantic Scholar (JSON lines)
//   DBLP (XML)  PubMed (MEDLINE, XML)  Web of Science (plain text, tab-delimited)
//   Scopus (CSV, both generations)  Lens (CSV)  BibTeX  RIS  an incidence list (member, group)
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include <querent/datasets/bibliography/work.hpp>
#include <querent/datasets/input.hpp>

namespace [[gnu::visibility("default")]] querent {

enum class WorksFormat {
  kJson,  ///< OpenAlex, Crossref, Semantic Scholar: told record by record
  kDblpXml,
  kPubmedXml,
  kMedline,
  kWosText,
  kWosTab,
  kScopusCsv,
  kLensCsv,
  kBibtex,
  kRis,
  kIncidence,  ///< two columns: a member and a group
  kUnknown,
};

/// The format of what begins with `head`.
WorksFormat recognise_works(std::string_view head);
/// As it is called in messages: "OpenAlex, Crossref or Semantic Scholar JSON".
std::string_view to_string(WorksFormat format);

struct WorksOptions {
  bool lenient = false;    ///< damaged records are counted and left out instead of an error
  bool references = true;  ///< whether references are wanted
  bool abstracts = true;   ///< whether abstracts are wanted
};

/// What reading found. records = taken + damaged.
struct WorksReport {
  std::string format;
  std::uint64_t records = 0;       ///< begun in the file
  std::uint64_t damaged = 0;       ///< left out under `lenient`
  std::vector<std::string> notes;  ///< anything else a person should know, one sentence each
};

using TakeWork = std::function<void(Work&&)>;

/// Streams the records of `input` to `take`; memory grows with the largest record (incidence
/// lists and JSON documents of many lines: with the file). DataError with file, line and
/// field for a damaged record, LimitError, and what `take` throws.
WorksReport read_works(Input& input, const WorksOptions& options, const TakeWork& take);

}  // namespace querent
