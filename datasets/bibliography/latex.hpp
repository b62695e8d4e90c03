// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <querent/datasets/bibliography/work.hpp>

namespace querent {

/// The text that LaTeX would typeset, as far as bibliographies use it: accents ({\"o} \v{s} \c c),
/// letters (\ss \o \ae \l \i), escaped characters, ~ and braces. Unknown commands are left out.
std::string from_latex(std::string_view text);

/// The people in BibTeX's author field: "First von Last", "von Last, First" and "von Last, Jr,
/// First", joined by "and". Text in braces is one word; "others" is skipped.
std::vector<WorkAuthor> bibtex_authors(std::string_view field);

}  // namespace querent
