// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/sweep/sweep.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <map>
#include <utility>

#include <fmt/ranges.h>

#include <querent/apps/experiment/measures.hpp>
#include <querent/apps/output/output_directory.hpp>
#include <querent/apps/output/table.hpp>
#include <querent/apps/terminal/usage_error.hpp>
#include <querent/datasets/error.hpp>

namespace querent::apps {

namespace {

Json sweep_json(const SweepResult& sweep) {
  Json json{{"querent", QUERENT_VERSION}, {"command", "sweep"}, {"source", sweep.plan["source"]}};
  json["objective"] = sweep.plan["objective"];
  json["cells"] = Json::array();
  const auto standings = standings_of(sweep);
  for (std::size_t k = 0; k < sweep.cells.size(); ++k) {
    Json cell = sweep.cells[k];
    cell["best"] = standings[k].best;
    cell["p_value"] = standings[k].p;
    json["cells"].push_back(std::move(cell));
  }
  json["missing"] = sweep.plan["cells"].size() - sweep.cells.size();
  return json;
}

// A paired test needs the same orders in all cells.
void check_same_orders(const SweepResult& sweep) {
  for (const Json& cell : sweep.cells) {
    if (cell["runs"].size() == sweep.cells.front()["runs"].size()) continue;
    throw CorruptError(
        fmt::format("the cell {}: expected {} runs, like the cell {}, found {} — remove it and "
                    "repeat the sweep",
                    cell["key"].get<std::string>(), sweep.cells.front()["runs"].size(),
                    sweep.cells.front()["key"].get<std::string>(), cell["runs"].size()));
  }
}

}  // namespace

int finish_sweep(const SweepResult& sweep, const CellStore* store, const SweepPrint& how,
                 Console& console) {
  check_same_orders(sweep);
  const std::size_t missing = sweep.plan["cells"].size() - sweep.cells.size();
  const Json json = sweep_json(sweep);
  console.print(how.json ? dumped(json) : how.markdown ? sweep_markdown(sweep) : sweep_text(sweep));
  if (missing > 0) {
    console.note(fmt::format("{} of {} are not finished — `querent merge` joins the shards",
                             missing, counted(sweep.plan["cells"].size(), "cell")));
    return kDone;
  }
  if (store == nullptr) return kDone;
  OutputDirectory directory(store->directory(), how.figures);
  directory.stage("sweep.json", dumped(json));
  directory.stage("sweep.csv", sweep_csv(sweep));
  directory.stage("sweep.md", sweep_markdown(sweep));
  directory.stage("sweep.tex", sweep_latex(sweep));
  const std::string problem = draw_into(directory, "sweep", sweep_figure(sweep));
  const auto written = directory.names();
  directory.commit();
  if (!problem.empty()) console.note(problem);
  console.note(
      fmt::format("written to {}: {}", store->directory().string(), fmt::join(written, ", ")));
  return kDone;
}

namespace {

// A measure that is unknown, such as WSS@95 of a run that ended earlier, is null.
double number_of(const Json& value) {
  return value.is_number() ? value.get<double>() : std::numeric_limits<double>::quiet_NaN();
}

double mean_of(const Json& cell, const std::string& measure) {
  return number_of(cell["mean"][measure]);
}

std::vector<double> values_of(const Json& cell, const std::string& measure) {
  std::vector<double> values;
  for (const auto& run : cell["runs"]) values.push_back(number_of(run[measure]));
  return values;
}

bool smaller_is_better(const std::string& measure) {
  return measure == "error_rate" || measure == "cost" || measure == "ranking_loss" ||
         measure == "test_error" || measure == "log_loss" || measure == "atd";
}

Table table_of(const SweepResult& sweep) {
  std::vector<std::string> head{"learner", "target", "asked"};
  for (const auto& measure : shown_measures(sweep)) head.push_back(in_words(measure));
  head.emplace_back("by t-test");
  head.emplace_back("found");
  Table table(head, 1, 2);
  const auto standings = standings_of(sweep);
  for (std::size_t k = 0; k < sweep.cells.size(); ++k) {
    const Json& cell = sweep.cells[k];
    std::vector<std::string> line{cell["name"].get<std::string>(),
                                  fmt::format("{:.1f} %", 100 * cell["target_rate"].get<double>()),
                                  fmt::format("{:.1f} %", 100 * mean_of(cell, "query_rate"))};
    for (const auto& measure : shown_measures(sweep)) line.push_back(with_std(cell, measure));
    const Standing& standing = standings[k];
    line.push_back(!standing.compared       ? "not compared"
                   : std::isnan(standing.p) ? "–"
                   : standing.best          ? "best"
                   : standing.tied()        ? fmt::format("tied, p = {:.2f}", standing.p)
                                            : fmt::format("p = {:.1e}", standing.p));
    line.push_back(cell["tuning"].get<std::string>());
    table.add(std::move(line));
  }
  return table;
}

std::string note_of_missed(const SweepResult& sweep) {
  return std::ranges::all_of(sweep.cells, share_met)
             ? ""
             : "\nnot compared: asked more than 5 % off its target\n(10 % if its orders vary so "
               "much)\n";
}

}  // namespace

std::string with_std(const Json& cell, const std::string& measure, const char* plus_minus) {
  const int digits = measure == "cost" ? 1 : 4;
  const double mean = mean_of(cell, measure), std = number_of(cell["std"][measure]);
  if (std::isnan(mean)) return "–";
  if (cell["runs"].size() < 2) return fmt::format("{:.{}f}", mean, digits);
  return fmt::format("{:.{}f} {} {:.{}f}", mean, digits, plus_minus, std, digits);
}

std::vector<std::string> shown_measures(const SweepResult& sweep) {
  return measures_shown(sweep.cells.empty() ? Json::object() : sweep.cells.front(), sweep.plan);
}

std::string in_words(const std::string& measure) {
  static const std::map<std::string, std::string> words{{"error_rate", "error rate"},
                                                        {"test_error", "test error"},
                                                        {"f1", "F1"},
                                                        {"balanced_accuracy", "balanced accuracy"},
                                                        {"weighted_sum", "weighted sum"},
                                                        {"cost", "cost"},
                                                        {"auc", "AUC"},
                                                        {"log_loss", "log loss"},
                                                        {"wss95", "WSS@95"},
                                                        {"atd", "ATD"},
                                                        {"accuracy", "accuracy"}};
  const auto found = words.find(measure);
  return found == words.end() ? measure : found->second;
}

bool share_met(const Json& cell) {
  constexpr double kOff = 0.05, kOffByChance = 0.1;
  const double target = cell["target_rate"].get<double>();
  const double off = std::abs(mean_of(cell, "query_rate") - target);
  const double error =
      cell["std"]["query_rate"].get<double>() / std::sqrt(static_cast<double>(cell["runs"].size()));
  return off <= std::max({kOff * target, std::min(kOffByChance * target, 2 * error),
                          1 / mean_of(cell, "rounds")});
}

std::vector<Standing> standings_of(const SweepResult& sweep) {
  const std::string measure = sweep.plan["objective"];
  const double sign = smaller_is_better(measure) ? -1 : 1;
  const auto compared = [&](const Json& cell) {
    return share_met(cell) && !std::isnan(mean_of(cell, measure));
  };
  std::map<double, std::size_t> best;  // of each rate
  for (std::size_t k = 0; k < sweep.cells.size(); ++k) {
    const Json& cell = sweep.cells[k];
    if (!compared(cell)) continue;
    const auto [place, first] = best.try_emplace(cell["target_rate"].get<double>(), k);
    if (!first &&
        sign * mean_of(cell, measure) > sign * mean_of(sweep.cells[place->second], measure))
      place->second = k;
  }
  std::vector<Standing> standings;
  for (std::size_t k = 0; k < sweep.cells.size(); ++k) {
    const Json& cell = sweep.cells[k];
    Standing standing{.compared = compared(cell)};
    if (cell["runs"].size() == 1) standing.p = std::numeric_limits<double>::quiet_NaN();
    if (standing.compared) {
      const std::size_t first = best.at(cell["target_rate"].get<double>());
      standing.best = k == first;
      if (!standing.best && cell["runs"].size() > 1)
        standing.p =
            paired_t_test(values_of(cell, measure), values_of(sweep.cells[first], measure)).p;
    }
    standings.push_back(standing);
  }
  return standings;
}

std::string sweep_csv(const SweepResult& sweep) {
  if (sweep.cells.empty()) return "";
  std::vector<std::string> measures;
  for (const auto& item : sweep.cells.front()["mean"].items()) {
    if (item.key() != "seconds") measures.push_back(item.key());
  }
  std::string csv = "learner,target_rate,reached";
  for (const auto& measure : measures) csv += fmt::format(",{0}_mean,{0}_std", measure);
  csv += ",best,p_value,parameters,tuning\n";
  const auto standings = standings_of(sweep);
  for (std::size_t k = 0; k < sweep.cells.size(); ++k) {
    const Json& cell = sweep.cells[k];
    csv += fmt::format("{},{},{}", csv_field(cell["name"].get<std::string>()),
                       cell["target_rate"].get<double>(), share_met(cell) ? "yes" : "no");
    for (const auto& measure : measures) {  // not every learner has every measure
      for (const char* part : {"mean", "std"}) {
        const Json known = cell[part].value(measure, Json());
        const bool number = known.is_number() && std::isfinite(known.get<double>());
        csv += number ? fmt::format(",{:.10g}", known.get<double>()) : ",";
      }
    }
    std::string parameters;
    for (const auto& item : cell["learner"]["params"].items())
      parameters += fmt::format("{}{}={}", parameters.empty() ? "" : " ", item.key(),
                                item.value().get<double>());
    csv += fmt::format(",{},{},{},{}\n", standings[k].best ? "yes" : "no",
                       std::isnan(standings[k].p) ? "" : fmt::format("{}", standings[k].p),
                       csv_field(parameters), csv_field(cell["tuning"].get<std::string>()));
  }
  return csv;
}

std::string sweep_text(const SweepResult& sweep) {
  return table_of(sweep).shown() + note_of_missed(sweep);
}

std::string sweep_markdown(const SweepResult& sweep) {
  return table_of(sweep).markdown() + note_of_missed(sweep);
}

Figure sweep_figure(const SweepResult& sweep) {
  Figure figure{.title = sweep.plan["title"].get<std::string>(), .panels = {}};
  for (const auto& measure : shown_measures(sweep)) {
    if (measure == "auc" || measure == "log_loss") continue;  // five more panels than fit on a page
    Panel panel{.x_label = "share of labels asked", .y_label = in_words(measure)};
    panel.whole_x = false;
    panel.points = true;
    for (const auto& cell : sweep.cells) {
      if (std::isnan(mean_of(cell, measure))) continue;
      const std::string name = cell["name"];
      if (panel.series.empty() || panel.series.back().name != name)
        panel.series.push_back({.name = name});
      panel.series.back().add(mean_of(cell, "query_rate"),
                              {mean_of(cell, measure), number_of(cell["std"][measure])});
    }
    if (panel.series.empty()) continue;
    // a learner that asks for every label is a horizontal line; if all do, they are points
    const auto asks_all = [](const Series& series) {
      return series.x.size() == 1 && series.x.front() == 1;
    };
    if (!std::all_of(panel.series.begin(), panel.series.end(), asks_all)) {
      for (Series& series : panel.series) {
        if (!asks_all(series)) continue;
        series.level = true;
        series.name += " (every label)";
      }
    }
    figure.panels.push_back(std::move(panel));
  }
  return figure;
}

}  // namespace querent::apps
