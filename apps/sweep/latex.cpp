// SPDX-License-Identifier: Apache-2.0
// A sweep as a table for a paper: booktabs, one block per share of labels, the best of a block in
// bold, results that do not differ from it by a paired t-test underlined, parameters in the
// caption.
#include <algorithm>
#include <cstddef>
#include <map>

#include <fmt/ranges.h>

#include <querent/apps/sweep/sweep.hpp>
#include <querent/apps/terminal/escape.hpp>

namespace querent::apps {

namespace {

std::string name_of(const Json& cell) {
  return latex_text(cell["name"].get<std::string>());
}

// "PAA-I: C = 1, b = 0.02 at 10 %"
std::string parameters(const Json& cell) {
  std::vector<std::string> values;
  for (const auto& item : cell["learner"]["params"].items()) {
    if (item.key() == "average" && item.value() == 0) continue;  // the default
    values.push_back(fmt::format("{} = {:.4g}", item.key(), item.value().get<double>()));
  }
  if (values.empty()) return "";
  const double rate = cell["target_rate"].get<double>();
  return fmt::format("{}: {}{}", name_of(cell),
                     latex_text(fmt::format("{}", fmt::join(values, ", "))),
                     rate < 1 ? fmt::format(" at {:.4g}\\,\\%", 100 * rate) : "");
}

std::string caption(const SweepResult& sweep, const std::string& objective, bool missed) {
  const std::size_t orders = sweep.cells.front()["runs"].size();
  std::string text = latex_text(sweep.plan["title"].get<std::string>()) + ". ";
  text += orders > 1
              ? fmt::format(
                    "Mean $\\pm$ standard deviation. Bold: the best {} at its query rate; "
                    "underlined: not significantly different from it (paired $t$-test, 5\\,\\%).",
                    latex_text(objective))
              : "One order.";
  if (missed) text += " $\\dagger$: has another query rate and is not compared.";
  std::vector<std::string> shown;
  for (const Json& cell : sweep.cells) {
    const std::string one = parameters(cell);
    if (!one.empty() && std::ranges::find(shown, one) == shown.end()) shown.push_back(one);
  }
  if (!shown.empty()) text += fmt::format(" Parameters: {}.", fmt::join(shown, "; "));
  return text;
}

}  // namespace

std::string sweep_latex(const SweepResult& sweep) {
  if (sweep.cells.empty()) return "";
  const auto standings = standings_of(sweep);
  const auto measures = shown_measures(sweep);
  // the plan compares success measures, and tables print the corresponding error measures
  const std::string judges = sweep.plan["objective"],
                    objective = judges == "accuracy" ? "error_rate" : judges;
  std::map<double, std::vector<std::size_t>> blocks;  // by requested share
  bool missed = false;
  for (std::size_t k = 0; k < sweep.cells.size(); ++k) {
    blocks[sweep.cells[k]["target_rate"].get<double>()].push_back(k);
    missed = missed || !standings[k].compared;
  }
  std::string text = fmt::format(
      "% needs \\usepackage{{booktabs}}\n\\begin{{table}}\n\\centering\n\\caption{{{}}}\n"
      "\\begin{{tabular}}{{lr{}}}\n\\toprule\nLearner & Labels asked",
      caption(sweep, in_words(objective), missed), std::string(measures.size(), 'r'));
  for (const auto& measure : measures) text += " & " + latex_text(in_words(measure));
  text += " \\\\\n";
  for (const auto& [rate, cells] : blocks) {
    text += "\\midrule\n";
    for (const std::size_t k : cells) {
      const Json& cell = sweep.cells[k];
      text += fmt::format("{}{} & {:.1f}\\,\\%", name_of(cell),
                          standings[k].compared ? "" : "$^\\dagger$",
                          100 * cell["mean"]["query_rate"].get<double>());
      for (const auto& measure : measures) {
        const bool judged = measure == objective && cell["runs"].size() > 1;
        const std::string value = with_std(cell, measure, "$\\pm$");
        text += judged && standings[k].best     ? fmt::format(" & \\textbf{{{}}}", value)
                : judged && standings[k].tied() ? fmt::format(" & \\underline{{{}}}", value)
                                                : " & " + value;
      }
      text += " \\\\\n";
    }
  }
  return text + "\\bottomrule\n\\end{tabular}\n\\end{table}\n";
}

}  // namespace querent::apps
