// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string_view>

#include <querent/datasets/error.hpp>
#include <querent/graph/builder.hpp>

namespace [[gnu::visibility("default")]] querent {

/// The weight of an edge: a finite number of at least 0. Other values add an error at `place`. With
/// weight_column=none it is 1, whatever the file says.
std::optional<double> scan_weight(std::string_view token, const Place& place,
                                  GraphBuilder& builder);

}  // namespace querent
