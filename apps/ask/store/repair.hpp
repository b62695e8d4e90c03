// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include <querent/apps/ask/store/contents.hpp>

namespace querent::apps {

struct Repair {
  std::vector<MendedRow> rows = {};
  std::filesystem::path copy = {};  ///< of the original; empty if nothing was repaired
};

/// Repairs the one kind of damage that an earlier version caused: it computed the sum of a row from
/// −0, but SQLite stores 0. If everything else is intact, recomputes the sums; otherwise throws
/// CorruptError and changes nothing. IoError: another program holds the answers.
Repair repair_answers(const std::filesystem::path& directory);

/// "event 2 had −0 instead of 0", one sentence per row.
std::string to_string(const MendedRow& row);

}  // namespace querent::apps
