// SPDX-License-Identifier: Apache-2.0
// querent reproduce PAPER: a paper's table and figures on the data that is here, the paper's
// numbers beside ours.
#include <algorithm>
#include <memory>
#include <optional>

#include <fmt/ranges.h>

#include <querent/apps/commands/command.hpp>
#include <querent/apps/options/choice.hpp>
#include <querent/apps/options/embedding_options.hpp>
#include <querent/apps/options/experiment_options.hpp>
#include <querent/apps/reproduce/papers.hpp>

namespace querent::apps {

namespace {

constexpr std::uint64_t kMegabyte = std::uint64_t{1} << 20;

struct Asked {
  std::string paper, table, figure;
  std::uint64_t memory = 0;  // MB
  ReproduceOptions options;
  OutputOptions output;
  bool markdown = false;
};

const Paper& paper_of(const std::string& name) {
  std::vector<std::string> known;
  for (const auto& paper : papers()) {
    if (paper.name == name) return paper;
    known.push_back(paper.name);
  }
  throw UsageError(fmt::format("no paper {}{} — the papers are: {}", in_quotes(name),
                               hint(name, known), fmt::join(known, ", ")));
}

void require_known(const std::string& flag, const std::string& text,
                   const std::vector<std::string>& known) {
  if (known.empty()) {
    throw UsageError(fmt::format("{}: nothing of this kind is reproduced of this paper", flag));
  }
  if (std::find(known.begin(), known.end(), text) != known.end()) return;
  throw UsageError(
      fmt::format("{} {}: this paper has {}", flag, in_quotes(text), fmt::join(known, ", ")));
}

int reproduce(Asked asked, Console& console) {
  console.quiet = asked.output.quiet;
  const Paper& paper = paper_of(asked.paper);
  const bool as_table = !asked.table.empty() || asked.figure.empty();
  if (!asked.table.empty()) require_known("--table", asked.table, paper.tables);
  if (!asked.figure.empty()) require_known("--figure", asked.figure, paper.figures);
  if (!as_table && asked.output.json) {
    throw UsageError("--json is for tables; a figure is CSV, or a table with --markdown");
  }
  if (asked.options.runs == 0) asked.options.runs = paper.runs;
  asked.options.memory = asked.memory * kMegabyte;
  std::optional<OutputDirectory> directory;
  if (!asked.output.out.empty()) directory.emplace(asked.output.out);
  std::string text;
  if (as_table) {
    const Report report = paper.report(
        asked.table.empty() ? paper.tables : std::vector{asked.table}, asked.options, console);
    if (report.rows.empty() && report.skipped.empty()) {
      throw UsageError(
          fmt::format("--dataset {}: not in {}", in_quotes(asked.options.dataset),
                      asked.table.empty() ? "this paper's tables" : "table " + asked.table));
    }
    const std::string json = report_json(report).dump(2) + "\n", markdown = report_markdown(report);
    text = asked.output.json ? json : asked.markdown ? markdown : report_text(report);
    if (directory) {
      directory->stage("report.json", json);
      directory->stage("report.md", markdown);
    }
  }
  if (!asked.figure.empty()) {
    const std::string csv =
        paper.figure(asked.figure, asked.options, console, directory ? &*directory : nullptr);
    if (asked.markdown) {
      text += points_markdown(csv);
    } else if (!asked.output.json && !(directory && as_table)) {
      text += csv;
    }
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

/// "msg: Yang et al., UAI 2016; duol: …"
std::string every_paper() {
  std::string text;
  for (const auto& paper : papers()) {
    text += fmt::format("{}{}: {}", text.empty() ? "" : "; ", paper.name, paper.reference);
  }
  return text;
}

/// "msg 1, 2, 3; duol 3, 4"
std::string every(std::vector<std::string> Paper::*parts) {
  std::string text;
  for (const auto& paper : papers()) {
    if ((paper.*parts).empty()) continue;
    text +=
        fmt::format("{}{} {}", text.empty() ? "" : "; ", paper.name, fmt::join(paper.*parts, ", "));
  }
  return text;
}

}  // namespace

Command add_reproduce(CLI::App& program) {
  CLI::App* app = program.add_subcommand(
      "reproduce", "Re-runs a paper's tables and figures, the paper's numbers beside ours");
  auto asked = std::make_shared<Asked>();
  app->add_option("PAPER", asked->paper, every_paper())->required();
  app->add_option("--table", asked->table, "Only this table: " + every(&Paper::tables))
      ->type_name("T");
  app->add_option(
         "--figure", asked->figure,
         "A figure: " + every(&Paper::figures) + ". Points on standard output, drawings with --out")
      ->type_name("F");
  app->add_option("--dataset", asked->options.dataset,
                  "Only this data set, by the paper's name or ours")
      ->type_name("D");
  app->add_option("--runs", asked->options.runs, "Random orders")
      ->check(CLI::Range(1, 100000))
      ->type_name("N")
      ->default_str("the paper's");
  app->add_option("--seed", asked->options.seed, "Of all random numbers")->type_name("N");
  app->add_flag("--no-cache", asked->options.no_cache, "Compute every embedding, and keep no copy");
  asked->memory = asked->options.memory / kMegabyte;
  app->add_option("--memory", asked->memory,
                  "MB for what is kept to save time: the Gram matrix that all orders share")
      ->type_name("MB");
  app->add_flag("--markdown", asked->markdown,
                "The table, or the points of the figure, as Markdown");
  add_threads_option(*app, asked->options.threads);
  add_output_options(*app, asked->output);
  return {app, [asked](Console& console) { return reproduce(*asked, console); }};
}

}  // namespace querent::apps
