// SPDX-License-Identifier: Apache-2.0
// querent ask SOURCE --classes A,B --out DIR: asks a person or a program for labels.
#include <malloc.h>

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <memory>

#include <fmt/ranges.h>

#include <querent/apps/ask/annotation_server.hpp>
#include <querent/apps/ask/answerer.hpp>
#include <querent/apps/ask/export.hpp>
#include <querent/apps/ask/json_lines.hpp>
#include <querent/apps/ask/seeds.hpp>
#include <querent/apps/ask/store/contents.hpp>
#include <querent/apps/ask/store/store.hpp>
#include <querent/apps/ask/terminal/ask_terminal.hpp>
#include <querent/apps/ask/terminal/keyboard.hpp>
#include <querent/apps/ask/web/serve.hpp>
#include <querent/apps/bibliography/graph_command.hpp>
#include <querent/apps/commands/ask_options.hpp>
#include <querent/apps/commands/command.hpp>
#include <querent/apps/options/declare.hpp>
#include <querent/apps/options/experiment_options.hpp>
#include <querent/apps/output/output_directory.hpp>
#include <querent/apps/source/opinions_file.hpp>
#include <querent/apps/source/prepared.hpp>
#include <querent/apps/source/source.hpp>
#include <querent/apps/terminal/usage_error.hpp>
#include <querent/datasets/archive.hpp>
#include <querent/datasets/bibliography/works.hpp>
#include <querent/datasets/input.hpp>
#include <querent/datasets/text/printable.hpp>
#include <querent/graph/bibliography/folder.hpp>
#include <querent/learners/catalogue/catalogue.hpp>

namespace querent::apps {

namespace {

/// The options of this start combined with the stored ones; one table parses both.
struct Given {
  std::unique_ptr<CLI::App> app;
  AskOptions options;
};

// Completes the typed options by the stored ones.
std::unique_ptr<Given> with_kept(const AskSettings& kept, const CLI::App& typed,
                                 bool source_is_answers) {
  auto given = std::make_unique<Given>();
  given->app = std::make_unique<CLI::App>("", typed.get_name());
  add_ask_options(*given->app, given->options);
  parse_again(*given->app, kept.arguments, typed, source_is_answers);
  return given;
}

// SOURCE is neither a file nor a data set; it may be a mistyped folder of answers.
[[noreturn]] void refuse_unknown(const std::string& source) {
  const std::filesystem::path path = source;
  const auto parent = path.has_parent_path() ? path.parent_path() : std::filesystem::path(".");
  std::vector<std::string> known = dataset_names();
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(parent, error)) {
    const std::string name = entry.path().filename().string();
    known.push_back(path.has_parent_path() ? (parent / name).string() : name);
  }
  throw UsageError(
      "{} is not a folder of answers, a file or a data set{} — start a new session "
      "with `querent ask SOURCE --classes A,B --out DIR`",
      in_quotes(source), hint(source, known));
}

std::filesystem::path answers_directory(const AskOptions& options) {
  if (AskStore::exists(options.source.source)) {
    if (options.out.empty()) return options.source.source;
    if (!is_graph_folder(options.source.source))
      throw UsageError(
          "{} holds answers already, and --out {} names another directory — give one of them",
          options.source.source, options.out);
  }
  if (!options.out.empty()) return options.out;
  if (is_graph_folder(options.source.source)) return options.source.source;
  if (std::filesystem::is_directory(options.source.source))
    throw UsageError(
        "{}: this directory holds no answers — start with `querent ask SOURCE "
        "--classes A,B --out {}`",
        options.source.source, options.source.source);
  if (const std::string& source = options.source.source; !source.empty() && source != "-" &&
                                                         !std::filesystem::exists(source) &&
                                                         !lookup_dataset(source))
    refuse_unknown(source);
  if (std::error_code error; std::filesystem::is_regular_file(options.source.source, error))
    throw UsageError(
        "{} holds no records with titles and abstracts; for another source the answers need a "
        "directory — add --out DIR",
        in_quotes(options.source.source));
  throw UsageError("the answers need a directory — add --out DIR");
}

bool is_export_file(const std::string& name) {
  if (std::error_code error; !std::filesystem::is_regular_file(name, error)) return false;
  Input input = Input::open(name);
  input.accept_utf16();
  const std::string_view head = input.peek();
  return is_export(head) || (is_archive(head) && head.find(".npy") == std::string_view::npos);
}

// An export of records becomes a folder of works, which also holds the answers: --out DIR, or the
// file's name without its ending. It is made again if the export has changed.
void convert_export(AskOptions& options, CLI::App& app, Console& console) {
  const std::string file = options.source.source;
  if (options.source.kind != SourceKind::kByContent || !is_export_file(file)) return;
  std::filesystem::path folder = options.out;
  if (options.out.empty()) {
    folder = file;
    const std::string packed = folder.extension().string();
    folder.replace_extension();
    if (packed == ".gz" || packed == ".bz2" || packed == ".xz" || packed == ".zst")
      folder.replace_extension();
  }
  const bool made = is_graph_folder(folder);
  if (!made && options.out.empty() && std::filesystem::exists(folder) && !is_unfinished(folder))
    throw UsageError("{} exists already and holds no works — add --out DIR for the answers",
                     in_quotes(folder.string()));
  if (!made || !is_made_of(folder, file))
    make_works_folder(file, folder.string(), options.source.lenient, console);
  options.source.source = folder.string();
  options.out.clear();
  CLI::Option* const source = app.get_option("SOURCE");
  source->clear();
  source->add_result(folder.string());
}

std::unique_ptr<Prepared> prepare_unlabelled(AskOptions& options, const AskSettings& settings,
                                             const Console& console) {
  if (options.source.source == "-" || options.source.edges == "-")
    throw UsageError(
        "standard input can be read only once, and every start of a session reads its source — "
        "give a file");
  options.source.labels_needed = false;
  options.source.keep_as_read = true;
  if (!options.source.given.has("--component")) options.source.read.component = Component::kAll;
  options.embedding.words = find_learner(settings.learner).views;
  options.embedding.unsmoothed = !settings.stream || options.embedding.words;
  options.embedding.may_extend = !settings.stream && options.export_to.empty();
  if (!settings.stream)  // a stored stream without a constant feature continues without it
    bias_for({{settings.learner, learner_config(settings.learner, settings.query, {})}},
             options.source);
  return prepare(options.source, options.embedding, console);
}

int print_log(const std::filesystem::path& directory, const Console& console) {
  const AskStore store(directory, AskStore::Access::kRead);
  for (const Event& event : store.events()) {
    if (event.kind != EventKind::kSource) console.print(log_line(event));
  }
  return kDone;
}

int repair(const std::filesystem::path& directory, const Console& console) {
  const Repair done = repair_answers(directory);
  for (const MendedRow& row : done.rows) console.print(to_string(row) + "\n");
  console.print(done.rows.empty()
                    ? "nothing to repair\n"
                    : fmt::format("the answers are repaired; a copy of the old file is {}\n",
                                  printable(done.copy.string())));
  return kDone;
}

// Takes the opinions from the file of --opinions or from a program.
void set_opinions(const AskOptions& options, const AnswererOptions& answerer, AskItems& items,
                  AskSettings& settings, const Console& console) {
  std::optional<Opinions> opinions;
  if (!options.opinions.empty()) {
    opinions = read_opinions(options.opinions,
                             {.find = [&](std::string_view id) { return items.known_by(id); },
                              .items = items.size(),
                              .item = items.item(),
                              .classes = settings.classes,
                              .lenient = options.source.lenient});
    if (opinions->unknown_ids > 0)
      console.note(fmt::format("{} without a matching {} in the source",
                               counted(opinions->unknown_ids, "opinion"), items.item()));
  } else {
    opinions = ask_for_opinions(answerer, settings.directory, items, settings.classes,
                                settings.seed, console);
  }
  if (!opinions) return;
  settings.opinions = std::move(opinions->probabilities);
  settings.machine = std::move(opinions->best);
}

void check_machines(const AskOptions& options, const AnswererOptions& answerer,
                    const AskSettings& settings) {
  const bool asks = !answerer.command.empty() && !answerer.annotator;
  if (options.opinions.empty() && !asks) return;
  if (!options.opinions.empty() && asks)
    throw UsageError(
        "--opinions and --answerer both give a machine's opinions — use one, or "
        "--answerer-role annotator");
  if (!settings.pool_of_auto() || settings.query == "random")
    throw UsageError(
        "a machine's opinions need the learner auto in pool order — leave out --opinions or "
        "--answerer");
}

// Prints how far the machine and people agree when a session ends.
void print_agreement(AnnotationServer& server, const Console& console) {
  const auto machine = server.progress().machine;
  if (!machine || machine->items == 0) return;
  std::string text =
      fmt::format("the machine agrees with people on {} of {}", grouped(machine->agreed),
                  counted(machine->items, server.items().item()));
  if (machine->kappa)
    text += fmt::format(", kappa {:.2f} ({:.2f} to {:.2f})", *machine->kappa, machine->low,
                        machine->high);
  console.note(text);
}

void print_notes(const AnnotationServer& server, const Console& console) {
  for (const auto& note : server.items().notes()) console.note(note);
  for (const auto& note : server.notes()) console.note(note);
}

// A start that could not ask must not create a folder of answers.
void check_asks(const AskOptions& typed) {
  if (typed.export_to.empty() && !typed.web && !typed.json && typed.answerer.command.empty() &&
      !Keyboard::present())
    throw UsageError(
        "standard input is not a terminal — add --web to answer in a browser, or --json to "
        "exchange questions and answers as lines of JSON");
}

void answer(const std::shared_ptr<AnnotationServer>& shared, const AskOptions& options,
            const AnswererOptions& answerer, const Console& console) {
  AnnotationServer& server = *shared;
  if (!answerer.command.empty() && answerer.annotator) {
    answer_by_program(answerer, server, console);
  } else if (options.web) {
    web::serve_page(shared, options.page, console);
  } else if (options.json) {
    ask_json_lines(server, std::cin, console);
  } else if (Keyboard::present()) {
    ask_at_terminal(server);
    print_notes(server, console);  // the questions erased them
  }
}

// A session takes hours: memory that reading and embedding no longer need returns to the system;
// glibc would keep it (40 MB at 20,000 nodes).
void return_large_blocks() {
#ifdef __GLIBC__
  constexpr int kLarge = 1 << 18;  // bytes
  mallopt(M_MMAP_THRESHOLD, kLarge);
  mallopt(M_TRIM_THRESHOLD, kLarge);
#endif
}

// Options that name a file, with the file.
std::vector<std::pair<const char*, std::filesystem::path>> further_files(
    const AskOptions& options) {
  std::vector<std::pair<const char*, std::filesystem::path>> files;
  for (const auto& [flag, file] : {std::pair{"--seeds", options.seeds},
                                   {"--show", options.show},
                                   {"--guide", options.guide},
                                   {"--opinions", options.opinions},
                                   {"--criteria", options.criteria.text}}) {
    if (!file.empty()) files.emplace_back(flag, file);
  }
  return files;
}

// A missing file is reported before minutes of converting and embedding.
void open_further_files(const AskOptions& options, const CLI::App& typed) {
  auto files = further_files(options);
  if (const std::filesystem::path like = options.criteria.like;
      !like.empty() && typed.count("--like") == 0)
    files.emplace_back("--like", like / fmt::format("records-{}.ris", options.settings.find));
  for (const auto& [flag, file] : files) {
    try {
      Input::open(file);
    } catch (const IoError& error) {
      if (typed.count(flag) > 0) throw;
      throw IoError(fmt::format(
          "{} — {} of an earlier start: give its new place, or {} '' to continue without it",
          error.what(), flag, flag));
    }
  }
}

// The files written by --export must not replace an input of this command.
void refuse_inputs_of_export(const AskOptions& options, const std::string& directory) {
  if (directory.empty()) return;
  auto inputs = input_files(options.source);
  for (const auto& [flag, file] : further_files(options)) inputs.push_back(file);
  for (const char* name :
       {"predictions.csv", "labels.tsv", "missing.tsv", "graph.graphml", "run.json"})
    refuse_input("--export", std::filesystem::path(directory) / name, inputs);
}

int ask(AskOptions& typed, CLI::App& app, Console& console) {
  return_large_blocks();
  console.quiet = typed.quiet;
  open_further_files(typed, app);
  convert_export(typed, app, console);
  const std::filesystem::path directory = answers_directory(typed);
  if (typed.log) return print_log(directory, console);
  if (typed.repair) return repair(directory, console);
  std::unique_ptr<Given> given;
  AskOptions* options = &typed;
  const CLI::App* table = &app;
  AskSettings first;
  if (AskStore::exists(directory)) {
    const AskStore store(directory, AskStore::Access::kRead);
    if (store.settings()) {
      first = settings_of(*store.settings(), {});
      // a graph folder with its answers may have been moved or copied, so its typed path counts
      given =
          with_kept(first, app, directory == typed.source.source && !is_graph_folder(directory));
      options = &given->options;
      table = given->app.get();
    } else if (directory == typed.source.source && !is_graph_folder(directory)) {
      throw UsageError(
          "{}: this directory has no answers: its first start failed — repeat that command",
          directory.string());
    }
  }
  // results can be exported while others answer
  const bool read_only =
      given && !typed.export_to.empty() && typed.seeds.empty() && typed.settings.classes.empty();
  if (read_only) options->seeds.clear();  // the stored events have them
  if (given) open_further_files(*options, app);
  AskSettings settings = settings_of(*options, *table);
  if (given) keep_first(settings, first, app);
  check_machines(*options, typed.answerer, settings);
  refuse_inputs_of_export(*options, typed.export_to);
  settings.directory = directory;
  if (!options->guide.empty() && typed.export_to.empty())
    settings.guide = read_short_text(options->guide);
  settings.read_only = read_only;
  auto source = prepare_unlabelled(*options, settings, console);
  if (!settings.find.empty()) add_find_views(options->source, *source);
  if (options->show.empty() && is_graph_folder(options->source.source))
    options->show = graph_folder(options->source.source).nodes.string();
  if (settings.classes.empty()) settings.classes = source->classes();
  const std::vector<std::string> wanted = settings.classes;
  if (given) settings.classes = first.classes;  // the stored events refer to these classes
  if ((settings.stream || !find_learner(settings.learner).views) && settings.classes.size() < 2)
    throw UsageError("{}{} needs two classes from the start — add --classes A,B", settings.learner,
                     settings.stream ? " in stream order" : "");
  if (!options->json) console.note(source->summary);
  AskItems items(std::move(source), options->show);
  if (settings.pool_of_auto())
    set_opinions(*options, settings.read_only ? AnswererOptions() : typed.answerer, items, settings,
                 console);
  if (!options->source.labels.empty() && options->seeds.empty() && !given)
    console.note(fmt::format("{}: gives only names of classes; --seeds takes its labels as known",
                             options->source.labels));
  Seeds seeds;
  if (!options->seeds.empty()) {
    std::vector<std::string> classes = settings.classes;
    for (const std::string& name : wanted)
      if (std::ranges::find(classes, name) == classes.end()) classes.push_back(name);
    // the answers have the labels of an earlier start, even of items that have left the source since
    const bool lenient = options->source.lenient || app.count("--seeds") == 0;
    seeds = read_seeds(options->seeds, items, settings, classes, lenient);
    for (const auto& note : seeds.notes) console.note(note);
  }
  if (!settings.find.empty()) {
    CriteriaFlags criteria = options->criteria;
    criteria.works = seeds.works;
    std::vector<std::string> notes;
    settings.criteria =
        criteria_of(criteria, settings.find, items.name(), items.rows()->terms, notes);
    for (const auto& note : notes) console.note(note);
  }
  check_asks(typed);
  const auto shared = std::make_shared<AnnotationServer>(std::move(items), settings);
  AnnotationServer& server = *shared;
  print_notes(server, console);
  if (!settings.read_only) {
    for (const std::string& name : wanted) server.add_class({.by = settings.by}, name);
  }
  if (!settings.find.empty() && settings.criteria.index.empty() && options->seeds.empty() &&
      server.progress().answered == 0)
    console.note(
        fmt::format("no {} of {} is known yet; one in --seeds, or a text in --criteria, "
                    "usually makes the first ones come sooner",
                    server.items().item(), settings.find));
  if (!options->seeds.empty()) {
    const std::uint64_t added = add_seeds(server, seeds);
    console.note(fmt::format("{}: {}, {} new", options->seeds,
                             counted(seeds.labels.size(), "label"), grouped(added)));
    if (seeds.unknown_ids > 0)
      console.note(fmt::format("{} without a matching {} in the source",
                               counted(seeds.unknown_ids, "label"), server.items().item()));
  }
  if (typed.export_to.empty()) {
    answer(shared, *options, typed.answerer, console);
    print_agreement(server, console);
    return kDone;
  }
  const auto names = export_answers(server, typed.export_to, console);
  console.print(fmt::format("written to {}: {}\n", typed.export_to, fmt::join(names, ", ")));
  return kDone;
}

}  // namespace

Command add_ask(CLI::App& program) {
  CLI::App* app = program.add_subcommand(
      "ask", "Ask a person or a program for the labels of SOURCE, and classify the rest");
  auto options = std::make_shared<AskOptions>();
  add_ask_options(*app, *options);
  return {app, [options, app](Console& console) { return ask(*options, *app, console); }};
}

}  // namespace querent::apps
