// SPDX-License-Identifier: Apache-2.0
#include <querent/datasets/bibliography/write_works.hpp>

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include <querent/datasets/bibliography/names.hpp>
#include <querent/datasets/text/lowered.hpp>

namespace querent {

namespace {

std::string_view term_of(const Work& work, std::string_view field) {
  const auto found = std::ranges::find(work.terms, field, &WorkTerm::field);
  return found == work.terms.end() ? std::string_view{} : std::string_view(found->value);
}

struct Type {
  std::string_view word;  ///< part of the source's type, in lower case
  const char* ris;
  const char* bibtex;
};
constexpr std::array kTypes{
    Type{"chapter", "CHAP", "incollection"}, Type{"proceeding", "CPAPER", "inproceedings"},
    Type{"conf", "CPAPER", "inproceedings"}, Type{"cpaper", "CPAPER", "inproceedings"},
    Type{"meet", "CPAPER", "inproceedings"}, Type{"congress", "CPAPER", "inproceedings"},
    Type{"chap", "CHAP", "incollection"},    Type{"book", "BOOK", "book"},
    Type{"thes", "THES", "phdthesis"},       Type{"dissertation", "THES", "phdthesis"},
    Type{"report", "RPRT", "techreport"},    Type{"rprt", "RPRT", "techreport"},
    Type{"jour", "JOUR", "article"},         Type{"article", "JOUR", "article"}};

const Type* kind_in(std::string_view term) {
  const std::string type = lowered(term);
  const auto* const found = std::ranges::find_if(
      kTypes, [&](const Type& one) { return type.find(one.word) != type.npos; });
  return found == kTypes.end() ? nullptr : found;
}

Type kind_of(const Work& work) {
  if (const Type* found = kind_in(term_of(work, "type"))) return *found;
  return work.venues.empty() ? Type{"", "GEN", "misc"} : Type{"", "JOUR", "article"};
}

std::string tex(std::string_view text) {
  std::string result;
  for (const char c : one_line(text)) {
    switch (c) {
      case '&':
      case '%':
      case '$':
      case '#':
      case '_':
        result += '\\';
        result += c;
        break;
      case '{':  // BibTeX counts even an escaped brace, and text need not balance them
        result += "\\textbraceleft{}";
        break;
      case '}':
        result += "\\textbraceright{}";
        break;
      case '\\':
        result += "\\textbackslash{}";
        break;
      case '~':
        result += "\\textasciitilde{}";
        break;
      case '^':
        result += "\\textasciicircum{}";
        break;
      default:
        result += c;
    }
  }
  return result;
}

// A name, in braces where BibTeX would split it: a group's, or one with a comma or "and".
std::string bibtex_name(const WorkAuthor& author) {
  const auto whole = [](const std::string& part, std::string_view splits) {
    const bool split = part.find_first_of(splits) != part.npos ||
                       (' ' + lowered(part) + ' ').find(" and ") != part.npos;
    return split ? fmt::format("{{{}}}", tex(part)) : tex(part);
  };
  if (author.given.empty()) return whole(author.family, " ,");
  return whole(author.family, ",") + ", " + whole(author.given, ",");
}

// An id without the letters that BibTeX refuses in keys: "Müller 2020" → "Muller_2020".
std::string key_of(std::string_view id) {
  constexpr std::string_view kAllowed =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.:/+-";
  std::string key;
  for (std::size_t at = 0, next = 0; at < id.size(); at = next) {
    do ++next;
    while (next < id.size() && (id[next] & 0xC0) == 0x80);
    const std::string_view letter = id.substr(at, next - at);
    const std::string plain = letter.size() > 1 ? folded(letter) : std::string(letter);
    key += plain.empty() || plain.find_first_not_of(kAllowed) != plain.npos ? "_" : plain;
  }
  return key;
}

}  // namespace

std::string_view publication_of(const Work& work) {
  std::string_view only;
  for (const WorkTerm& term : work.terms) {
    const Type* kind = term.field == "type" ? kind_in(term.value) : nullptr;
    if (kind == nullptr || std::string_view(kind->ris) == "RPRT") continue;  // "Case Reports"
    if (!only.empty() && only != kind->ris) return "";
    only = kind->ris;
  }
  return only;
}

std::string to_ris(const Work& work) {
  std::string text;
  const auto add = [&](const char* tag, std::string_view value) {
    if (!value.empty()) text += fmt::format("{}  - {}\n", tag, one_line(value));
  };
  add("TY", kind_of(work).ris);
  add("ID", work.id);
  for (const WorkAuthor& author : work.authors) add("AU", full_name(author));
  add("TI", work.title);
  for (const std::string& venue : work.venues) add("T2", venue);
  if (work.year > 0) add("PY", fmt::format("{:04}", work.year));
  add("VL", work.volume);
  add("IS", work.issue);
  add("SP", work.page);
  add("EP", work.last_page);
  add("SN", work.issn);
  add("LA", term_of(work, "language"));
  add("DO", work.doi);
  if (!work.doi.empty()) add("UR", "https://doi.org/" + work.doi);
  add("AN", work.pmid);
  if (!work.pmid.empty()) add("UR", "https://pubmed.ncbi.nlm.nih.gov/" + work.pmid);
  add("AB", work.abstract);
  for (const WorkTerm& term : work.terms) {
    if (term.field == "keyword") add("KW", term.value);
  }
  for (const std::string_view line : parts_of(work.note, "\n")) add("N1", line);
  return text + "ER  - \n\n";
}

std::string to_bibtex(const Work& work, std::set<std::string>& keys) {
  const Type kind = kind_of(work);
  const std::string own = key_of(work.id);
  std::string key = own;
  for (int copy = 2; !keys.insert(key).second; ++copy) key = fmt::format("{}-{}", own, copy);
  std::string text = fmt::format("@{}{{{}", kind.bibtex, key);
  const auto add = [&](const char* field, std::string_view value) {
    if (!value.empty()) text += fmt::format(",\n  {} = {{{}}}", field, value);
  };
  std::string authors, keywords;
  for (const WorkAuthor& author : work.authors)
    authors += (authors.empty() ? "" : " and ") + bibtex_name(author);
  for (const WorkTerm& term : work.terms) {
    if (term.field == "keyword") keywords += (keywords.empty() ? "" : "; ") + tex(term.value);
  }
  add("author", authors);
  add("title", tex(work.title));
  if (!work.venues.empty())
    add(std::string_view(kind.bibtex).starts_with("in") ? "booktitle" : "journal",
        tex(work.venues.front()));
  if (work.year > 0) add("year", fmt::format("{}", work.year));
  add("volume", tex(work.volume));
  add("number", tex(work.issue));
  add("pages", tex(work.page) + (work.last_page.empty() ? "" : "--" + tex(work.last_page)));
  add("issn", tex(work.issn));
  add("language", tex(term_of(work, "language")));
  add("doi", tex(work.doi));
  add("pmid", work.pmid);
  add("abstract", tex(work.abstract));
  add("keywords", keywords);
  add("note", tex(work.note));
  return text + "\n}\n\n";
}

}  // namespace querent
