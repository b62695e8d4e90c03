// SPDX-License-Identifier: Apache-2.0
// Options and functions that `run`, `train` and `sweep` share.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include <querent/apps/commands/pool_options.hpp>
#include <querent/apps/model/trained_model.hpp>
#include <querent/apps/options/experiment_options.hpp>
#include <querent/apps/options/source_options.hpp>
#include <querent/apps/source/prepared.hpp>
#include <querent/apps/terminal/console.hpp>
#include <querent/apps/terminal/escape.hpp>
#include <querent/datasets/file_lock.hpp>

namespace querent::apps {

struct PlayOptions {
  SourceOptions source;
  EmbedOptions embedding;
  LearnerOptions learner;
  LabelWeights weights;
  PoolFlags pool;
  ExperimentOptions experiment;
  OutputOptions output;

  bool from_pool() const { return experiment.order == RowOrder::kPool; }
};

struct RunOptions : PlayOptions {
  AskingFlags asking;
  bool stream = false;
  std::string model;                   ///< --model of `train`; empty: no model is saved
  std::uint64_t checkpoint_every = 0;  ///< rounds; 0: never
};

/// Declares the options of `run`, or of `train`.
void add_run_options(CLI::App& app, RunOptions& options, bool trains);

/// A source that the learners can play, and how the options play it.
struct Playable {
  std::unique_ptr<Prepared> source;
  ExperimentOptions how;
};
/// Reads the source for these learners, and weighs their labels; `by_process`: whether the process
/// of `auto` plays in the place of one. Throws UsageError for options that do not fit the source.
Playable playable(const PlayOptions& options, const CLI::App& app, const EmbedOptions& embedding,
                  bool by_process, std::vector<NamedConfig>& configs, Console& console);

/// The directory and the fingerprint of a run's checkpoint; `data`: the checksums of its files.
/// Throws UsageError for a source that cannot be read again, or without a directory.
CheckpointOptions checkpoint_of(const RunOptions& options, const CLI::App& app, const Json& data);

void remove_checkpoint(const CheckpointOptions& checkpoint);

/// Throws UsageError if an output would overwrite an input.
void refuse_lost_inputs(const RunOptions& options);

/// Locks a run without --out whose checkpoint is beside its model; --out has a lock of its own.
/// Throws IoError if another process holds the lock.
std::optional<FileLock> lock_of_checkpoint(const RunOptions& options);

/// Runs `run`, or `train` if a model is to be saved.
int run_in_memory(const RunOptions& options, const CLI::App& app, Console& console);

/// The printed table, one line per learner.
std::string results_table(const ExperimentResult& experiment, int num_classes);

/// `run --stream`: processes the rows of a vector source as they arrive, in constant memory.
int run_streamed(const RunOptions& options, const CLI::App& app, Console& console);

/// The model of a finished run of `result`, without its rows and their source. Moves the
/// learner out of `result`.
TrainedModel made_model(ConfigResult& result, const ExperimentOptions& how);

/// The same with its rows; the caller adds the checksums of the data.
TrainedModel trained_model(const RunOptions& options, const Prepared& prepared,
                           const ExperimentOptions& how, ConfigResult&& result);

/// Writes the model with the checksums of its data to --model. Returns its entry of run.json.
Json keep_model(const RunOptions& options, TrainedModel model, const Json& data);

/// Prints the result of a run as JSON, or its text with the files written to --out and the line
/// about the model, if `result` has one. Returns the exit code.
int print_run(const RunOptions& options, const Json& result, const std::string& text,
              const std::vector<std::string>& written, const Console& console);

}  // namespace querent::apps
