// SPDX-License-Identifier: Apache-2.0
// The tables of answers.sqlite (store.hpp), and the check that it contains nothing else.
#pragma once

#include <cstdint>
#include <string>

#include <querent/apps/ask/store/database.hpp>
#include <querent/apps/ask/store/head.hpp>

namespace querent::apps {

/// A store of version 1 has no head file (head.hpp); opening it for writing creates one.
inline constexpr std::uint64_t kOldestStore = 1, kNewestStore = 2;

/// Whether the database has no tables at all.
bool is_empty(Database& database);
/// Creates the tables.
void create_tables(Database& database);
/// CorruptError unless the store has a known version, exactly our tables, index and triggers (an
/// added view or trigger would take effect), and a head file if its version requires one.
void check_schema(Database& database, const std::string& file, const HeadFile& head);

}  // namespace querent::apps
