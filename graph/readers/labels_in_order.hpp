// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <querent/graph/builder.hpp>

namespace querent {

/// `count` labels without ids: label i is of the node whose id is i, or i + 1 where the graph's ids
/// are the numbers 1 … count, or else of the i-th node where there are as many; a note says which.
/// The node of each label is returned. DataError where the labels can be nobody's.
std::vector<std::optional<Node>> set_labels_in_order(
    GraphBuilder& builder, std::uint64_t count,
    const std::function<std::string(std::uint64_t)>& label,
    const std::function<Place(std::uint64_t)>& place);

}  // namespace querent
