// SPDX-License-Identifier: Apache-2.0
// querent reproduce PAPER: a paper's table and figures on the data that is here, the paper's
// numbers beside ours.
#include <memory>
#include <optional>

#include <fmt/ranges.h>

#include <querent/apps/commands/command.hpp>
#include <querent/apps/options/choice.hpp>
#include <querent/apps/options/embedding_options.hpp>
#include <querent/apps/options/experiment_options.hpp>
#include <querent/apps/reproduce/msg.hpp>

namespace querent::apps {

namespace {

struct ReproduceOptions {
  std::string paper, table, figure;
  msg::Options msg;
  OutputOptions output;
  bool markdown = false;
};

int number_of(const std::string& flag, const std::string& text,
              const std::vector<std::string>& known) {
  for (std::size_t k = 0; k < known.size(); ++k) {
    if (text == known[k]) return static_cast<int>(k) + 1;
  }
  throw UsageError(
      fmt::format("{} {}: this paper has {}", flag, in_quotes(text), fmt::join(known, ", ")));
}

int reproduce(const ReproduceOptions& options, Console& console) {
  console.quiet = options.output.quiet;
  if (options.paper != "msg") {
    throw UsageError(fmt::format("no paper {}{} — the papers are: msg",
                                 in_quotes(options.paper), hint(options.paper, {"msg"})));
  }
  const bool as_table = !options.table.empty() || options.figure.empty();
  if (!options.table.empty())
    number_of("--table", options.table == "I" ? "1" : options.table, {"1"});
  const int figure =
      options.figure.empty() ? 0 : number_of("--figure", options.figure, {"1", "2", "3"});
  if (!as_table && (options.output.json || options.markdown)) {
    throw UsageError(
        "--json and --markdown are for tables; a figure is CSV — give --table, or neither");
  }
  std::optional<OutputDirectory> directory;
  if (!options.output.out.empty()) directory.emplace(options.output.out);
  std::string text;
  if (as_table) {
    const Report report = msg::table_one_report(options.msg, console);
    const std::string json = report_json(report).dump(2) + "\n", markdown = report_markdown(report);
    text = options.output.json ? json : options.markdown ? markdown : report_text(report);
    if (directory) {
      directory->stage("report.json", json);
      directory->stage("report.md", markdown);
    }
  }
  if (figure > 0) {
    const std::string csv =
        msg::figure(figure, options.msg, console, directory ? &*directory : nullptr);
    if (!options.output.json && !options.markdown && !(directory && as_table)) text += csv;
  }
  std::vector<std::string> written;
  if (directory) {
    written = directory->names();
    directory->commit();
  }
  console.print(text);
  if (directory)
    console.note(
        fmt::format("written to {}: {}", directory->path().string(), fmt::join(written, ", ")));
  return kDone;
}

}  // namespace

Command add_reproduce(CLI::App& program) {
  CLI::App* app = program.add_subcommand(
      "reproduce", "Re-runs a paper's tables and figures, the paper's numbers beside ours");
  auto options = std::make_shared<ReproduceOptions>();
  app->add_option("PAPER", options->paper, "msg: Yang et al., UAI 2016")->required();
  app->add_option("--table", options->table, "A table (the default: I)")->type_name("I");
  app->add_option("--figure", options->figure,
                  "1: curves; 2: error against labels asked; 3: rank. Points on standard output, "
                  "drawings with --out")
      ->type_name("1|2|3");
  app->add_option("--dataset", options->msg.dataset, "Only this graph, by the paper's name or ours")
      ->type_name("D");
  app->add_option("--runs", options->msg.runs, "Random orders")
      ->check(CLI::Range(1, 100000))
      ->type_name("N");
  app->add_option("--seed", options->msg.seed, "Of all random numbers")->type_name("N");
  app->add_flag("--no-cache", options->msg.no_cache, "Compute every embedding, and keep no copy");
  app->add_flag("--markdown", options->markdown, "The table as Markdown");
  add_threads_option(*app, options->msg.threads);
  add_output_options(*app, options->output);
  return {app, [options](Console& console) { return reproduce(*options, console); }};
}

}  // namespace querent::apps
