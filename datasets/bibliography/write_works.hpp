// SPDX-License-Identifier: Apache-2.0
// Writes works for reference managers: RIS and BibTeX.
#pragma once

#include <set>
#include <string>
#include <string_view>

#include <querent/datasets/bibliography/work.hpp>

namespace [[gnu::visibility("default")]] querent {

/// "TY  - " … "ER  - " and an empty line. Line ends in a text become blanks; each line of a note is
/// an N1 field.
std::string to_ris(const Work& work);

/// An entry, "@article{key," … "}" and an empty line. The key is the id without accents, with "_" for
/// characters that BibTeX does not allow in a key and a number if it is one of `keys`, which it
/// joins. Special characters of TeX are escaped.
std::string to_bibtex(const Work& work, std::set<std::string>& keys);

/// The kind of publication that a record states, as a type of RIS: JOUR, CPAPER, CHAP, BOOK, THES;
/// "" for none, another, or several.
std::string_view publication_of(const Work& work);

}  // namespace querent
