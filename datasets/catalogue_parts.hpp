// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include <querent/datasets/catalogue.hpp>

namespace [[gnu::visibility("default")]] querent {

/// Licence of data whose authors state none.
inline constexpr const char* kNoneStated = "none stated";

/// The two halves of catalogue().
std::vector<DatasetInfo> catalogue_graphs();
std::vector<DatasetInfo> catalogue_vectors();

/// Names of data sets are compared without case.
bool equal_ignoring_case(std::string_view a, std::string_view b);

/// True if the catalogue can identify the data: it is embedded, or a checksum is known.
bool has_known_content(const DatasetInfo& set);

/// Finds an entry of the catalogue by name, ignoring case.
std::optional<DatasetInfo> lookup_in_catalogue(std::string_view name);

}  // namespace querent
