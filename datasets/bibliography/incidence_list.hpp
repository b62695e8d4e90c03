// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include <querent/datasets/input.hpp>

namespace [[gnu::visibility("default")]] querent {

/// Reads a list of members and their groups, two columns separated by a tab, a comma or blanks.
/// Lines that begin with # or % are comments. A first line such as `author,paper` is a header.
/// Returns a note about the header; "" if there is none. Throws DataError listing the lines that are
/// not pairs.
std::string read_incidence_list(
    Input& input, const std::function<void(std::string_view member, std::string_view group)>& take);

}  // namespace querent
