// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/options/experiment_options.hpp>

#include <querent/apps/options/choice.hpp>
#include <querent/apps/options/number_check.hpp>
#include <querent/apps/terminal/usage_error.hpp>

namespace querent::apps {

namespace {
constexpr std::uint64_t kMaxRuns = 100'000;
}

void add_experiment_options(CLI::App& app, ExperimentOptions& options) {
  const std::string group = "Experiment";
  app.add_option("--runs", options.runs, "Passes, each over an order of its own")
      ->check(whole_number(1, kMaxRuns))
      ->type_name("N")
      ->group(group);
  add_order_options(app, options, true);
}

void add_order_options(CLI::App& app, ExperimentOptions& options, bool pool) {
  const std::string group = "Experiment";
  app.add_option("--seed", options.seed, "Of all random numbers")
      ->check(whole_number())
      ->type_name("N")
      ->group(group);
  std::vector<std::pair<std::string, RowOrder>> orders{{"random", RowOrder::kRandom},
                                                       {"file", RowOrder::kFile}};
  if (pool) orders.emplace_back("pool", RowOrder::kPool);
  add_choice<RowOrder>(app, "--order", options.order, std::move(orders),
                       pool ? "The order in which nodes or rows come; pool: any may be asked next"
                            : "The order in which nodes or rows come")
      ->group(group);
  app.add_option("--positive-weight", options.positive_weight,
                 "Binary tasks: weight of the positive class in weighted_sum and cost")
      ->check(number_between(0, 1))
      ->type_name("P")
      ->group(group);
}

void check_positive_weight(const CLI::App& app, int num_classes) {
  if (num_classes != 2 && app.count("--positive-weight") > 0)
    throw UsageError(fmt::format(
        "--positive-weight has no meaning for {} classes — name one side with --positive",
        num_classes));
}

void add_output_options(CLI::App& app, OutputOptions& options) {
  app.add_flag("--json", options.json, "One JSON object on standard output, nothing else there");
  app.add_option("--out", options.out, "Directory for run.json, curves, figures and predictions")
      ->type_name("DIR");
  app.add_flag("--quiet,-q", options.quiet, "Nothing on standard error but errors");
}

}  // namespace querent::apps
