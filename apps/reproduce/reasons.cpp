// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/reproduce/report.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <sstream>
#include <stdexcept>

#include <querent/apps/output/program_beside.hpp>
#include <querent/apps/reproduce/texts.hpp>
#include <querent/datasets/error.hpp>

namespace querent::apps {

namespace {

constexpr std::array kKinds{"data", "grid", "chance", "rounding", "printed setting", "open"};

Reason reason_on(TableLine& line) {
  constexpr std::size_t kPlaces = 5;  // paper, table, data set, algorithm, metric
  Reason reason;
  for (std::size_t k = 0; k < kPlaces; ++k) reason.number += (k == 0 ? "" : ", ") + line.text();
  reason.kind = line.text();
  reason.command = line.text();
  reason.text = line.text();
  const bool known = std::find(kKinds.begin(), kKinds.end(), reason.kind) != kKinds.end();
  if (!known || (reason.kind == "open") != reason.command.empty())
    throw std::logic_error("reasons.tsv: " + line.line());
  return reason;
}

const std::string kNumbersHeader =
    "# paper\ttable\tdata set\talgorithm\tmetric\tpaper\t±\tn\tours\t±\tn\n";

}  // namespace

const std::vector<Reason>& reasons() {
  static const auto all = each_line("reasons.tsv", reason_on);
  return all;
}

std::string name_of_number(const std::string& paper, const ReproducedRow& row) {
  return fmt::format("{}, {}, {}, {}, {}", paper, row.table, row.dataset, row.algorithm,
                     row.metric);
}

bool is_far(const ReproducedRow& row) {
  const auto z = row.z();
  return row.counted && z && std::abs(*z) > kFar;
}

std::string reason_of(const std::string& paper, const ReproducedRow& row) {
  const std::string name = name_of_number(paper, row);
  for (const auto& reason : reasons())
    if (reason.number == name) return reason.kind + ": " + reason.text;
  return "no reason found";
}

int play_reasons(const std::string& paper, const Console& console) {
  std::vector<std::string> played;
  int failed = 0;
  for (const auto& reason : reasons()) {
    const auto& command = reason.command;
    if (!paper.empty() && !reason.number.starts_with(paper + ",")) continue;
    if (std::find(played.begin(), played.end(), command) != played.end()) continue;
    played.push_back(command);
    for (const auto& other : reasons()) {
      if (other.command == command && (paper.empty() || other.number.starts_with(paper + ",")))
        console.print(fmt::format("{}\n  {}: {}\n", other.number, other.kind, other.text));
    }
    if (command.empty()) continue;
    console.print(fmt::format("$ {}\n", command));
    const int status = run_beside_this(command);
    if (failed == 0) failed = status;
    console.print("\n");
  }
  return failed;
}

std::vector<std::string> paragraphs_of(const std::string& paper, const std::string& section) {
  std::vector<std::string> paragraphs(1);
  std::istringstream lines{text_of(paper, section)};
  for (std::string line; std::getline(lines, line);) {
    std::string& last = paragraphs.back();
    if (line.empty()) {
      paragraphs.emplace_back();
    } else {
      last += (last.empty() ? "" : " ") + line;
    }
  }
  return paragraphs;
}

std::string text_of(const std::string& paper, const std::string& section) {
  std::istringstream lines{std::string(built_in_text(paper + ".md"))};
  std::string text;
  bool inside = false;
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("# ")) {
      inside = line.substr(2) == section;
    } else if (inside) {
      text += line + "\n";
    }
  }
  const auto begin = text.find_first_not_of('\n'), end = text.find_last_not_of('\n');
  return begin == std::string::npos ? "" : text.substr(begin, end - begin + 1) + "\n";
}

std::string numbers_tsv(const std::vector<Report>& reports) {
  std::string text = kNumbersHeader;
  for (const auto& report : reports) {
    for (const auto& row : report.rows) {
      if (!row.counted || !row.z()) continue;
      text += fmt::format(  // enough digits to reproduce z
          "{}\t{}\t{}\t{}\t{}\t{:.7g}\t{:.7g}\t{}\t{:.7g}\t{:.7g}\t{}\n", report.paper, row.table,
          row.dataset, row.algorithm, row.metric, row.paper.mean, row.paper.std, row.paper_runs,
          row.ours.mean, row.ours.std, row.runs);
    }
  }
  return text;
}

}  // namespace querent::apps
