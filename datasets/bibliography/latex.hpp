// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace querent {

/// The text that LaTeX would typeset, as far as bibliographies use it: accents ({\"o} \v{s} \c c),
/// letters (\ss \o \ae \l \i), escaped characters, ~ and braces. Unknown commands are left out.
std::string from_latex(std::string_view text);

}  // namespace querent
