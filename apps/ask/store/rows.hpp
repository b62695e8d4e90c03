// SPDX-License-Identifier: Apache-2.0
// Writes, reads and hashes the rows of the tables of answers (store.hpp).
#pragma once

#include <cmath>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include <querent/apps/ask/store/database.hpp>
#include <querent/apps/ask/store/event.hpp>
#include <querent/apps/ask/store/head.hpp>
#include <querent/datasets/checksum.hpp>

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

/// SHA-256 over the previous row's sum and the fields of this row. Each field is preceded by its
/// length, so that different rows give different input.
class RowSum {
 public:
  explicit RowSum(const std::string& before) { add(before); }
  RowSum& add(std::string_view text);
  RowSum& add(double number);
  RowSum& add(std::uint64_t number) { return add(std::to_string(number)); }
  std::string hex() { return sum_.hex(); }

 private:
  Sha256 sum_;
};

/// Sums of the rows of `starts`, `questions`, `events` and `sources`.
std::string sum_of_start(const std::string& before, std::uint64_t number, std::string_view time,
                         std::string_view settings);
std::string sum_of(const std::string& before, const AskedQuestion& question);
std::string sum_of(const std::string& before, const Event& event);
std::string sum_of_source(const std::string& before, std::uint64_t event,
                          const StoredSource& source);

/// Replaces −0 by 0, as SQLite does. std::invalid_argument for a number that is not finite.
template <class Row>
Row canonical(Row row) {
  for (double* number : Row::numbers(row)) {
    if (!std::isfinite(*number)) throw std::invalid_argument("a stored number must be finite");
    if (*number == 0) *number = 0;
  }
  return row;
}

/// All columns of the tables in order; the sum is the last one.
inline constexpr std::string_view kQuestionRows =
    "SELECT id, item, why, probability, uniform, guess, guess_probability, sum FROM questions";
inline constexpr int kQuestionSum = 7;
inline constexpr std::string_view kEventRows =
    "SELECT number, time, who, kind, item, class, target, question, guess, guess_probability, "
    "probability, seconds, key, posed, error, error_low, error_high, sum FROM events";
inline constexpr int kEventSum = 17;

AskedQuestion question_of(const Statement& row);
/// CorruptError for an unknown kind of event.
Event event_of(const Statement& row, const std::string& file);

/// Inserts a row with its sum and reads it back. IoError if it differs.
void insert_start(Database& database, std::uint64_t number, std::string_view time,
                  std::string_view settings, std::string_view sum);
void insert_row(Database& database, const std::string& file, const AskedQuestion& question,
                const std::string& before, const std::string& sum);
void insert_row(Database& database, const std::string& file, const Event& event,
                const std::string& before, const std::string& sum);
void insert_source(Database& database, std::uint64_t event, const StoredSource& source,
                   std::string_view sum);

/// Joins ids into one text, and splits it: NUL separates them, since no reader accepts it in an id.
std::string joined_ids(const std::vector<std::string>& ids);
std::vector<std::string> split_ids(const std::string& text);

}  // namespace querent::apps
