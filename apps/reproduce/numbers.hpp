// SPDX-License-Identifier: Apache-2.0
// Every number that counts, a line each: the paper's and ours, without the words of the tables.
// docs/reproduced.tsv is one, written by `reproduce --all --out DIR` as DIR/reproduced.tsv.
#pragma once

#include <string>
#include <vector>

#include <querent/apps/reproduce/report.hpp>

namespace querent::apps {

/// A line of it; `row` has what z is made of.
struct CountedNumber {
  std::string paper;
  ReproducedRow row;
};

/// Of the rows that count and have a z, with a header.
std::string numbers_tsv(const std::vector<Report>& reports);
/// DataError, with the line, where `text` is not such lines.
std::vector<CountedNumber> numbers_of(const std::string& text, const std::string& name);

/// What is wrong with reasons.tsv for these numbers, a sentence each: a number beyond kFar without
/// exactly one reason, a reason of a number that is within kFar or not there.
std::vector<std::string> wrong_reasons(const std::vector<CountedNumber>& numbers);

}  // namespace querent::apps
