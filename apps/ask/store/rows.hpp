// SPDX-License-Identifier: Apache-2.0
// Rows of the tables of answers (store.hpp): the sum of each, and what is read from them.
#pragma once

#include <cstdint>
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

/// The sum of a row of `questions` or `events`.
std::string sum_of(const std::string& before, const PosedQuestion& question);
std::string sum_of(const std::string& before, const Event& event);

/// A row of `events`, its columns in the order of the table. CorruptError for a kind that is none.
Event event_of(const Statement& row, const std::string& file);

/// Ids as one text, and back: they may hold any character but NUL, which no reader lets through.
std::string joined_ids(const std::vector<std::string>& ids);
std::vector<std::string> split_ids(const std::string& text);

}  // namespace querent::apps
