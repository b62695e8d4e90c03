// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/reproduce/numbers.hpp>

#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <sstream>

#include <fmt/format.h>

#include <querent/apps/reproduce/reasons.hpp>
#include <querent/apps/reproduce/texts.hpp>
#include <querent/datasets/error.hpp>
#include <querent/datasets/number.hpp>

namespace querent::apps {

namespace {

const std::string kNumbersHeader =
    "# paper\ttable\tdata set\talgorithm\tmetric\tpaper\t±\tn\tours\t±\tn\n";
constexpr std::size_t kNames = 5, kFields = 11;

// Enough digits to reproduce z.
std::string line_of_number(const std::string& paper, const ReproducedRow& row) {
  return fmt::format("{}\t{}\t{}\t{}\t{}\t{:.7g}\t{:.7g}\t{}\t{:.7g}\t{:.7g}\t{}\n", paper,
                     row.table, row.dataset, row.algorithm, row.metric, row.paper.mean,
                     row.paper.std, row.paper_runs, row.ours.mean, row.ours.std, row.runs);
}

CountedNumber number_on(const std::string& line, const Place& where) {
  const std::vector<std::string> fields = split_at(line, '\t');
  if (fields.size() != kFields)
    throw DataError(where, fmt::format("expected {} fields separated by tabs, found {}", kFields,
                                       fields.size()));
  std::array<double, kFields - kNames> values{};
  for (std::size_t k = 0; k < values.size(); ++k) {
    const std::string& field = fields[kNames + k];
    const Scanned scanned = scan_number(field);
    if (scanned.kind != Scanned::kNumber)
      throw DataError(where, fmt::format("expected a number, found '{}'", field));
    values[k] = scanned.value;
  }
  CountedNumber number{.paper = fields[0], .row = {}};
  number.row.table = fields[1];
  number.row.dataset = fields[2];
  number.row.algorithm = fields[3];
  number.row.metric = fields[4];
  number.row.paper = {values[0], values[1]};
  number.row.paper_runs = static_cast<std::uint64_t>(values[2]);
  number.row.ours = {values[3], values[4]};
  number.row.runs = static_cast<std::uint64_t>(values[5]);
  return number;
}

}  // namespace

std::string numbers_tsv(const std::vector<Report>& reports) {
  std::string text = kNumbersHeader;
  for (const auto& report : reports) {
    for (const auto& row : report.rows)
      if (row.counted && row.z()) text += line_of_number(report.paper, row);
  }
  return text;
}

std::vector<CountedNumber> numbers_of(const std::string& text, const std::string& name) {
  std::vector<CountedNumber> numbers;
  std::istringstream lines(text);
  std::uint64_t at = 0;
  for (std::string line; std::getline(lines, line);) {
    ++at;
    if (!line.empty() && line.front() != '#') numbers.push_back(number_on(line, {name, at}));
  }
  return numbers;
}

std::vector<std::string> wrong_reasons(const std::vector<CountedNumber>& numbers) {
  std::vector<std::string> wrong;
  std::map<std::string, int> used;
  for (const auto& [paper, row] : numbers) {
    const std::string name = name_of_number(paper, row);
    int count = 0;
    for (const auto& reason : reasons()) count += reason.number == name;
    used[name] += count;
    const double z = row.z().value_or(0);
    if (std::abs(z) > kFar ? count != 1 : count != 0)
      wrong.push_back(fmt::format("{}: z is {:+.1f}, and it has {} reasons", name, z, count));
  }
  for (const auto& reason : reasons())
    if (!used.contains(reason.number))
      wrong.push_back(reason.number + ": a reason without a number");
  return wrong;
}

}  // namespace querent::apps
