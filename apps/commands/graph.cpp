// SPDX-License-Identifier: Apache-2.0
// querent graph FILES --kind KIND --out DIR: converts a bibliography to a graph with named nodes;
// DIR can be used as SOURCE.
#include <algorithm>
#include <memory>
#include <span>
#include <utility>

#ifdef __GLIBC__
#include <malloc.h>
#endif

#include <fmt/ranges.h>

#include <querent/apps/bibliography/graph_command.hpp>
#include <querent/apps/commands/command.hpp>
#include <querent/apps/options/declare.hpp>
#include <querent/apps/options/source_options.hpp>
#include <querent/apps/output/output_directory.hpp>
#include <querent/apps/output/provenance.hpp>
#include <querent/apps/source/source.hpp>
#include <querent/datasets/bibliography/decision.hpp>
#include <querent/datasets/text/number.hpp>
#include <querent/datasets/text/printable.hpp>
#include <querent/graph/bibliography/corrections.hpp>

namespace querent::apps {

namespace {

int year_of(std::string_view text, const std::string& years) {
  if (text.empty() && years != "-") return 0;
  const auto year = scan_integer(text);
  if (!year || *year < 1 || *year > 9999)
    throw UsageError("--years {}: expected FROM-TO as in 1990-2020, 1990- or -2020",
                     in_quotes(years));
  return static_cast<int>(*year);
}

// "1990-2020", "1990-", "-2020", "1990"
void set_years(GraphCommand& command) {
  if (command.years.empty()) return;
  const std::string_view years = command.years;
  const std::size_t dash = years.find('-');
  command.bibliography.first_year = year_of(years.substr(0, dash), command.years);
  command.bibliography.last_year =
      year_of(dash == std::string_view::npos ? years : years.substr(dash + 1), command.years);
  if (command.bibliography.last_year != 0 &&
      command.bibliography.first_year > command.bibliography.last_year)
    throw UsageError("--years {}: expected the earlier year first", in_quotes(command.years));
}

void check(const GraphCommand& command, const CLI::App& app) {
  const GivenOptions given(app);
  const std::string kind = fmt::format("--kind {}", to_string(command.kind));
  if (command.kind == GraphKind::kCitations)
    given.refuse({"--weight", "--min-weight", "--max-group"}, kind);
  if (command.kind != GraphKind::kCoauthors && command.kind != GraphKind::kCocitations)
    given.refuse({"--min-papers"}, kind);
  if (!of_people(command.kind)) given.refuse({"--authors", "--merge", "--split"}, kind);
}

void check_exports(const GraphCommand& command) {
  for (const auto& format : command.exports) {
    static const std::vector<std::string> kKnown{"graphml", "pajek", "vosviewer"};
    if (std::find(kKnown.begin(), kKnown.end(), format) == kKnown.end())
      throw UsageError("--export {}: expected graphml, pajek or vosviewer{}", in_quotes(format),
                       hint(format, kKnown));
  }
}

// The parts of the records to keep. Without --kind these are all parts, since any kind may be
// chosen.
void set_reading(GraphCommand& command, bool kind_given) {
  command.bibliography.references = !kind_given || !of_people(command.kind);
  command.bibliography.aliases = !kind_given || command.kind != GraphKind::kCoauthors;
  if (kind_given && command.kind != GraphKind::kCoauthors &&
      command.bibliography.label_from.empty())
    command.bibliography.label_from = kDecision;
  command.bibliography.words = command.words > 0;
  command.bibliography.abstracts = !kind_given || command.kind != GraphKind::kCoauthors;
  set_years(command);
  if (command.keep_apart.empty()) return;
  Input file = Input::open(command.keep_apart);
  command.bibliography.apart = read_apart(file);
}

void correct(const GraphCommand& command, Made& made) {
  check_apart(command.keep_apart, made.bibliography);
  if (!command.split.empty()) {
    Input file = Input::open(command.split);
    made.split = split_people(file, made.bibliography);
  }
  if (!command.merge.empty()) {
    Input file = Input::open(command.merge);
    made.merged = merge_people(file, made.bibliography);
  }
}

void check_label_from(const GraphCommand& command, const CLI::App& app,
                      const Bibliography& bibliography) {
  if (app.count("--label-from") == 0 || bibliography.labelled() || bibliography.num_papers() == 0)
    return;
  const std::vector<std::string> fields(bibliography.fields().begin(), bibliography.fields().end());
  throw UsageError("--label-from {}: no record has this field{}{}",
                   in_quotes(command.bibliography.label_from),
                   fields.empty() ? "" : fmt::format("; they have {}", fmt::join(fields, ", ")),
                   hint(command.bibliography.label_from, fields));
}

void check_made(const Made& made, const GraphCommand& command) {
  if (!made.graph.nodes.empty()) return;
  const UseReport& use = made.graph.use;
  const NodeReport& nodes = made.graph.node_report;
  if (command.for_ask)
    throw DataError(fmt::format("{}: expected records, found none — export them again",
                                fmt::join(command.files, ", ")));
  std::string why, remedy = "give files with records";
  const RecordReport& records = made.bibliography.report();
  if (records.kept == 0 && records.records > 0) {
    why = fmt::format(": of {}, --years {} leaves out {}", counted(records.records, "record"),
                      command.years, records.outside_years + records.without_year);
    remedy = "give other years";
  } else if (use.too_large > 0) {
    why = fmt::format(": {} with more than {} members ignored", counted(use.too_large, "group"),
                      command.pairs.max_group);
    remedy = "--max-group 0 takes groups of any size";
  } else if (nodes.rare > 0) {
    why = fmt::format(": all of them are in fewer than {} papers", command.pairs.min_groups);
    remedy = "lower --min-papers";
  } else if (command.kind == GraphKind::kCocitations) {
    const bool poor = made.bibliography.references().report().undescribed > 0;
    why = poor ? ": the references are too poorly described to be told from others"
               : ": the records have no references";
    remedy =
        poor ? "export the records from another database" : "export them with their references";
  }
  throw DataError(fmt::format("{}: the graph of --kind {} would have no nodes{} — {}",
                              fmt::join(command.files, ", "), to_string(command.kind), why,
                              remedy));
}

// Returns freed memory to the system; glibc would keep blocks of up to 32 MB.
void give_back_memory() {
#ifdef __GLIBC__
  malloc_trim(0);
#endif
}

void join(const GraphCommand& command, Made& made, OutputDirectory& out, const Console& console) {
  Progress progress(console, "joining", 1);
  PairOptions pairs = command.pairs;
  pairs.progress = reporting(progress);
  if (command.exports.empty()) {
    write_edges(made, pairs, out, {});
    return;
  }
  PairRows rows;  // the formats of other programs need the whole graph
  write_edges(made, pairs, out,
              [&](Node, std::span<const Node> later, std::span<const double> weights) {
                rows.add(later, weights);
              });
  made.graph.graph = std::move(rows).graph();
}

// Reads the files again for this message if their references were not kept.
[[noreturn]] void refuse_without_edges(GraphCommand& command, Made& made, bool own_max_group,
                                       const Console& console) {
  const bool again = !command.bibliography.references &&
                     std::ranges::find(command.files, "-") == command.files.end();
  if (again) {
    command.bibliography.references = true;
    made.files.clear();
    read_files(command, made, nullptr, console);
    correct(command, made);
  }
  refuse_no_edges(made, command, kinds_with_edges(made.bibliography, command.pairs, own_max_group));
}

// Reads the files and chooses the kind of graph.
void read_and_choose(GraphCommand& command, const CLI::App& app, Made& made, OutputDirectory& out,
                     Console& console) {
  const bool kind_given = app.count("--kind") > 0;
  const bool own_max_group = app.count("--max-group") > 0;
  if (kind_given) check(command, app);
  set_reading(command, kind_given);
  read_files(command, made, &out, console);
  check_label_from(command, app, made.bibliography);
  correct(command, made);
  if (!kind_given) {
    KindChoice choice = choose_kind(made.bibliography, command.pairs, own_max_group);
    command.kind = choice.kind;
    made.kind_because = std::move(choice.why);
    check(command, app);
  }
  if (command.kind == GraphKind::kCoauthors) out.drop("records.jsonl");
  if (!own_max_group) command.pairs.max_group = default_max_group(command.kind);
  made.bibliography.release_keys();
  give_back_memory();
}

Made make_folder(GraphCommand& command, const CLI::App& app, Console& console) {
  check_exports(command);
  refuse_inputs(command);
  OutputDirectory out(command.out);
  Made made;
  read_and_choose(command, app, made, out, console);
  made.graph = plan_graph(made.bibliography, command.kind, command.pairs);
  check_made(made, command);
  made.papers_of = transposed(made.bibliography.authors());
  if (of_people(made.graph.kind)) made.doubts = doubts_of(made.bibliography);
  made.ids = ids_of(made);
  write_tables(made, command.words, out);
  const bool exported = !command.exports.empty();
  if (!exported) {  // frees what the edges do not need
    made.papers_of = {};
    made.bibliography.release_texts();
    give_back_memory();
  }
  join(command, made, out, console);
  // records without citations can be told apart by their words
  if (made.edges == 0 && (made.graph.kind != GraphKind::kCitations || made.word_columns == 0))
    refuse_without_edges(command, made, app.count("--max-group") > 0, console);
  if (exported) write_exports(made, command.exports, out);
  made.manifest = dumped(manifest_of(made, command, config_json(app)));
  out.stage("manifest.json", made.manifest);
  made.written = out.names();
  commit_folder(out);
  return made;
}

int make_graph(GraphCommand& command, const CLI::App& app, Console& console) {
  console.quiet = command.quiet;
  const Made made = make_folder(command, app, console);
  if (command.json) {
    console.print(made.manifest);
  } else if (!command.quiet) {
    console.print(
        summary_of(made, command) +
        fmt::format("written to {}: {}\n", printable(command.out), fmt::join(made.written, ", ")) +
        next_command(made, command));
  }
  return kDone;
}

}  // namespace

void make_works_folder(const std::string& file, const std::string& folder, bool lenient,
                       Console& console) {
  CLI::App app("", "graph");
  GraphCommand command;
  add_graph_options(app, command);
  std::vector<std::string> words{"--out=" + folder, "--kind=citations", file};
  if (lenient) words.emplace_back("--lenient");
  app.parse(std::move(words));
  command.for_ask = true;
  console.note(summary_of(make_folder(command, app, console), command));
}

Command add_graph(CLI::App& program) {
  CLI::App* app = program.add_subcommand(
      "graph", "Convert bibliographic records to a graph; its folder can be used as SOURCE");
  auto command = std::make_shared<GraphCommand>();
  add_graph_options(*app, *command);
  return {app, [command, app](Console& console) { return make_graph(*command, *app, console); }};
}

}  // namespace querent::apps
