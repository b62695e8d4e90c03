// SPDX-License-Identifier: Apache-2.0
// Rows of the tables of answers (store.hpp): the sum of each, and what is read from them.
#pragma once

#include <cmath>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include <querent/apps/ask/store/database.hpp>
#include <querent/apps/ask/store/event.hpp>
#include <querent/datasets/checksum.hpp>

namespace querent::apps {

/// SHA-256 over the sum of the row before and the fields of this one, each with its length, so that
/// no two rows are the same bytes.
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

/// The sum of a row of `starts`, `questions`, `events` or `sources`.
std::string sum_of_start(const std::string& before, std::uint64_t number, std::string_view time,
                         std::string_view settings);
std::string sum_of(const std::string& before, const PosedQuestion& question);
std::string sum_of(const std::string& before, const Event& event);
std::string sum_of_source(const std::string& before, std::uint64_t event,
                          const StoredSource& source);

/// The row with its numbers as SQLite gives them back: 0 in place of −0. std::invalid_argument for
/// one that is not finite.
template <class Row>
Row canonical(Row row) {
  for (double* number : Row::numbers(row)) {
    if (!std::isfinite(*number))
      throw std::invalid_argument("a number that is kept must be finite");
    if (*number == 0) *number = 0;
  }
  return row;
}

/// All columns of the tables, in their order; the sum is the last one.
inline constexpr std::string_view kQuestionRows =
    "SELECT id, item, why, probability, uniform, guess, guess_probability, sum FROM questions";
inline constexpr int kQuestionSum = 7;
inline constexpr std::string_view kEventRows =
    "SELECT number, time, who, kind, item, class, target, question, guess, guess_probability, "
    "probability, seconds, key, posed, error, error_low, error_high, sum FROM events";
inline constexpr int kEventSum = 17;

PosedQuestion question_of(const Statement& row);
/// CorruptError for a kind that is none.
Event event_of(const Statement& row, const std::string& file);

/// Appends a row whose sum is `sum`, and reads it back. IoError where it is not read back as it was
/// written.
void insert_start(Database& database, std::uint64_t number, std::string_view time,
                  std::string_view settings, std::string_view sum);
void insert_row(Database& database, const std::string& file, const PosedQuestion& question,
                const std::string& before, const std::string& sum);
void insert_row(Database& database, const std::string& file, const Event& event,
                const std::string& before, const std::string& sum);
void insert_source(Database& database, std::uint64_t event, const StoredSource& source,
                   std::string_view sum);

/// Ids as one text, and back: they may hold any character but NUL, which no reader lets through.
std::string joined_ids(const std::vector<std::string>& ids);
std::vector<std::string> split_ids(const std::string& text);

}  // namespace querent::apps
