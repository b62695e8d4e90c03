// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <CLI/App.hpp>

#include <querent/apps/experiment/experiment.hpp>
#include <querent/apps/options/figure_style.hpp>

namespace querent::apps {

/// Adds --runs, --seed, --order and --positive-weight.
void add_experiment_options(CLI::App& app, ExperimentOptions& options);
/// Throws UsageError if --positive-weight is given and the task does not have two classes.
void check_positive_weight(const CLI::App& app, int num_classes);
/// Adds the same without --runs; `pool` allows --order pool.
void add_order_options(CLI::App& app, ExperimentOptions& options, bool pool = false);

/// --json, --out and --quiet.
struct OutputOptions {
  bool json = false, quiet = false;
  std::string out;
  FigureStyle figures;
};
void add_output_options(CLI::App& app, OutputOptions& options);

/// Adds --figure-format and --figure-width, for commands that draw.
void add_figure_options(CLI::App& app, FigureStyle& style);

}  // namespace querent::apps
