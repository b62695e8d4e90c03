// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <querent/apps/options/figure_style.hpp>
#include <querent/apps/sweep/store.hpp>
#include <querent/apps/sweep/summary.hpp>
#include <querent/apps/terminal/console.hpp>

namespace querent::apps {

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
