// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>

namespace [[gnu::visibility("default")]] querent {

/// Progress of a download.
struct FetchProgress {
  std::string url;             ///< as requested
  std::uint64_t received = 0;  ///< bytes, including those of an earlier, interrupted download
  std::uint64_t total = 0;     ///< 0: unknown
};

/// Called regularly while a file is fetched or waited for; returning false throws Cancelled.
using FetchObserver = std::function<bool(const FetchProgress&)>;

/// Expected content, and limits, of a download.
struct FetchOptions {
  std::string sha256 = {};                   ///< expected, in lower case; empty: unknown
  std::uint64_t bytes = 0;                   ///< expected; 0: unknown
  FetchObserver progress = {};               ///< receives the progress
  int attempts = 4;                          ///< consecutive attempts without new bytes
  std::chrono::milliseconds pause{500};      ///< before the second attempt, then doubled
  std::chrono::seconds connect_timeout{15};  ///< per attempt
  std::chrono::seconds stall_timeout{30};    ///< below 100 bytes per second
};

/// Downloads an http or https address into the file `part` and returns the SHA-256 of the content,
/// which equals the expected one if given. Certificates are verified; redirections are followed
/// only to http or https, and from https only to https. With a known checksum an existing `part` is
/// continued, and it is kept for the next call after an interruption; bytes with a wrong checksum
/// are never kept. Throws IoError with the reason after the last attempt, or Cancelled.
std::string fetch(const std::string& url, const std::filesystem::path& part,
                  const FetchOptions& options);

}  // namespace querent
