// SPDX-License-Identifier: Apache-2.0
// Writes, reads and hashes the rows of the tables of answers (store.hpp).
#pragma once

#include <cmath>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>

#include <querent/apps/ask/store/database.hpp>
#include <querent/apps/ask/store/event.hpp>
#include <querent/apps/ask/store/head.hpp>

namespace querent::apps {

// The tables of answers.sqlite (store.hpp), and the check that it contains nothing else.

/// A store of version 1 has no head file (head.hpp); opening it for writing creates one.
inline constexpr std::uint64_t kOldestStore = 1, kNewestStore = 2;

/// Whether the database has no tables at all.
bool is_empty(Database& database);
/// Creates the tables.
void create_tables(Database& database);
/// CorruptError unless the store has a known version, exactly our tables, index and triggers (an
/// added view or trigger would take effect), and a head file if its version requires one.
void check_schema(Database& database, const std::string& file, const HeadFile& head);

/// Replaces −0 by 0, as SQLite does. std::invalid_argument for a number that is not finite.
template <class Row>
Row canonical(Row row) {
  for (double* number : Row::numbers(row)) {
    if (!std::isfinite(*number)) throw std::invalid_argument("a stored number must be finite");
    if (*number == 0) *number = 0;
  }
  return row;
}

/// Number of columns of a row; the next one has its sum.
template <class Row>
constexpr int kColumns = std::tuple_size_v<decltype(Row::columns(std::declval<Row&>()))>;

// The following are defined for the four kinds of rows (event.hpp).

/// SHA-256 over the previous row's sum and the columns of this row.
template <class Row>
std::string sum_of(const std::string& before, const Row& row);
/// The current row of a statement that selects all columns. CorruptError for an unknown kind of
/// event.
template <class Row>
Row row_of(const Statement& statement, const std::string& file);
/// Inserts a row with its sum, reads it back, and moves the end of its table. IoError if it differs.
template <class Row>
void append_row(Database& database, const std::string& file, TableEnd& end, const Row& row);

}  // namespace querent::apps
