// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>

namespace [[gnu::visibility("default")]] querent {

/// How far a download is.
struct FetchProgress {
  std::string url;             ///< as it was asked for
  std::uint64_t received = 0;  ///< bytes, those of an earlier, cut download included
  std::uint64_t total = 0;     ///< 0: not known
};

/// Called now and then while a file is fetched or waited for; false stops, with Cancelled.
using FetchObserver = std::function<bool(const FetchProgress&)>;

/// What is expected of a download, and how long it is waited for.
struct FetchOptions {
  std::string sha256 = {};                   ///< expected, in lower case; empty: not known
  std::uint64_t bytes = 0;                   ///< expected; 0: not known
  FetchObserver progress = {};               ///< told how far it is
  int attempts = 4;                          ///< in a row that bring nothing new, or stall
  std::chrono::milliseconds pause{500};      ///< before the second attempt; doubled each time
  std::chrono::seconds connect_timeout{15};  ///< of each attempt
  std::chrono::seconds stall_timeout{30};    ///< below 100 bytes a second
};

/// Downloads an http or https address into the file `part` and returns the SHA-256 of what came,
/// which is the expected one when one is given. Certificates are verified; a redirection leads to
/// http or https only, from https to https only. With a known checksum a `part` that is there
/// already is continued, and it stays behind after a cut, for the next call; bytes with a wrong
/// checksum never stay. IoError says why, after the attempts; Cancelled.
std::string fetch(const std::string& url, const std::filesystem::path& part,
                  const FetchOptions& options);

}  // namespace querent
