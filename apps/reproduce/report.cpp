// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/reproduce/report.hpp>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>

#include <fmt/ranges.h>

#include <querent/apps/output/table.hpp>

namespace querent::apps {

namespace {

/// The header of a metric's columns, and the digits and the unit of its values.
struct Column {
  std::string metric, header;
  int digits;
  double unit = 1;
};
Column column_of(const std::string& metric, bool in_percent) {
  if (metric == "error_rate" && in_percent) return {metric, "mistakes %", 3, 0.01};
  if (metric == "error_rate") return {metric, "error", 4};
  if (metric == "queries") return {metric, "labels", 0};
  if (metric == "support_vectors") return {metric, "support vectors", 1};
  if (metric == "labels") return {metric, "labels", 2};
  if (metric == "cost") return {metric, "cost", 1};
  return {metric, metric, 4};
}

/// Fewer errors, labels, support vectors and lower cost are better.
bool more_is_better(const std::string& metric) {
  return metric != "error_rate" && metric != "queries" && metric != "support_vectors" &&
         metric != "cost" && metric != "labels";
}

std::string percent(double share) {
  return share > 0 ? fmt::format("{:.2f}", 100 * share) : "–";
}

/// "+0.4", "−12"
std::string z_text(const std::optional<double>& z) {
  if (!z) return "–";
  if (!std::isfinite(*z)) return *z > 0 ? "+∞" : "−∞";
  return fmt::format("{}{:.1f}", *z < 0 ? "−" : "+", std::abs(*z));
}

auto distinct(const std::vector<ReproducedRow>& rows, auto&& value) {
  std::vector<std::decay_t<decltype(value(rows.front()))>> found;
  for (const auto& row : rows) {
    if (std::find(found.begin(), found.end(), value(row)) == found.end()) {
      found.push_back(value(row));
    }
  }
  return found;
}

std::string seconds_text(double seconds) {
  return seconds > 0 ? fmt::format("{:.3f}", seconds) : "–";
}

// One line per algorithm in a setting, with its metrics side by side; seconds, which no second run
// repeats, only if they are wanted.
Table table_of(const std::vector<ReproducedRow>& rows, bool in_percent, bool with_seconds) {
  std::vector<Column> columns;
  std::vector<std::string> header{"algorithm", "setting"};
  for (const auto& metric : distinct(rows, [](const auto& row) { return row.metric; })) {
    columns.push_back(column_of(metric, in_percent));
    header.push_back(columns.back().header + ": paper");
    header.push_back("ours");
    header.push_back("z");
  }
  // the share of labels adds nothing to their number, nor if all labels are asked
  const bool all = std::all_of(rows.begin(), rows.end(),
                               [](const auto& row) { return row.ours_query_rate == 1; });
  const bool rates = !all && std::none_of(rows.begin(), rows.end(), [](const auto& row) {
    return row.metric == "queries" || row.ours_query_rate == 0;
  });
  if (rates) header.insert(header.end(), {"% asked: paper", "ours"});
  const bool timed = with_seconds && std::any_of(rows.begin(), rows.end(), [](const auto& row) {
                       return row.paper_seconds > 0 && row.ours_seconds > 0;
                     });
  if (timed) header.insert(header.end(), {"seconds: paper's machine", "this one"});
  header.emplace_back("note");
  Table table(std::move(header), 2);
  using Line = std::pair<std::string, std::string>;
  const auto line_of = [](const auto& row) { return Line{row.algorithm, row.preprocessing}; };
  for (const auto& line : distinct(rows, line_of)) {
    std::vector<std::string> cells{line.first, line.second}, notes;
    for (const auto& column : columns) {
      const auto row = std::find_if(rows.begin(), rows.end(), [&](const auto& other) {
        return other.metric == column.metric && line_of(other) == line;
      });
      if (row == rows.end()) {
        cells.insert(cells.end(), 3, "");
        continue;
      }
      for (const MeanStd& summary : {row->paper, row->ours})
        cells.push_back(fmt::format("{:.{}f} ± {:.{}f}", summary.mean / column.unit, column.digits,
                                    summary.std / column.unit, column.digits));
      cells.push_back(z_text(row->z()));
      if (!row->note.empty() && std::find(notes.begin(), notes.end(), row->note) == notes.end()) {
        notes.push_back(row->note);
      }
    }
    const auto first = std::find_if(rows.begin(), rows.end(),
                                    [&](const auto& other) { return line_of(other) == line; });
    if (rates) {
      cells.push_back(percent(first->paper_query_rate));
      cells.push_back(percent(first->ours_query_rate));
    }
    if (timed) {
      cells.push_back(seconds_text(first->paper_seconds));
      cells.push_back(seconds_text(first->ours_seconds));
    }
    cells.push_back(fmt::format("{}", fmt::join(notes, "; ")));
    table.add(std::move(cells));
  }
  return table;
}

std::string pages(const Report& report, const std::string& heading, const std::string& bullet,
                  auto&& render) {
  std::string text;
  using Page = std::pair<std::string, std::string>;
  const auto page_of = [](const auto& row) { return Page{row.table, row.dataset}; };
  const auto all = distinct(report.rows, page_of);
  const bool several_tables = std::any_of(
      all.begin(), all.end(), [&](const Page& page) { return page.first != all.front().first; });
  for (const auto& page : all) {
    std::vector<ReproducedRow> rows;
    std::copy_if(report.rows.begin(), report.rows.end(), std::back_inserter(rows),
                 [&](const auto& row) { return page_of(row) == page; });
    text += fmt::format("{}{}{}\n\n{}\n", heading, several_tables ? page.first + ", " : "",
                        page.second, render(rows));
  }
  for (const auto& remark : report.remarks) text += bullet + remark + "\n";
  const std::string far = far_rows(report, "  " + bullet);
  if (!far.empty()) text += fmt::format("{}|z| > {}, by reason:\n{}", bullet, kFar, far);
  std::vector<std::string> remarks;
  for (const auto& row : report.skipped) {
    const std::string line = fmt::format("{}{} skipped: {}\n", bullet, row.dataset, row.reason);
    if (std::find(remarks.begin(), remarks.end(), line) != remarks.end()) continue;
    remarks.push_back(line);
    text += line;
  }
  return text;
}

}  // namespace

std::optional<double> ReproducedRow::z() const {
  if (!comparable || runs == 0 || paper_runs == 0) return std::nullopt;
  const auto squared_error = [](const MeanStd& summary, std::uint64_t n) {
    return summary.std * summary.std / static_cast<double>(n);
  };
  const double error = std::sqrt(squared_error(ours, runs) + squared_error(paper, paper_runs));
  const double difference = ours.mean - paper.mean;
  if (error > 0) return difference / error;
  if (difference == 0) return std::nullopt;
  return std::copysign(std::numeric_limits<double>::infinity(), difference);
}

bool ReproducedRow::within() const {
  const double worse = (ours.mean - paper.mean) * (more_is_better(metric) ? -1 : 1);
  return comparable && worse <= 2 * std::max(ours.std, paper.std);
}

void Report::add(Report part) {
  paper = part.paper;
  percent = part.percent;
  rows.insert(rows.end(), part.rows.begin(), part.rows.end());
  skipped.insert(skipped.end(), part.skipped.begin(), part.skipped.end());
  remarks.insert(remarks.end(), part.remarks.begin(), part.remarks.end());
}

std::string far_rows(const Report& report, const std::string& bullet) {
  std::vector<std::pair<std::string, std::vector<std::string>>> by_reason;
  for (const auto& row : report.rows) {
    if (!is_far(row)) continue;
    const std::string reason = reason_of(report.paper, row);
    auto at = std::find_if(by_reason.begin(), by_reason.end(),
                           [&](const auto& known) { return known.first == reason; });
    if (at == by_reason.end()) at = by_reason.insert(by_reason.end(), {reason, {}});
    at->second.push_back(fmt::format("{} {} {} {} {}", row.table, row.dataset, row.algorithm,
                                     column_of(row.metric, report.percent).header,
                                     z_text(row.z())));
  }
  std::string text;
  for (const auto& [reason, rows] : by_reason)
    text += fmt::format("{}{}: {}\n", bullet, reason, fmt::join(rows, ", "));
  return text;
}

std::string report_text(const Report& report) {
  return pages(report, "", "* ",
               [&](const auto& rows) { return table_of(rows, report.percent, true).shown(); });
}

std::string report_markdown(const Report& report) {
  return pages(report, "### ", "- ",
               [&](const auto& rows) { return table_of(rows, report.percent, false).markdown(); });
}

}  // namespace querent::apps
