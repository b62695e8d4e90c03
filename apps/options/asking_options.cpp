// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/options/asking_options.hpp>

#include <charconv>
#include <cmath>

#include <fmt/format.h>

#include <querent/apps/options/choice.hpp>
#include <querent/apps/options/number_check.hpp>
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
  const auto [end, error] =
      std::from_chars(number.data(), number.data() + number.size(), budget.amount);
  const bool whole = budget.percent || budget.amount == std::floor(budget.amount);
  if (error != std::errc{} || end != number.data() + number.size() || !(budget.amount >= 0) ||
      budget.amount > (budget.percent ? 100 : kMaxLabels) || !whole) {
    throw UsageError(fmt::format(
        "--budget {}: expected a number of labels, or a percentage of the rounds such as 5%",
        in_quotes(text)));
  }
  return budget;
}

double scale_of(const std::string& asking) {
  return asking == "little" ? 0.3 : asking == "much" ? 3 : 1;
}

}  // namespace

void add_asking_options(CLI::App& app, AskingFlags& flags) {
  app.add_option("--budget", flags.budget,
                 "Maximum number of labels, or percentage of the rounds (5%); any query rule "
                 "spreads its questions over the expected rounds")
      ->type_name("N|P%")
      ->group(kAskingGroup);
  app.add_option(
         "--expect-rounds", flags.options.expect_rounds,
         "Number of rounds over which the budget is spread (default: the rounds of the source)")
      ->check(whole_number(1, std::uint64_t{1} << 50))
      ->type_name("T")
      ->group(kAskingGroup);
  add_choice<std::string>(
      app, "--asking", flags.asking, {{"normal", "normal"}, {"little", "little"}, {"much", "much"}},
      "Scale of the query rule thrifty without a budget: how many labels it asks for")
      ->group(kAskingGroup);
  app.add_option("--stop-at-error", flags.options.stop_at_error,
                 "Stop asking once the error rate is below RATE with 95 % confidence")
      ->check(number_between(0, 1))
      ->type_name("RATE")
      ->group(kAskingGroup);
  app.add_option("--batch", flags.options.labels.batch,
                 "Number of questions asked together; their labels arrive together, and "
                 "predictions do not wait for them")
      ->check(whole_number(1, std::uint64_t{1} << 30))
      ->type_name("K")
      ->group(kAskingGroup);
  app.add_option("--delay", flags.options.labels.delay,
                 "Number of rounds between a question and its label")
      ->check(whole_number(0, std::uint64_t{1} << 50))
      ->type_name("N")
      ->group(kAskingGroup);
  app.add_option("--hold-out", flags.options.hold_out,
                 "Fraction of the nodes or rows to hold out as a test set for the final model")
      ->check(number_between(0, 0.9))
      ->type_name("SHARE")
      ->group(kAskingGroup);
  app.add_flag("--final", flags.options.final_model,
               "Also test the final model on all items that were not asked; on a graph, compare "
               "with label spreading from the same labels")
      ->group(kAskingGroup);
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
