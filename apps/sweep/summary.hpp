// SPDX-License-Identifier: Apache-2.0
// The tables and figures of a sweep, from its finished cells alone.
#pragma once

#include <string>
#include <vector>

#include <querent/apps/output/figure.hpp>
#include <querent/apps/output/results_json.hpp>

namespace querent::apps {

/// Finished cells in the order of their plan.
struct SweepResult {
  Json plan;
  std::vector<Json> cells;
};

/// Whether the runs that are shown asked the share that the cell is about: within a twentieth of
/// it, or a label; within a tenth where two standard errors of the mean are as wide. What the
/// tuning's own orders asked does not count.
bool share_met(const Json& cell);

/// Of a cell among those that met their share: the best by the objective, as good as the best, or
/// worse, by a paired t-test over the orders at 95 %. A cell that asks another share is not
/// compared.
struct Standing {
  bool compared = true;
  bool best = false;
  double p = 1;  ///< two-sided; of the best itself 1
  bool tied() const { return compared && (best || p >= 0.05); }
};
std::vector<Standing> standings_of(const SweepResult& sweep);

/// The measures that tables show, and a measure as a person reads it.
std::vector<std::string> shown_measures(const SweepResult& sweep);
std::string in_words(const std::string& measure);

/// One line a cell: every measure's mean and spread but the seconds, which no other run would give
/// again.
std::string sweep_csv(const SweepResult& sweep);
std::string sweep_text(const SweepResult& sweep);
std::string sweep_markdown(const SweepResult& sweep);
/// A table of a paper (booktabs): the best bold, ties underlined, parameters in the caption.
std::string sweep_latex(const SweepResult& sweep);
/// Every measure of the task against the share of labels that was asked.
Figure sweep_figure(const SweepResult& sweep);

}  // namespace querent::apps
