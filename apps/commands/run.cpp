// SPDX-License-Identifier: Apache-2.0
// querent run SOURCE --learner NAME: plays one online pass per run, prints a table or JSON, and
// writes files to --out.
#include <algorithm>
#include <memory>

#include <fmt/format.h>

#include <querent/apps/commands/command.hpp>
#include <querent/apps/commands/run.hpp>
#include <querent/apps/options/declare.hpp>
#include <querent/apps/output/bounds_report.hpp>
#include <querent/apps/output/output_directory.hpp>
#include <querent/apps/output/provenance.hpp>
#include <querent/apps/output/results_json.hpp>
#include <querent/apps/output/run_outputs.hpp>
#include <querent/apps/terminal/interrupt.hpp>
#include <querent/apps/terminal/progress.hpp>
#include <querent/apps/terminal/usage_error.hpp>
#include <querent/datasets/checksum.hpp>
#include <querent/learners/session/online.hpp>

namespace querent::apps {

namespace {

constexpr const char* kBounds = "--bounds";

// DIR of --out, or a directory beside the model.
std::filesystem::path checkpoint_directory(const RunOptions& options) {
  if (!options.output.out.empty()) return std::filesystem::path(options.output.out) / "checkpoint";
  if (!options.model.empty()) return options.model + ".checkpoint";
  throw UsageError("--checkpoint-every needs a directory for its checkpoints — give --out DIR");
}

}  // namespace

void refuse_lost_inputs(const RunOptions& options) {
  auto inputs = input_files(options.source);
  for (auto& file : input_files(options.pool)) inputs.push_back(std::move(file));
  if (options.model == "-") throw UsageError("--model -: expected the name of a file");
  if (!options.model.empty()) refuse_input("--model", options.model, inputs);
  if (!options.output.out.empty()) refuse_inputs_in(options.output.out, inputs);
}

std::optional<FileLock> lock_of_checkpoint(const RunOptions& options) {
  if (options.checkpoint_every == 0 || options.model.empty() || !options.output.out.empty())
    return std::nullopt;
  auto lock = FileLock::try_lock(checkpoint_directory(options).string() + ".lock");
  if (!lock) {
    throw IoError(fmt::format(
        "{}: another querent is training it — wait for it, or choose another name", options.model));
  }
  return lock;
}

CheckpointOptions checkpoint_of(const RunOptions& options, const CLI::App& app, const Json& data) {
  CheckpointOptions checkpoint{.every = options.checkpoint_every,
                               .directory = checkpoint_directory(options)};
  if (options.source.source == "-" || options.source.edges == "-")
    throw UsageError("--checkpoint-every needs a file — standard input cannot be read again");
  const Json all{{"querent", QUERENT_VERSION},
                 {"command", app.get_name()},
                 {"config", config_json(app)},
                 {"data", data},
                 {"curves", !options.output.out.empty()}};
  checkpoint.fingerprint = sha256(all.dump(-1, ' ', false, Json::error_handler_t::replace));
  std::filesystem::create_directories(checkpoint.directory);
  if (std::filesystem::is_symlink(checkpoint.directory)) {
    throw IoError(fmt::format("{}: expected a directory, found a link — remove it",
                              checkpoint.directory.string()));
  }
  sweep_leftovers(checkpoint.directory);
  return checkpoint;
}

void remove_checkpoint(const CheckpointOptions& checkpoint) {
  std::error_code error;
  std::filesystem::remove_all(checkpoint.directory, error);
  if (error) {
    throw IoError(
        fmt::format("cannot remove {}: {}", checkpoint.directory.string(), error.message()));
  }
}

namespace {

bool wants_bounds(const CLI::App& app) {
  const CLI::Option* option = app.get_option_no_throw(kBounds);
  return option != nullptr && option->count() > 0;
}

// The theorems hold for one pass over all rows whose labels arrive at once.
void check_bounds(const CLI::App& app, const RunOptions& options) {
  for (const char* other :
       {"--stream", "--budget", "--delay", "--batch", "--asking", "--hold-out", "--test",
        "--average", "--passes", "--stop-at-error", "--importance", "--class-weight"}) {
    const CLI::Option* option = app.get_option_no_throw(other);
    if (option != nullptr && option->count() > 0)
      throw UsageError("--bounds cannot be combined with {}", other);
  }
  if (options.from_pool()) throw UsageError("--bounds cannot be combined with --order pool");
}

// Whether the process of `auto` plays in the learner's place, if the source is a graph.
auto plays_process(const RunOptions& options, const AskingOptions& asking) {
  const bool may = !options.from_pool() && options.weights.equal();
  return [&asking, may](const NamedConfig& named) {
    return may && Online::fits_process(named.config, asking);
  };
}

EmbedOptions embedding_of(const RunOptions& options, const AskingOptions& asking,
                          const std::vector<NamedConfig>& configs) {
  EmbedOptions embedding = options.embedding;
  embedding.embedding.threads = options.experiment.threads;
  embedding.words = std::ranges::any_of(
      configs, [](const NamedConfig& named) { return named.config.learner->views; });
  const bool pool = options.from_pool();
  embedding.unsmoothed = pool || std::ranges::all_of(configs, plays_process(options, asking));
  // pools, later passes and late labels jump between shards; a model keeps all rows
  embedding.by_shard =
      !pool && options.experiment.passes <= 1 && !asking.late() && options.model.empty();
  return embedding;
}

// No prediction is made for an item that no learner can reach.
void clear_unreached(const Prepared& prepared, ExperimentResult& experiment) {
  for (auto& result : experiment.results) {
    for (std::size_t i = 0; i < std::min(result.predictions.size(), prepared.unreached.size());
         ++i) {
      if (prepared.unreached[i])
        result.predictions[i].predicted = result.predictions[i].final_class = -1;
    }
  }
}

ExperimentResult played_run(const DatasetView& examples, const std::vector<NamedConfig>& configs,
                            const ExperimentOptions& how, bool pool, const Console& console) {
  std::uint64_t rounds = rounds_of(examples, how);
  if (pool) rounds = how.asking.budget ? how.asking.budget->labels(rounds) : 0;  // 0: unknown
  Progress progress(console, "learning", static_cast<double>(rounds * how.runs * configs.size()),
                    pool ? "questions" : "rounds");
  return run_experiment(examples, configs, how, &progress);
}

std::string how_often(const ExperimentOptions& how) {
  return fmt::format("{}, seed {}, {}", counted(how.runs, "run"), how.seed,
                     how.order == RowOrder::kRandom ? "in random order"
                     : how.order == RowOrder::kFile ? "in file order"
                                                    : "from a pool");
}

std::vector<std::string> write_outputs(OutputDirectory& directory, const Prepared& prepared,
                                       const ExperimentResult& experiment, const Json& run,
                                       const std::string& often, Console& console) {
  Progress progress(console, "writing", 1);
  return write_run_outputs(directory,
                           {.experiment = experiment,
                            .examples = prepared.examples,
                            .classes = prepared.classes(),
                            .id = [&](std::uint64_t i) { return prepared.id(i); },
                            .outside = prepared.graph.data.outside,
                            .item = prepared.item(),
                            .json = run,
                            .title = fmt::format("{} ({})", prepared.name(), often),
                            .progress =
                                [&](double share) {
                                  check_interrupt();
                                  progress.set(share);
                                }},
                           console);
}

}  // namespace

Playable playable(const PlayOptions& options, const CLI::App& app, const EmbedOptions& embedding,
                  bool by_process, std::vector<NamedConfig>& configs, Console& console) {
  SourceOptions source = options.source;
  source.likely = likely_source(configs);
  bias_for(configs, source);
  auto prepared = prepare(source, embedding, console);
  if (!options.pool.find.empty()) add_find_views(options.source, *prepared);
  const bool pool = options.from_pool();
  if (pool || by_process) add_items(*prepared, embedding, pool);
  check_positive_weight(app, prepared->examples.num_classes);
  weigh_labels(options.weights, prepared->classes(), configs);
  ExperimentOptions how = options.experiment;
  how.known = known_items(app, options.pool, pool, *prepared, options.source.lenient);
  how.encoding = options.learner.encoding;
  how.rank_scores = true;
  return {std::move(prepared), std::move(how)};
}

int run_in_memory(const RunOptions& options, const CLI::App& app, Console& console) {
  auto configs = configs_of(options.learner, app.count("--encoding") > 0);
  const AskingOptions asking = asking_of(app, options.asking, configs);
  refuse_lost_inputs(options);
  const auto lock = lock_of_checkpoint(options);
  std::optional<OutputDirectory> directory;
  if (!options.output.out.empty()) directory.emplace(options.output.out, options.output.figures);

  const EmbedOptions embedding = embedding_of(options, asking, configs);
  const bool keeps = directory || !options.model.empty() || options.checkpoint_every > 0;
  std::optional<ReadLog> log;
  if (keeps) log.emplace();
  const bool by_process = std::ranges::any_of(configs, plays_process(options, asking));
  auto [prepared, how] = playable(options, app, embedding, by_process, configs, console);
  doubt_sigma(prepared->examples, configs, console);
  how.asking = asking;
  how.keep_curves = how.keep_predictions = directory.has_value();
  how.keep_models = !options.model.empty();
  const Json data = keeps ? checksums_json(*log, prepared->files()) : Json();
  if (options.checkpoint_every > 0) how.checkpoint = checkpoint_of(options, app, data);
  ExperimentResult experiment =
      played_run(prepared->examples, configs, how, options.from_pool(), console);
  clear_unreached(*prepared, experiment);

  const int num_classes = prepared->examples.num_classes;
  Json result =
      run_json(experiment, how.seed, num_classes, prepared->source_json, prepared->embedding_json);
  result["command"] = app.get_name();
  if (std::ranges::any_of(experiment.results, [](const auto& one) { return one.method.process; }))
    result["auto"] = auto_json(how.known.find.has_value());
  std::string table = results_table(experiment, num_classes);
  if (wants_bounds(app)) {
    const auto bounds = bounded_mistakes(experiment, prepared->examples, how);
    result["bounds"] = bounds_json(bounds);
    table += "\n" + bounds_table(bounds);
  }
  const std::string often = how_often(how);
  std::vector<std::string> written;
  if (directory) {
    Json file = result;
    file["config"] = config_json(app);
    file["data"] = data;
    file["machine"] = machine_json(how.threads);
    written = write_outputs(*directory, *prepared, experiment, file, often, console);
  }
  if (!options.model.empty()) {
    result["model"] = keep_model(
        options, trained_model(options, *prepared, how, std::move(experiment.results.front())),
        data);
  }
  if (options.checkpoint_every > 0) remove_checkpoint(how.checkpoint);
  return print_run(options, result, fmt::format("{}\n{}\n{}\n", prepared->summary, table, often),
                   written, console);
}

void add_run_options(CLI::App& app, RunOptions& options, bool trains) {
  add_source_options(app, options.source);
  add_learner_options(app, options.learner);
  add_learning_options(app, options.weights, options.experiment);
  add_asking_options(app, options.asking);
  if (!trains) add_pool_options(app, options.pool);
  add_embedding_options(app, options.embedding);
  const OptionGroup in(app, kExperimentGroup);
  if (trains) {
    add_order_options(app, options.experiment);
  } else {
    add_experiment_options(app, options.experiment);
    app.add_flag(kBounds)->description(
        "Print each learner's theoretical mistake bound and expected number of labels: the "
        "passive-aggressive family, M-DUOL, MD-ADA and MD-AMD (b ≥ 2); on two classes CSPA, CSPAA, "
        "PEA, CBGZ, D-ADA and D-AMD (b ≥ 2), DUOL; MSG and CMOG with --encoding margin");
  }
  app.add_flag("--stream", options.stream,
               "Vectors: process the rows once as they arrive, in constant memory; scaling is "
               "estimated on the way");
  add_value(app, "--checkpoint-every", options.checkpoint_every, "N",
            "Save a checkpoint every N rounds, in --out DIR or beside the model; after an "
            "interruption the same command continues from it with the same results; 0: never")
      ->check(whole_number());
}

Command add_run(CLI::App& program) {
  CLI::App* app = program.add_subcommand(
      "run",
      "Play an active-learning experiment: hide the labels of SOURCE and ask for them one by one");
  auto options = std::make_shared<RunOptions>();
  add_run_options(*app, *options, false);
  add_threads_option(*app, options->experiment.threads);
  add_output_options(*app, options->output);
  add_figure_options(*app, options->output.figures);
  return {app, [options, app](Console& console) {
            console.quiet = options->output.quiet;
            if (!options->pool.find.empty()) {  // without other options auto in a pool
              if (app->count("--order") == 0) options->experiment.order = RowOrder::kPool;
              if (options->learner.learners.empty()) options->learner.learners = {"auto"};
            }
            if (wants_bounds(*app)) check_bounds(*app, *options);
            return options->stream ? run_streamed(*options, *app, console)
                                   : run_in_memory(*options, *app, console);
          }};
}

}  // namespace querent::apps
