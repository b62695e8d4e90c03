// SPDX-License-Identifier: Apache-2.0
// querent reproduce PAPER: repeats a paper's tables and figures on the installed data and prints
// the paper's numbers beside ours.
#include <algorithm>
#include <memory>

#include <fmt/ranges.h>

#include <querent/apps/commands/command.hpp>
#include <querent/apps/commands/reproduce.hpp>
#include <querent/apps/options/declare.hpp>
#include <querent/apps/options/source_options.hpp>
#include <querent/apps/output/program_beside.hpp>
#include <querent/apps/terminal/usage_error.hpp>
#include <querent/datasets/text/lowered.hpp>

namespace querent::apps {

namespace {

constexpr std::uint64_t kMegabyte = std::uint64_t{1} << 20, kMostMegabytes = std::uint64_t{1} << 40;

const Paper& paper_of(const std::string& name) {
  std::vector<std::string> known;
  for (const auto& paper : papers()) {
    if (paper.name == name) return paper;
    known.push_back(paper.name);
  }
  throw UsageError("no paper {}{} — the papers are: {}", in_quotes(name), hint(name, known),
                   fmt::join(known, ", "));
}

void require_known(const std::string& flag, const std::string& text,
                   const std::vector<std::string>& known) {
  if (known.empty()) {
    throw UsageError("{}: querent reproduces none of these for this paper", flag);
  }
  if (std::find(known.begin(), known.end(), text) != known.end()) return;
  throw UsageError("{} {}: this paper has {}", flag, in_quotes(text), fmt::join(known, ", "));
}

/// The papers with their tables and figures.
std::string list_of_papers() {
  std::string text;
  for (const auto& paper : papers()) {
    text +=
        fmt::format("{:<10}{}\n          tables {}\n          figures {}\n", paper.name,
                    paper.reference, fmt::join(paper.tables, ", "), fmt::join(paper.figures, ", "));
  }
  return text +
         "\nquerent reproduce msg --table I --dataset cora\n"
         "querent reproduce --all --markdown --out DIR\n";
}

/// Runs in this program, or starts the program beside it that has the experiments.
int play(const ReproduceCommand& asked, ReproduceEngine engine, Console& console) {
  if (engine != nullptr) return engine(asked, console);
  become(program_beside_this("querent-reproduce",
                             "reproduce needs the program querent-reproduce beside querent — copy "
                             "it there, or build it with cmake --build --preset release"));
}

/// --seeds prints z of every number for each seed and nothing else.
void check_seeds(const ReproduceCommand& asked) {
  if (asked.seeds == 1) return;
  if (asked.all || !asked.figure.empty() || asked.output.json || !asked.output.out.empty())
    throw UsageError(
        "--seeds prints z of tables and cannot be combined with --all, --figure, --json, --out");
}

/// --all writes one page in Markdown, with every part of one paper or of all papers.
void check_all(const ReproduceCommand& asked) {
  const std::string other = !asked.table.empty()             ? "--table"
                            : !asked.figure.empty()          ? "--figure"
                            : !asked.options.dataset.empty() ? "--dataset"
                            : asked.output.json              ? "--json"
                                                             : "";
  if (!other.empty())
    throw UsageError(other + " cannot be combined with --all, which writes one page in Markdown");
  if (!asked.markdown && asked.output.out.empty())
    throw UsageError("--all has no output — give --markdown, --out DIR or both");
}

int reproduce(ReproduceCommand asked, const CLI::App& app, ReproduceEngine engine,
              Console& console) {
  if (asked.paper.empty() && !asked.all && !asked.reasons) {
    if (!GivenOptions(app).empty())
      throw UsageError(
          "reproduce: expected a PAPER for its options — without options it lists them");
    console.print(list_of_papers());
    return kDone;
  }
  if (asked.all) check_all(asked);
  check_seeds(asked);
  if (asked.reasons && (asked.all || !asked.table.empty() || !asked.figure.empty()))
    throw UsageError(
        "--reasons covers all of a paper's tables and cannot be combined with another part");
  if (!asked.options.algorithm.empty() && (asked.all || !asked.as_table()))
    throw UsageError(
        "--algorithm selects a row of tables and cannot be combined with --all or --figure");
  if (asked.kept && (!asked.all || asked.output.out.empty()))
    throw UsageError("--kept needs --all and --out DIR, the directory of the finished parts");
  asked.options.memory = asked.memory * kMegabyte;
  if ((asked.all || asked.reasons) && asked.paper.empty()) return play(asked, engine, console);
  const Paper& paper = paper_of(asked.paper);
  if (!asked.table.empty()) require_known("--table", asked.table, paper.tables);
  if (!asked.figure.empty()) require_known("--figure", asked.figure, paper.figures);
  if (!asked.as_table() && asked.output.json) {
    throw UsageError(
        "--json is for tables; a figure is printed as CSV, or with --markdown as a table");
  }
  if (asked.options.runs == 0 && !asked.all) asked.options.runs = paper.runs;
  return play(asked, engine, console);
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

bool wants_row(const ReproduceOptions& options, const std::string& algorithm) {
  return options.algorithm.empty() || lowered(options.algorithm) == lowered(algorithm);
}

Command add_reproduce(CLI::App& program, ReproduceEngine engine) {
  CLI::App* app = program.add_subcommand(
      "reproduce", "Repeat the experiments of a paper and compare the results");
  auto asked = std::make_shared<ReproduceCommand>();
  app->add_option("PAPER", asked->paper, every_paper() + "; without it, list the papers");
  add_value(*app, "--table", asked->table, "T", "Table: " + every(&Paper::tables));
  add_value(*app, "--figure", asked->figure, "F",
            "Figure: " + every(&Paper::figures) +
                ". Its points go to standard output, its drawings into --out");
  app->add_flag("--all", asked->all,
                "Repeat every table and figure of PAPER, or of all papers, and write one page in "
                "Markdown that begins with a summary; with --out a stopped run continues");
  app->add_flag("--kept", asked->kept,
                "With --all: write the page from the results in --out and run nothing");
  add_value(*app, "--dataset", asked->options.dataset, "D",
            "Run only this data set; use the name of the paper or of `querent datasets`");
  add_value(*app, "--algorithm", asked->options.algorithm, "NAME",
            "Only this row of the tables, by the paper's name of the algorithm");
  add_value(*app, "--seeds", asked->seeds, "N",
            "Number of seeds, from --seed on: repeat the tables with each and print z, to show "
            "the effect of chance")
      ->check(whole_number(1, 1000));
  app->add_flag(
      "--reasons", asked->reasons,
      "Run the commands that explain why numbers differ from the paper's, for PAPER or for "
      "all papers");
  add_value(*app, "--runs", asked->options.runs, "N", "Number of random orders")
      ->check(whole_number(1, 100000))
      ->default_str("the paper's");
  add_value(*app, "--seed", asked->options.seed, "N", "Random seed")->check(whole_number());
  app->add_flag("--no-cache", asked->options.no_cache, "Compute every embedding and store none");
  asked->memory = asked->options.memory / kMegabyte;
  add_value(*app, "--memory", asked->memory, "MB",
            "Memory in MB for the Gram matrix that all orders share")
      ->check(whole_number(0, kMostMegabytes));
  app->add_flag("--markdown", asked->markdown,
                "Print the table, or the points of the figure, as Markdown");
  add_threads_option(*app, asked->options.threads);
  add_output_options(*app, asked->output);
  add_figure_options(*app, asked->output.figures);
  return {app, [asked, app, engine](Console& console) {
            return reproduce(*asked, *app, engine, console);
          }};
}

}  // namespace querent::apps
