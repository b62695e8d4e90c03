// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/reproduce/report.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

#include <querent/datasets/text/printable.hpp>
#include <querent/learners/mean_std.hpp>

namespace querent::apps {

namespace {

constexpr double kLargest = std::numeric_limits<double>::max();

/// null for infinity and NaN, which JSON does not have.
Json number_json(double number) {
  return std::isfinite(number) ? Json(number) : Json(nullptr);
}

Json z_json(const ReproducedRow& row) {
  const auto z = row.z();
  return z ? number_json(*z) : Json(nullptr);
}

/// The labels in the same line of the table, if they are a separate number.
const ReproducedRow* labels_of(const Report& report, const ReproducedRow& row) {
  const auto found = std::find_if(report.rows.begin(), report.rows.end(), [&](const auto& other) {
    return other.metric == "queries" && other.table == row.table && other.dataset == row.dataset &&
           other.algorithm == row.algorithm && other.preprocessing == row.preprocessing;
  });
  return found == report.rows.end() || row.metric == "queries" ? nullptr : &*found;
}

double number_of(const JsonField& field) {
  return field.json().is_null() ? std::numeric_limits<double>::quiet_NaN() : field.number();
}

MeanStd read_mean_std(const JsonField& json, const std::string& whose) {
  MeanStd summary{.mean = number_of(json[whose + "_mean"]), .std = number_of(json[whose + "_std"])};
  if (summary.std < 0) json[whose + "_std"].refuse("0 or more");
  return summary;
}

std::string line_of(const JsonField& json, std::string_view kept = {}) {
  std::string text = json.text();
  if (printable(text, kept) != text) json.refuse("a line of text");
  return text;
}

// A name appears unescaped in Markdown headings.
std::string name_of(const JsonField& json) {
  std::string text = line_of(json);
  if (text.find_first_of("<`") != std::string::npos) json.refuse("a name without markup");
  return text;
}

ReproducedRow row_of(const JsonField& json) {
  return {.table = name_of(json["table"]),
          .dataset = name_of(json["dataset"]),
          .algorithm = name_of(json["algorithm"]),
          .metric = name_of(json["metric"]),
          .paper = read_mean_std(json, "paper"),
          .ours = read_mean_std(json, "ours"),
          .paper_query_rate = json["paper_query_rate"].number_in(0, kLargest),
          .ours_query_rate = json["ours_query_rate"].number_in(0, kLargest),
          .runs = json["runs"].count(),
          .paper_runs = json["paper_runs"].count(),
          .preprocessing = line_of(json["preprocessing"]),
          .comparable = json["comparable"].flag(),
          .counted = json["counted"].flag(),
          .note = line_of(json["note"])};
}

}  // namespace

Json report_json(const Report& report) {
  Json json{{"querent", QUERENT_VERSION},
            {"command", "reproduce"},
            {"paper", report.paper},
            {"rows", Json::array()}};
  for (const auto& row : report.rows) {
    const auto* labels = labels_of(report, row);
    json["rows"].push_back({{"table", row.table},
                            {"dataset", row.dataset},
                            {"algorithm", row.algorithm},
                            {"metric", row.metric},
                            {"paper_mean", row.paper.mean},
                            {"paper_std", row.paper.std},
                            {"ours_mean", number_json(row.ours.mean)},
                            {"ours_std", number_json(row.ours.std)},
                            {"paper_query_rate", row.paper_query_rate},
                            {"ours_query_rate", row.ours_query_rate},
                            {"runs", row.runs},
                            {"paper_runs", row.paper_runs},
                            {"preprocessing", row.preprocessing},
                            {"comparable", row.comparable},
                            {"counted", row.counted},
                            {"within", row.within()},
                            {"z", z_json(row)},
                            {"z_queries", labels == nullptr ? Json(nullptr) : z_json(*labels)},
                            {"reason", is_far(row) ? reason_of(report.paper, row) : ""},
                            {"note", row.note}});
  }
  json["skipped"] = Json::array();
  for (const auto& row : report.skipped) {
    json["skipped"].push_back({{"table", row.table},
                               {"dataset", row.dataset},
                               {"algorithm", row.algorithm},
                               {"metric", row.metric},
                               {"paper_mean", row.paper.mean},
                               {"paper_std", row.paper.std},
                               {"reason", row.reason}});
  }
  json["remarks"] = report.remarks;
  return json;
}

Report report_of(const JsonField& json) {
  Report report{.paper = name_of(json["paper"])};
  json["rows"].elements([&](const JsonField& row) { report.rows.push_back(row_of(row)); });
  json["skipped"].elements([&](const JsonField& row) {
    report.skipped.push_back({.table = name_of(row["table"]),
                              .dataset = name_of(row["dataset"]),
                              .algorithm = name_of(row["algorithm"]),
                              .paper = read_mean_std(row, "paper"),
                              .reason = line_of(row["reason"], "\n"),
                              .metric = name_of(row["metric"])});
  });
  return report;
}

}  // namespace querent::apps
