// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <querent/graph/builder.hpp>

namespace querent {

/// Assigns `count` labels without ids: label i belongs to the node with id i, or i + 1 if the
/// graph's ids are the numbers 1 … count, or else to the i-th node if the numbers match, with a
/// note. Returns the node of each label. Throws DataError if the labels cannot be assigned.
std::vector<std::optional<Node>> set_labels_in_order(
    GraphBuilder& builder, std::uint64_t count,
    const std::function<std::string(std::uint64_t)>& label,
    const std::function<Place(std::uint64_t)>& place);

}  // namespace querent
