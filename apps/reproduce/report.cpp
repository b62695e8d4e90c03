// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/reproduce/report.hpp>

#include <algorithm>
#include <iterator>

#include <fmt/ranges.h>

#include <querent/apps/output/table.hpp>

namespace querent::apps {

namespace {

/// A metric as the header of its columns and the digits of its values.
struct Column {
  std::string metric, header;
  int digits;
};
Column column_of(const std::string& metric) {
  if (metric == "error_rate") return {metric, "error", 4};
  if (metric == "queries") return {metric, "labels", 0};
  if (metric == "support_vectors") return {metric, "support vectors", 1};
  if (metric == "labels") return {metric, "labels", 2};
  if (metric == "cost") return {metric, "cost", 1};
  return {metric, metric, 4};
}

/// Of errors, labels, support vectors and cost, fewer are better.
bool more_is_better(const std::string& metric) {
  return metric != "error_rate" && metric != "queries" && metric != "support_vectors" &&
         metric != "cost" && metric != "labels";
}

std::string percent(double share) {
  return share > 0 ? fmt::format("{:.2f}", 100 * share) : "–";
}

template <class Value>
auto distinct(const std::vector<ReproducedRow>& rows, Value&& value) {
  std::vector<std::decay_t<decltype(value(rows.front()))>> found;
  for (const auto& row : rows) {
    if (std::find(found.begin(), found.end(), value(row)) == found.end()) {
      found.push_back(value(row));
    }
  }
  return found;
}

// Each algorithm in a setting is a line, its metrics side by side.
Table table_of(const std::vector<ReproducedRow>& rows) {
  std::vector<Column> columns;
  std::vector<std::string> header{"algorithm", "setting"};
  for (const auto& metric : distinct(rows, [](const auto& row) { return row.metric; })) {
    columns.push_back(column_of(metric));
    header.push_back(columns.back().header + ": paper");
    header.push_back("ours");
  }
  // beside a count of the labels their share says nothing new
  const bool rates = std::none_of(rows.begin(), rows.end(), [](const auto& row) {
    return row.metric == "queries" || row.ours_query_rate == 0;
  });
  if (rates) header.insert(header.end(), {"% asked: paper", "ours"});
  header.insert(header.end(), {"within", "note"});
  Table table(std::move(header), 2);
  using Line = std::pair<std::string, std::string>;
  const auto line_of = [](const auto& row) { return Line{row.algorithm, row.preprocessing}; };
  for (const auto& line : distinct(rows, line_of)) {
    std::vector<std::string> cells{line.first, line.second}, within, notes;
    for (const auto& column : columns) {
      const auto row = std::find_if(rows.begin(), rows.end(), [&](const auto& other) {
        return other.metric == column.metric && line_of(other) == line;
      });
      const auto text = [&](const Spread& spread) {
        return row == rows.end() ? ""
                                 : fmt::format("{:.{}f} ± {:.{}f}", spread.mean, column.digits,
                                               spread.std, column.digits);
      };
      cells.push_back(row == rows.end() ? "" : text(row->paper));
      cells.push_back(row == rows.end() ? "" : text(row->ours));
      if (row == rows.end()) continue;
      if (column.metric != "queries") {  // what a learner spends, not how well it does
        within.push_back(row->comparable ? (row->within() ? "yes" : "no") : "–");
      }
      if (!row->note.empty() && std::find(notes.begin(), notes.end(), row->note) == notes.end()) {
        notes.push_back(row->note);
      }
    }
    if (rates) {
      const auto row = std::find_if(rows.begin(), rows.end(),
                                    [&](const auto& other) { return line_of(other) == line; });
      cells.push_back(percent(row->paper_query_rate));
      cells.push_back(percent(row->ours_query_rate));
    }
    cells.push_back(fmt::format("{}", fmt::join(within, ", ")));
    cells.push_back(fmt::format("{}", fmt::join(notes, "; ")));
    table.add(std::move(cells));
  }
  return table;
}

template <class Render>
std::string pages(const Report& report, const std::string& heading, const std::string& bullet,
                  Render&& render) {
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
                        page.second, render(table_of(rows)));
  }
  for (const auto& remark : report.remarks) text += bullet + remark + "\n";
  std::vector<std::string> said;
  for (const auto& row : report.skipped) {
    const std::string line = fmt::format("{}{} skipped: {}\n", bullet, row.dataset, row.reason);
    if (std::find(said.begin(), said.end(), line) != said.end()) continue;
    said.push_back(line);
    text += line;
  }
  return text;
}

}  // namespace

bool ReproducedRow::within() const {
  const double worse = (ours.mean - paper.mean) * (more_is_better(metric) ? -1 : 1);
  return comparable && worse <= 2 * std::max(ours.std, paper.std);
}

Json report_json(const Report& report) {
  Json json{{"querent", QUERENT_VERSION},
            {"command", "reproduce"},
            {"paper", report.paper},
            {"rows", Json::array()}};
  for (const auto& row : report.rows) {
    json["rows"].push_back({{"table", row.table},
                            {"dataset", row.dataset},
                            {"algorithm", row.algorithm},
                            {"metric", row.metric},
                            {"paper_mean", row.paper.mean},
                            {"paper_std", row.paper.std},
                            {"ours_mean", row.ours.mean},
                            {"ours_std", row.ours.std},
                            {"paper_query_rate", row.paper_query_rate},
                            {"ours_query_rate", row.ours_query_rate},
                            {"runs", row.runs},
                            {"preprocessing", row.preprocessing},
                            {"within", row.within()},
                            {"note", row.note}});
  }
  json["skipped"] = Json::array();
  for (const auto& row : report.skipped) {
    json["skipped"].push_back({{"table", row.table},
                               {"dataset", row.dataset},
                               {"algorithm", row.algorithm},
                               {"paper_mean", row.paper.mean},
                               {"paper_std", row.paper.std},
                               {"reason", row.reason}});
  }
  json["remarks"] = report.remarks;
  return json;
}

std::string report_text(const Report& report) {
  return pages(report, "", "* ", [](const Table& table) { return table.text(); });
}

std::string report_markdown(const Report& report) {
  return pages(report, "### ", "- ", [](const Table& table) { return table.markdown(); });
}

}  // namespace querent::apps
