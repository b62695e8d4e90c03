// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include <querent/datasets/catalogue.hpp>
#include <querent/datasets/fetch.hpp>

namespace [[gnu::visibility("default")]] querent {

/// How the files of a data set are looked for.
struct LocateOptions {
  FetchObserver progress = {};  ///< told how far a download is
  bool allow_network = true;    ///< false: nothing is fetched, a file:// mirror is still read
};

/// A file that is here, with a checksum that was compared.
struct LocalFile {
  FileRole role = FileRole::kEdges;  ///< as in the catalogue
  std::filesystem::path path;        ///< where it lies
  std::string sha256;                ///< of the stored bytes
};

/// A data set that is here.
struct LocatedDataset {
  std::string format = {};            ///< of its edition; empty: recognised by content
  std::vector<LocalFile> files = {};  ///< one a role
  std::vector<std::string> notes =
      {};  ///< what a person should know: a damaged file in the cache that was fetched again
  /// The file of a role, or an empty path.
  std::filesystem::path file(FileRole role) const;
};

/// Finds the files of a data set: embedded, in the cache, on the mirror ($QUERENT_MIRROR; file://
/// is used in place), at the public address; the last two go through the cache. Every file's
/// checksum is compared each time; one without a known checksum (a public address that states none)
/// is compared with what was first fetched. IoError that lists what was tried; Cancelled.
LocatedDataset locate(const DatasetInfo& dataset, const LocateOptions& options = {});

/// What is known of one file, here and now; nothing is fetched.
struct FileState {
  FileRole role = FileRole::kEdges;  ///< as in the catalogue
  std::string path;                  ///< as in the catalogue
  std::filesystem::path where;       ///< empty: not here
  bool intact = false;               ///< its checksum is the expected one
};

/// The files of the edition of which most is here.
std::vector<FileState> verify(const DatasetInfo& dataset);

}  // namespace querent
