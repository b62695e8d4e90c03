// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include <querent/datasets/catalogue.hpp>
#include <querent/datasets/fetch.hpp>

namespace [[gnu::visibility("default")]] querent {

/// Options for finding the files of a data set.
struct LocateOptions {
  FetchObserver progress = {};  ///< receives the progress of a download
  bool allow_network = true;    ///< false: no downloads; file:// mirrors are still used
};

/// A local file whose checksum was verified.
struct LocalFile {
  FileRole role = FileRole::kEdges;  ///< as in the catalogue
  std::filesystem::path path;        ///< path of the file
  std::string sha256;                ///< of the stored bytes
};

/// A data set whose files are all local.
struct LocatedDataset {
  std::string format = {};            ///< format of its edition; empty: recognised by content
  std::vector<LocalFile> files = {};  ///< one per role
  std::vector<std::string> notes =
      {};  ///< remarks for the user: a damaged cached file was fetched again
  /// The file with a role, or an empty path.
  std::filesystem::path file(FileRole role) const;
};

/// Finds the files of a data set: embedded, in the cache, on the mirror ($QUERENT_MIRROR; file://
/// is used in place), or at the public address; the last two go through the cache. Each file's
/// checksum is verified every time; a file without a known checksum is compared with its first
/// download. Throws IoError listing all attempts, or Cancelled.
LocatedDataset locate(const DatasetInfo& dataset, const LocateOptions& options = {});

/// State of one file at present; nothing is fetched.
struct FileState {
  FileRole role = FileRole::kEdges;  ///< as in the catalogue
  std::string path;                  ///< as in the catalogue
  std::filesystem::path where;       ///< empty: not present
  bool intact = false;               ///< its checksum is as expected
};

/// The files of the edition with the most files present.
std::vector<FileState> verify(const DatasetInfo& dataset);

}  // namespace querent
