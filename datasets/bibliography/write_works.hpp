// SPDX-License-Identifier: Apache-2.0
// Works for reference managers: RIS and BibTeX.
#pragma once

#include <string>
#include <string_view>

#include <querent/datasets/bibliography/work.hpp>

namespace [[gnu::visibility("default")]] querent {

/// "TY  - " … "ER  - " and an empty line. Line ends in a text become blanks; a note of several lines
/// is several N1.
std::string to_ris(const Work& work);

/// An entry, "@article{key," … "}" and an empty line; the key is the id, with what BibTeX does not
/// allow in a key as "_". Signs of TeX are written so that they print.
std::string to_bibtex(const Work& work);

}  // namespace querent
