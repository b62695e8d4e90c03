// SPDX-License-Identifier: Apache-2.0
// querent merge DIR… --out DIR: joins the shards of a sweep.
#include <memory>
#include <optional>

#include <fmt/format.h>

#include <querent/apps/commands/command.hpp>
#include <querent/apps/options/experiment_options.hpp>
#include <querent/apps/sweep/sweep.hpp>
#include <querent/apps/terminal/usage_error.hpp>
#include <querent/datasets/error.hpp>

namespace querent::apps {

namespace {

struct MergeOptions {
  std::vector<std::string> directories;
  OutputOptions output;
  bool markdown = false;
};

int merge(const MergeOptions& options, Console& console) {
  console.quiet = options.output.quiet;
  SweepResult sweep{.plan = read_plan(options.directories.front()), .cells = {}};
  for (const auto& directory : options.directories) {
    if (read_plan(directory) != sweep.plan) {
      throw DataError({directory}, fmt::format("expected a part of the sweep in {}, found another "
                                               "sweep — give shards of one command line",
                                               options.directories.front()));
    }
  }
  std::optional<CellStore> store;
  if (!options.output.out.empty()) {
    store.emplace(options.output.out);
    store->make();
    write_plan(store->directory(), sweep.plan);
  }
  std::string missing;
  for (const PlannedCell& planned : planned_cells(sweep.plan)) {
    std::optional<Json> cell;
    for (const auto& directory : options.directories) {
      if (!cell) cell = CellStore(directory).find(planned, sweep.plan);
    }
    if (!cell) {
      missing += fmt::format("{}{} at {}", missing.empty() ? "" : ", ", planned.learner,
                             planned.target_rate);
      continue;
    }
    if (store) store->keep(planned.key, *cell);
    sweep.cells.push_back(std::move(*cell));
  }
  const int code = finish_sweep(sweep, store ? &*store : nullptr,
                                {.json = options.output.json,
                                 .markdown = options.markdown,
                                 .figures = options.output.figures},
                                console);
  if (missing.empty()) return code;
  console.error(fmt::format("not finished: {}", missing));
  return kCheckFailed;
}

}  // namespace

Command add_merge(CLI::App& program) {
  CLI::App* app = program.add_subcommand("merge", "Join the shards of a sweep");
  auto options = std::make_shared<MergeOptions>();
  app->add_option("DIR", options->directories, "--out directories of the shards")->required();
  app->add_flag("--markdown", options->markdown, "Print the table as Markdown");
  add_output_options(*app, options->output);
  add_figure_options(*app, options->output.figures);
  return {app, [options](Console& console) { return merge(*options, console); }};
}

}  // namespace querent::apps
