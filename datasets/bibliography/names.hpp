// SPDX-License-Identifier: Apache-2.0
// Parses names and references as databases write them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <querent/datasets/bibliography/work.hpp>

namespace [[gnu::visibility("default")]] querent {

/// Removes case, marks and punctuation: "Fülöp-Nagy, Z." becomes "fulop nagy z" (Unicode's
/// compatibility decomposition and case folding).
std::string folded(std::string_view text);

/// Removes case and marks, and keeps the rest: "Fülöp-Nagy, Z." becomes "fulop-nagy, z.".
std::string without_case(std::string_view text);

/// "https://doi.org/10.1000/ABC", "doi: 10.1000/ABC" → "10.1000/abc"; the longest of several in
/// brackets; "" if none begins with 10.
std::string clean_doi(std::string_view text);

/// "https://pubmed.ncbi.nlm.nih.gov/14593127", "PMID: 14593127", "14593127.0" → "14593127"; "" for
/// zero and if the text does not end in digits.
std::string clean_pmid(std::string_view text);

/// The 0000-0000-0000-0000 in a text, with a final X in upper case; "" if absent.
std::string clean_orcid(std::string_view text);

/// "Max van Kleek" → van Kleek, Max. If there is a comma, the family name is first.
WorkAuthor given_first(std::string_view name);
/// "Toh, Ming Liang", "Toh ML", "Liu F." → Toh, Ming Liang; Toh, ML; Liu, F. Another name without a
/// comma is a family name, as of a group.
WorkAuthor family_first(std::string_view name);
/// "Toh, Ming Liang"; the family name alone if no other is known.
std::string full_name(const WorkAuthor& author);
/// Replaces control characters and line ends by blanks.
std::string one_line(std::string_view text);
/// True for initials alone: "M", "M. L.", "ML", "J.-P.".
bool only_initials(std::string_view given);

/// "Aria M, 2017, J INFORMETR, V11, P959, DOI 10.1016/j.joi.2017.08.007"
CitedWork wos_reference(std::string_view text);
/// "Aria M., Cuccurullo C., Bibliometrix: An R-tool, J. Informetr., 11, 4, pp. 959-975, (2017)",
/// and the older "…, Title (2015) Supercond. Sci. Technol., 28 (4), p. S13".
CitedWork scopus_reference(std::string_view text);

/// "965-75", "pp. 965", "P965" → "965".
std::string first_page(std::string_view pages);
/// "965-75", "965–975" → "975"; "" if there is no second page.
std::string last_page(std::string_view pages);
/// Sets both pages of a work.
void set_pages(std::string_view pages, Work& work);
/// The first four digits in a row that are a year from 1000 to 2999; 0 if there are none.
int year_in(std::string_view text);

/// The parts of a text between separators, without blanks at their ends; empty parts are left out.
std::vector<std::string_view> parts_of(std::string_view text, std::string_view separator);

}  // namespace querent
