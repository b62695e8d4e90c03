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

/// The data sets that were added on this machine, by name. IoError. What is wrong with a
/// registration that cannot be read goes to `damaged`; without that place it is a CorruptError.
std::vector<DatasetInfo> user_datasets(std::vector<std::string>* damaged = nullptr);

/// Their names alone: no registration is read.
std::vector<std::string> user_dataset_names();

/// By name, ignoring case; no other registration is read. IoError; CorruptError.
std::optional<DatasetInfo> find_user_dataset(std::string_view name);

/// Registers a person's own files under a name: their absolute paths and checksums, in the cache.
/// The files stay where they are; one that changes later is refused until it is added again. An
/// earlier registration of the name is replaced. A name of the catalogue may be used when the
/// catalogue only describes that set, or knows an address but no checksum. std::invalid_argument
/// for a name of other than 1 … 64 letters, digits and ._-, or no files; IoError.
DatasetInfo add_user_dataset(std::string_view name, DatasetKind kind,
                             const std::vector<std::pair<FileRole, std::filesystem::path>>& files);

}  // namespace querent
