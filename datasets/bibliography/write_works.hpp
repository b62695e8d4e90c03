// SPDX-License-Identifier: Apache-2.0
// Writes works for reference managers: RIS and BibTeX.
#pragma once

#include <string>

#include <querent/datasets/bibliography/work.hpp>

namespace [[gnu::visibility("default")]] querent {

/// "TY  - " … "ER  - " and an empty line. Line ends in a text become blanks; each line of a note is
/// an N1 field.
std::string to_ris(const Work& work);

/// An entry, "@article{key," … "}" and an empty line. The key is the id, with "_" for characters
/// that BibTeX does not allow in a key. Special characters of TeX are escaped.
std::string to_bibtex(const Work& work);

}  // namespace querent
