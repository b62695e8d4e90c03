// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string_view>

#include <querent/datasets/input.hpp>

namespace [[gnu::visibility("default")]] querent {

/// Reads a list of members and their groups, two columns separated by a tab, a comma or blanks.
/// Lines that begin with # or % are comments. Throws DataError listing the lines that are not
/// pairs.
void read_incidence_list(
    Input& input, const std::function<void(std::string_view member, std::string_view group)>& take);

}  // namespace querent
