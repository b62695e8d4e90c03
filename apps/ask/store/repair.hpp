// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include <querent/apps/ask/store/contents.hpp>

namespace querent::apps {

struct Repair {
  std::vector<MendedRow> rows = {};
  std::filesystem::path copy = {};  ///< of the database as it was; empty where nothing was mended
};

/// Mends the one damage that an earlier version did itself: it made the sum of a row of −0, of
/// which SQLite keeps 0. Where all else is as it was written the sums are made anew; otherwise
/// CorruptError, and nothing is changed. IoError: another program has the answers.
Repair repair_answers(const std::filesystem::path& directory);

/// "event 2 had −0 for 0", one sentence a row.
std::string to_string(const MendedRow& row);

}  // namespace querent::apps
