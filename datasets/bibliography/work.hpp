// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace [[gnu::visibility("default")]] querent {

/// A person as one record names them.
struct WorkAuthor {
  std::string family;  ///< all of the name where it cannot be split
  std::string given;   ///< may be initials alone, or empty
  std::string id;      ///< "openalex:A50…", "scopus:571…", "dblp:Jan Hajic 0001"; empty: none
  std::string orcid;   ///< 0000-0002-1825-0097; empty: none
};

/// A reference of a record, as far as its source tells.
struct CitedWork {
  std::string key;     ///< "openalex:W42…": the cited record's own, where the source has it
  std::string doi;     ///< as clean_doi() makes it
  std::string author;  ///< the first one, family name first
  std::string venue;   ///< often abbreviated
  std::string page;    ///< the first one
  std::string text;    ///< as it stands in the source, for people
  int year = 0;        ///< 0: not known
};

/// What a record says that could be a label: ("topic", "Graph Theory"), ("mesh", "Humans").
struct WorkTerm {
  std::string field;
  std::string value;
};

/// A record of a bibliography. What the source does not say is empty.
struct Work {
  std::string id;   ///< as its source calls it: W42…, WOS:…, 26524502, a key of BibTeX
  std::string key;  ///< "openalex:W42…": equal keys are one work; empty where ids are a file's own
  std::string doi;   ///< as clean_doi() makes it
  std::string pmid;  ///< PubMed's number
  std::string title;
  std::vector<std::string> venues;  ///< the name first, then its abbreviations
  std::string volume, issue;
  std::string page;  ///< the first one, or the article's number
  std::string abstract;
  std::string note;  ///< what a person wrote beside the record; several are lines
  int year = 0;      ///< 0: not known
  std::vector<WorkAuthor> authors;
  std::vector<CitedWork> references;
  std::vector<WorkTerm> terms;
  std::uint64_t line = 0;  ///< where the record begins; 0: not known
};

}  // namespace querent
