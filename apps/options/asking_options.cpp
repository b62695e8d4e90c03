// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/options/experiment_options.hpp>

#include <cmath>

#include <querent/apps/options/declare.hpp>
#include <querent/apps/terminal/usage_error.hpp>

namespace querent::apps {

namespace {

constexpr double kMaxLabels = 1e15;

Budget parse_budget(const std::string& text) {
  std::string_view number = text;
  Budget budget;
  if (!number.empty() && number.back() == '%') {
    budget.percent = true;
    number.remove_suffix(1);
  }
  budget.amount = number_in<double>(number).value_or(-1);
  const bool whole = budget.percent || budget.amount == std::floor(budget.amount);
  if (!(budget.amount >= 0) || budget.amount > (budget.percent ? 100 : kMaxLabels) || !whole) {
    throw UsageError(
        "--budget {}: expected a number of labels, or a percentage of the rounds such as 5%",
        in_quotes(text));
  }
  return budget;
}

double scale_of(const std::string& asking) {
  return asking == "little" ? 0.3 : asking == "much" ? 3 : 1;
}

}  // namespace

void add_asking_options(CLI::App& app, AskingFlags& flags) {
  const OptionGroup in(app, kAskingGroup);
  add_value(app, "--budget", flags.budget, "N|P%",
            "Maximum number of labels, or percentage of the rounds (5%); any query rule "
            "spreads its questions over the expected rounds");
  add_value(app, "--expect-rounds", flags.options.expect_rounds, "T",
            "Number of rounds over which the budget is spread (default: the rounds of the source)")
      ->check(whole_number(1, std::uint64_t{1} << 50));
  add_choice<std::string>(
      app, "--asking", flags.asking, {{"normal", "normal"}, {"little", "little"}, {"much", "much"}},
      "Scale of the query rule thrifty without a budget: how many labels it asks for");
  add_value(app, "--stop-at-error", flags.options.stop_at_error, "RATE",
            "Stop asking once the error rate is below RATE with 95 % confidence")
      ->check(number_between(0, 1));
  add_value(app, "--batch", flags.options.labels.batch, "K",
            "Number of questions asked together; their labels arrive together, and "
            "predictions do not wait for them")
      ->check(whole_number(1, std::uint64_t{1} << 30));
  add_value(app, "--delay", flags.options.labels.delay, "N",
            "Number of rounds between a question and its label")
      ->check(whole_number(0, std::uint64_t{1} << 50));
  add_value(app, "--hold-out", flags.options.hold_out, "SHARE",
            "Fraction of the nodes or rows to hold out as a test set for the final model")
      ->check(number_between(0, 0.9));
  app.add_flag("--final", flags.options.final_model,
               "Also test the final model on all items that were not asked; on a graph, compare "
               "with label spreading from the same labels");
}

AskingOptions asking_of(const CLI::App& app, const AskingFlags& flags,
                        std::vector<NamedConfig>& configs) {
  AskingOptions options = flags.options;
  if (!flags.budget.empty()) options.budget = parse_budget(flags.budget);
  if (app.count("--expect-rounds") > 0 && !options.budget)
    throw UsageError("--expect-rounds needs a --budget to spread over these rounds");
  if (app.count("--asking") == 0) return options;
  if (options.budget)
    throw UsageError("--budget and --asking both set the number of labels — use one");
  bool any = false;
  for (NamedConfig& named : configs) {
    const auto scale = named.config.query_params.find("c");
    if (scale == named.config.query_params.end()) continue;
    scale->second = scale_of(flags.asking);
    any = true;
  }
  if (!any) {
    throw UsageError(
        "--asking scales the query rule thrifty, which none of these learners uses — give "
        "--learner auto, or --query thrifty");
  }
  return options;
}

}  // namespace querent::apps
