// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/options/experiment_options.hpp>

#include <algorithm>
#include <cmath>

#include <querent/apps/options/declare.hpp>
#include <querent/apps/terminal/usage_error.hpp>
#include <querent/datasets/text/number.hpp>
#include <querent/learners/catalogue/weighed_learner.hpp>

namespace querent::apps {

void add_experiment_options(CLI::App& app, ExperimentOptions& options) {
  add_value(app, "--runs", options.runs, "N", "Number of runs, each in its own order")
      ->check(whole_number(1, 100'000))
      ->group(kExperimentGroup);
  add_order_options(app, options, true);
}

void add_order_options(CLI::App& app, ExperimentOptions& options, bool pool) {
  const OptionGroup in(app, kExperimentGroup);
  add_value(app, "--seed", options.seed, "N", "Random seed")->check(whole_number());
  std::vector<std::pair<std::string, RowOrder>> orders{{"random", RowOrder::kRandom},
                                                       {"file", RowOrder::kFile}};
  if (pool) orders.emplace_back("pool", RowOrder::kPool);
  add_choice<RowOrder>(app, "--order", options.order, std::move(orders),
                       pool ? "Order of the nodes or rows; pool: any item can be asked next"
                            : "Order of the nodes or rows");
  add_value(app, "--positive-weight", options.positive_weight, "P",
            "Binary tasks: weight of the positive class in weighted_sum and cost")
      ->check(number_between(0, 1));
}

void check_positive_weight(const CLI::App& app, int num_classes) {
  if (num_classes != 2 && app.count("--positive-weight") > 0)
    throw UsageError(
        "--positive-weight has no meaning for {} classes — name one side with --positive",
        num_classes);
}

void add_output_options(CLI::App& app, OutputOptions& options) {
  app.add_flag("--json", options.json, "Print one JSON object on standard output");
  add_value(app, "--out", options.out, "DIR",
            "Directory for run.json, curves, figures and predictions");
  app.add_flag("--quiet,-q", options.quiet, "Print errors only on standard error");
}

void add_figure_options(CLI::App& app, FigureStyle& style) {
  const auto choose = [&style](const std::vector<std::string>& words) {
    style.formats.clear();
    for (const std::string& word : words) {
      const auto known = {FigureFormat::kSvg, FigureFormat::kPng, FigureFormat::kPdf};
      const auto format = std::find_if(known.begin(), known.end(),
                                       [&](FigureFormat one) { return ending_of(one) == word; });
      if (format == known.end())
        throw UsageError(
            "--figure-format {}: expected svg, png, pdf, or several of them with commas",
            in_quotes(word));
      if (std::find(style.formats.begin(), style.formats.end(), *format) == style.formats.end())
        style.formats.push_back(*format);
    }
  };
  app.add_option_function<std::vector<std::string>>("--figure-format", choose,
                                                    "File formats of figures: svg, png, pdf")
      ->delimiter(',')
      ->needs(app.get_option("--out"))
      ->type_name("FORMAT,…")
      ->default_str("svg,png");
  add_choice<FigureWidth>(
      app, "--figure-width", style.width,
      {{"screen", FigureWidth::kScreen},
       {"page", FigureWidth::kPage},
       {"column", FigureWidth::kColumn}},
      "Width of figures: a screen, a page of a paper (17.5 cm), or a column (8.5 cm)")
      ->needs(app.get_option("--out"));
}

namespace {

Budget parse_budget(const std::string& text) {
  constexpr double kMaxLabels = 1e15;
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
  add_value(
      app, "--stop-at-error", flags.options.stop_at_error, "RATE",
      "Stop asking once the error rate is below RATE with 95 % confidence, if later rounds are "
      "like those before; the estimated error is that of the rounds until then")
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
    scale->second = flags.asking == "little" ? 0.3 : flags.asking == "much" ? 3 : 1;
    any = true;
  }
  if (!any) {
    throw UsageError(
        "--asking scales the query rule thrifty, which none of these learners uses — give "
        "--learner auto, or --query thrifty");
  }
  return options;
}

void add_learning_options(CLI::App& app, LabelWeights& weights, ExperimentOptions& experiment) {
  const OptionGroup in(app, kLearnerGroup);
  add_value(app, "--passes", experiment.passes, "N",
            "Number of passes over the rows. Only the first asks for labels and counts "
            "mistakes; later passes learn the same labels again and change the final model")
      ->check(whole_number(1, 10'000));
  app.add_flag("--importance", weights.importance,
               "Weight a label that was asked for with probability p by 1/p, which makes the "
               "expected update equal to the update with all labels");
  add_value(
      app, "--class-weight", weights.of_class, "CLASS=W,…|balanced",
      "Weight of the labels of a class (0.001 to 1000), for example spam=5; the default is 1. "
      "balanced weighs each class inversely to its frequency among the labels so far")
      ->delimiter(',')
      ->allow_extra_args(false);
  add_value(app, "--forget", weights.forget, "N",
            "Learn from the latest N to 2N labels alone, for streams that change; the estimate "
            "of the error covers the same rounds. The default is to forget nothing")
      ->check(whole_number(1, 1'000'000'000));
  app.add_flag(
      "--probabilities", experiment.probabilities,
      "Calibrate the probability of each predicted class on the labels asked so far, for "
      "a saved model and the predictions of --stream; with two classes print the log loss");
}

void weigh_labels(const LabelWeights& weights, const std::vector<std::string>& classes,
                  std::vector<NamedConfig>& configs) {
  Weighing weighing{.importance = weights.importance};
  std::vector<bool> given(classes.size(), false);
  for (const std::string& text : weights.of_class) {
    if (text == "balanced") {
      weighing.balanced = true;
      continue;
    }
    const std::size_t equals = text.rfind('=');
    if (equals == std::string::npos)
      throw UsageError("--class-weight {}: expected CLASS=W, as in spam=5, or balanced",
                       in_quotes(text));
    const std::string name = text.substr(0, equals);
    const Scanned weight = scan_number(std::string_view(text).substr(equals + 1));
    if (weight.kind != Scanned::kNumber ||
        !(weight.value >= kLeastClassWeight && weight.value <= kMostClassWeight)) {
      throw UsageError("--class-weight {}: expected a weight from {} to {} behind =, found {}",
                       name, kLeastClassWeight, kMostClassWeight,
                       in_quotes(text.substr(equals + 1)));
    }
    const auto found = std::find(classes.begin(), classes.end(), name);
    if (found == classes.end()) {
      throw UsageError("--class-weight {}: no class has that name{}", in_quotes(name),
                       hint(name, classes));
    }
    const auto k = static_cast<std::size_t>(found - classes.begin());
    if (given[k]) throw UsageError("--class-weight {} is given twice", in_quotes(name));
    given[k] = true;
    weighing.of_class.resize(classes.size(), 1);
    weighing.of_class[k] = weight.value;
  }
  for (NamedConfig& named : configs) {
    named.config.weighing = weighing;
    named.config.forget = weights.forget;
  }
}

}  // namespace querent::apps
