// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/reproduce/report.hpp>

#include <algorithm>

#include <fmt/format.h>

#include <querent/apps/output/table.hpp>

namespace querent::apps {

namespace {

std::string error_rate(const Spread& spread) {
  return fmt::format("{:.4f} ± {:.4f}", spread.mean, spread.std);
}

std::string queries(const Spread& spread) {
  return fmt::format("{:.0f} ± {:.0f}", spread.mean, spread.std);
}

// Each algorithm is a line: its error rate with the row of its labels beside it.
Table table_of(const Report& report, const std::string& dataset) {
  Table table(
      {"algorithm", "setting", "error: paper", "ours", "labels: paper", "ours", "within", "note"},
      2);
  for (const auto& row : report.rows) {
    if (row.dataset != dataset || row.metric != "error_rate") continue;
    const auto labels =
        std::find_if(report.rows.begin(), report.rows.end(), [&](const ReproducedRow& other) {
          return other.metric == "queries" && other.dataset == dataset &&
                 other.algorithm == row.algorithm && other.preprocessing == row.preprocessing;
        });
    const bool found = labels != report.rows.end();
    table.add({row.algorithm, row.preprocessing, error_rate(row.paper), error_rate(row.ours),
               found ? queries(labels->paper) : "", found ? queries(labels->ours) : "",
               row.comparable ? (row.within() ? "yes" : "no") : "–", row.note});
  }
  return table;
}

std::vector<std::string> datasets_of(const Report& report) {
  std::vector<std::string> names;
  for (const auto& row : report.rows) {
    if (std::find(names.begin(), names.end(), row.dataset) == names.end())
      names.push_back(row.dataset);
  }
  return names;
}

template <class Render>
std::string pages(const Report& report, const std::string& heading, const std::string& bullet,
                  Render&& render) {
  std::string text;
  for (const auto& dataset : datasets_of(report)) {
    text += fmt::format("{}{}\n\n{}\n", heading, dataset, render(table_of(report, dataset)));
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
  return comparable && ours.mean - paper.mean <= 2 * std::max(ours.std, paper.std);
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
