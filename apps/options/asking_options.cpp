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
    throw UsageError(
        fmt::format("--budget {}: expected a number of labels, or a share of the rounds as 5%",
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
                 "Labels that are never exceeded, as a number or as a share of the rounds (5%); "
                 "with any query rule, paced over the rounds expected")
      ->type_name("N|P%")
      ->group(kAskingGroup);
  app.add_option("--expect-rounds", flags.options.expect_rounds,
                 "Rounds over which the budget is spread (default: those of the source)")
      ->check(whole_number(1, std::uint64_t{1} << 50))
      ->type_name("T")
      ->group(kAskingGroup);
  add_choice<std::string>(app, "--asking", flags.asking,
                          {{"normal", "normal"}, {"little", "little"}, {"much", "much"}},
                          "How freely the rule thrifty asks without a budget")
      ->group(kAskingGroup);
  app.add_option("--stop-at-error", flags.options.stop_at_error,
                 "Ask no more once the error rate is known to be below this, which is wrong in at "
                 "most one run of twenty")
      ->check(number_between(0, 1))
      ->type_name("RATE")
      ->group(kAskingGroup);
  app.add_option("--batch", flags.options.labels.batch,
                 "Questions posed together; their labels come together, predictions never wait")
      ->check(whole_number(1, std::uint64_t{1} << 30))
      ->type_name("K")
      ->group(kAskingGroup);
  app.add_option("--delay", flags.options.labels.delay,
                 "Rounds from posing a question to its label")
      ->check(whole_number(0, std::uint64_t{1} << 50))
      ->type_name("N")
      ->group(kAskingGroup);
  app.add_option("--hold-out", flags.options.hold_out,
                 "Share of the nodes or rows that never comes: the finished model is tested on it")
      ->check(number_between(0, 0.9))
      ->type_name("SHARE")
      ->group(kAskingGroup);
  app.add_flag(
         "--final", flags.options.final_model,
         "Also judge the finished model on what was never asked, and label spreading on the asked "
         "labels of a graph beside it")
      ->group(kAskingGroup);
}

AskingOptions asking_of(const CLI::App& app, const AskingFlags& flags,
                        std::vector<Entry>& entries) {
  AskingOptions options = flags.options;
  if (!flags.budget.empty()) options.budget = parse_budget(flags.budget);
  if (app.count("--expect-rounds") > 0 && !options.budget)
    throw UsageError("--expect-rounds is what a --budget is paced over, and there is none");
  if (app.count("--asking") == 0) return options;
  if (options.budget) throw UsageError("--budget says how many labels, --asking cannot: give one");
  bool any = false;
  for (Entry& entry : entries) {
    if (entry.contestant.query->name != "thrifty") continue;
    entry.contestant.query_params["c"] = scale_of(flags.asking);
    any = true;
  }
  if (!any) {
    throw UsageError(
        "--asking sets the scale of the query rule thrifty, which none of these learners asks by — "
        "take --learner auto, or --query thrifty");
  }
  return options;
}

}  // namespace querent::apps
