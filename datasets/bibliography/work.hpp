// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace [[gnu::visibility("default")]] querent {

/// A person as named in one record.
struct WorkAuthor {
  std::string family;      ///< the full name if it cannot be split
  std::string given = {};  ///< may be initials only, or empty
  std::string id = {};     ///< "openalex:A50…", "scopus:571…", "dblp:Jan Hajic 0001"; or empty
  std::string orcid = {};  ///< 0000-0002-1825-0097; or empty
};

/// A reference of a record, as far as its source describes it.
struct CitedWork {
  std::string key;     ///< the cited record's own key ("openalex:W42…"), if the source has it
  std::string doi;     ///< normalised by clean_doi()
  std::string author;  ///< the first one, family name first
  std::string venue;   ///< often abbreviated
  std::string page;    ///< the first one
  std::string text;    ///< as written in the source, for display
  int year = 0;        ///< 0: unknown
};

/// A term that could serve as a label: ("topic", "Graph Theory"), ("mesh", "Humans").
struct WorkTerm {
  std::string field;
  std::string value;
};

/// A record of a bibliography. Fields that the source lacks are empty.
struct Work {
  std::string id;    ///< identifier in its source: W42…, WOS:…, 26524502, a BibTeX key
  std::string key;   ///< "openalex:W42…": equal keys are the same work; empty if ids are local
  std::string doi;   ///< normalised by clean_doi()
  std::string pmid;  ///< PubMed id
  std::string title;
  std::vector<std::string> venues;  ///< the name first, then its abbreviations
  std::string volume, issue;
  std::string page;       ///< the first one, or the article's number
  std::string last_page;  ///< empty if it is unknown or the article has a number
  std::string issn;       ///< as in the source, which may name several
  std::string abstract;
  std::string note;  ///< the user's notes on the record, one per line
  int year = 0;      ///< 0: unknown
  std::vector<WorkAuthor> authors;
  std::vector<CitedWork> references;
  std::vector<WorkTerm> terms;
  std::uint64_t line = 0;  ///< line at which the record begins; 0: unknown
};

}  // namespace querent
