// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/reproduce/report.hpp>

#include <algorithm>
#include <iterator>
#include <sstream>

#include <fmt/ranges.h>

#include <querent/apps/output/table.hpp>

namespace querent::apps {

namespace {

/// A metric as the header of its columns, and the digits and the unit of its values.
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
Table table_of(const std::vector<ReproducedRow>& rows, bool in_percent) {
  std::vector<Column> columns;
  std::vector<std::string> header{"algorithm", "setting"};
  for (const auto& metric : distinct(rows, [](const auto& row) { return row.metric; })) {
    columns.push_back(column_of(metric, in_percent));
    header.push_back(columns.back().header + ": paper");
    header.push_back("ours");
  }
  // beside a count of the labels their share says nothing new, nor where all are asked
  const bool all = std::all_of(rows.begin(), rows.end(),
                               [](const auto& row) { return row.ours_query_rate == 1; });
  const bool rates = !all && std::none_of(rows.begin(), rows.end(), [](const auto& row) {
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
        return row == rows.end()
                   ? ""
                   : fmt::format("{:.{}f} ± {:.{}f}", spread.mean / column.unit, column.digits,
                                 spread.std / column.unit, column.digits);
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
                        page.second, render(table_of(rows, report.percent)));
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

std::string points_markdown(const std::string& csv) {
  std::vector<std::vector<std::string>> points;
  std::istringstream lines(csv);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream fields(line);
    auto& point = points.emplace_back();
    for (std::string field; std::getline(fields, field, ',');) point.push_back(field);
  }
  using Key = std::pair<std::string, std::string>;  // data set and x
  std::vector<Key> keys;
  std::vector<std::string> head{points.front()[0], points.front()[2]};
  for (std::size_t k = 1; k < points.size(); ++k) {
    const Key key{points[k][0], points[k][2]};
    if (std::find(keys.begin(), keys.end(), key) == keys.end()) keys.push_back(key);
    if (std::find(head.begin() + 2, head.end(), points[k][1]) == head.end())
      head.push_back(points[k][1]);
  }
  Table table(head);
  for (const auto& key : keys) {
    std::vector<std::string> line{key.first, key.second};
    for (std::size_t series = 2; series < head.size(); ++series) {
      const auto point = std::find_if(points.begin(), points.end(), [&](const auto& p) {
        return p[0] == key.first && p[2] == key.second && p[1] == head[series];
      });
      line.push_back(point == points.end() ? ""
                                           : fmt::format("{:.4g} ± {:.2g}", std::stod((*point)[3]),
                                                         std::stod((*point)[4])));
    }
    table.add(std::move(line));
  }
  return table.markdown();
}

}  // namespace querent::apps
