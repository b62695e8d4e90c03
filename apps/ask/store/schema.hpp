// SPDX-License-Identifier: Apache-2.0
// The tables of answers.sqlite (store.hpp), and that nothing else is in it.
#pragma once

#include <cstdint>
#include <string>

#include <querent/apps/ask/store/database.hpp>
#include <querent/apps/ask/store/head.hpp>

namespace querent::apps {

/// A store of version 1 has no head file (head.hpp); it gets one when it is opened for writing.
inline constexpr std::uint64_t kOldestStore = 1, kNewestStore = 2;

/// Whether the file holds nothing at all.
bool is_empty(Database& database);
/// Makes the tables.
void create_tables(Database& database);
/// CorruptError unless the store is of a version that we know and has exactly our tables, index and
/// triggers (a view or a trigger that somebody added would be obeyed), and its head where its
/// version has one.
void check_schema(Database& database, const std::string& file, const HeadFile& head);

}  // namespace querent::apps
