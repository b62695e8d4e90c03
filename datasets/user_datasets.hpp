// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <querent/datasets/catalogue.hpp>

namespace [[gnu::visibility("default")]] querent {

/// The data sets that the user added on this machine, by name. Errors of damaged registrations go
/// to `damaged`; without it they throw CorruptError. Throws IoError.
std::vector<DatasetInfo> user_datasets(std::vector<std::string>* damaged = nullptr);

/// Only their names; no registration is read.
std::vector<std::string> user_dataset_names();

/// Finds a set by name, ignoring case, without reading other registrations. Throws IoError or
/// CorruptError.
std::optional<DatasetInfo> find_user_dataset(std::string_view name);

/// Registers the user's own files under a name: their absolute paths and checksums, in the cache.
/// The files are not copied; a file that changes later is rejected until it is added again. An
/// earlier registration of the name is replaced. A name of the catalogue is allowed only if the
/// catalogue has no files of the set or no checksum. Throws std::invalid_argument for a name that
/// is not 1 … 64 letters, digits and ._-, or for no files; IoError.
DatasetInfo add_user_dataset(std::string_view name, DatasetKind kind,
                             const std::vector<std::pair<FileRole, std::filesystem::path>>& files);

}  // namespace querent
