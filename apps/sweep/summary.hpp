// SPDX-License-Identifier: Apache-2.0
// The tables and figures of a sweep, computed only from its finished cells.
#pragma once

#include <string>
#include <vector>

#include <querent/apps/options/figure_style.hpp>
#include <querent/apps/output/figure/figure.hpp>
#include <querent/apps/sweep/store.hpp>
#include <querent/apps/terminal/console.hpp>
#include <querent/apps/terminal/escape.hpp>

namespace querent::apps {

/// The finished cells in the order of their plan.
struct SweepResult {
  Json plan;
  std::vector<Json> cells;
};

/// Whether the reported runs asked for the cell's share of labels: within a twentieth of it or one
/// label, or within a tenth if two standard errors of the mean are as wide. The orders used for
/// tuning do not count.
bool share_met(const Json& cell);

/// The rank of a cell among those that met their share: best by the objective, not different from
/// the best, or worse, by a paired t-test over the orders at 95 %. A cell that missed its share is
/// not compared.
struct Standing {
  bool compared = true;
  bool best = false;
  double p = 1;  ///< two-sided p-value; 1 for the best itself
  bool tied() const { return compared && (best || p >= 0.05); }
};
std::vector<Standing> standings_of(const SweepResult& sweep);

/// The measures that tables show, and the printed name of a measure.
std::vector<std::string> shown_measures(const SweepResult& sweep);
std::string in_words(const std::string& measure);
/// "0.1234 ± 0.0123", without a deviation for a single run.
std::string with_std(const Json& cell, const std::string& measure, const char* plus_minus = "±");

/// One line per cell: mean and deviation of every measure except seconds, which would differ in
/// another run.
std::string sweep_csv(const SweepResult& sweep);
std::string sweep_text(const SweepResult& sweep);
std::string sweep_markdown(const SweepResult& sweep);
/// A table for a paper (booktabs): the best in bold, ties underlined, parameters in the caption.
std::string sweep_latex(const SweepResult& sweep);
/// Every measure of the task against the share of labels asked.
Figure sweep_figure(const SweepResult& sweep);

struct SweepPrint {
  bool json = false, markdown = false;
  FigureStyle figures = {};
};

/// Prints the finished cells. If all are finished, writes sweep.json, sweep.csv, sweep.md,
/// sweep.tex and the figure beside the cells; otherwise prints how many are missing. Returns the
/// exit code.
int finish_sweep(const SweepResult& sweep, const Json& source, const CellStore* store,
                 const SweepPrint& how, Console& console);

}  // namespace querent::apps
