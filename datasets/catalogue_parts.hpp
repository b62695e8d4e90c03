// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include <querent/datasets/catalogue.hpp>

namespace [[gnu::visibility("default")]] querent {

/// The role whose to_string() is `name`.
std::optional<FileRole> file_role(std::string_view name);

/// The data sets of the tables sets.tsv and files.tsv of datasets/catalogue. Throws
/// std::logic_error for a table that is none.
std::vector<DatasetInfo> catalogue_of(std::string_view sets, std::string_view files);

/// A table of datasets/catalogue, which the build embeds.
std::string_view catalogue_table(std::string_view name);

/// True if the catalogue can identify the data: it is embedded, or a checksum is known.
bool has_known_content(const DatasetInfo& set);

/// Finds an entry of the catalogue by name, ignoring case.
std::optional<DatasetInfo> lookup_in_catalogue(std::string_view name);

}  // namespace querent
