// SPDX-License-Identifier: Apache-2.0
// Every counted number, one per line: the paper's and ours, without the remarks of the tables.
// docs/reproduced.tsv is such a file, written by `reproduce --all --out DIR` as DIR/reproduced.tsv.
#pragma once

#include <string>
#include <vector>

#include <querent/apps/reproduce/report.hpp>

namespace querent::apps {

/// One line; `row` has the fields of z.
struct CountedNumber {
  std::string paper;
  ReproducedRow row;
};

/// Lines with a header for the rows that count and have a z.
std::string numbers_tsv(const std::vector<Report>& reports);
/// Parses such lines. Throws DataError with the line if `text` is malformed.
std::vector<CountedNumber> numbers_of(const std::string& text, const std::string& name);

/// The errors in reasons.tsv for these numbers, one sentence each: a number beyond kFar without
/// exactly one reason, or a reason for a number that is within kFar or missing.
std::vector<std::string> wrong_reasons(const std::vector<CountedNumber>& numbers);

}  // namespace querent::apps
