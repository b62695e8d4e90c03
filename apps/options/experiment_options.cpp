// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/options/experiment_options.hpp>

#include <algorithm>

#include <querent/apps/options/declare.hpp>
#include <querent/apps/terminal/usage_error.hpp>

namespace querent::apps {

namespace {
constexpr std::uint64_t kMaxRuns = 100'000;
}

void add_experiment_options(CLI::App& app, ExperimentOptions& options) {
  const std::string group = "Experiment";
  add_value(app, "--runs", options.runs, "N", "Number of runs, each in its own order")
      ->check(whole_number(1, kMaxRuns))
      ->group(group);
  add_order_options(app, options, true);
}

void add_order_options(CLI::App& app, ExperimentOptions& options, bool pool) {
  const OptionGroup in(app, "Experiment");
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

}  // namespace querent::apps
