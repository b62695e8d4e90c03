// SPDX-License-Identifier: Apache-2.0
// What the two ways of `querent run` share.
#pragma once

#include <optional>
#include <string>

#include <querent/apps/commands/pool_options.hpp>
#include <querent/apps/options/asking_options.hpp>
#include <querent/apps/options/embedding_options.hpp>
#include <querent/apps/options/experiment_options.hpp>
#include <querent/apps/options/learner_options.hpp>
#include <querent/apps/options/learning_options.hpp>
#include <querent/apps/options/source_options.hpp>
#include <querent/apps/output/results_json.hpp>
#include <querent/apps/terminal/console.hpp>
#include <querent/datasets/file_lock.hpp>

namespace querent::apps {

struct RunOptions {
  SourceOptions source;
  EmbedOptions embedding;
  LearnerOptions learner;
  LabelWeights weights;
  AskingFlags asking;
  PoolFlags pool;
  ExperimentOptions experiment;
  OutputOptions output;
  bool stream = false;
  std::string model;                   ///< --model of `train`; empty: no model is kept
  std::uint64_t checkpoint_every = 0;  ///< rounds; 0: never
};

/// --stream.
void add_stream_option(CLI::App& app, RunOptions& options);

/// --checkpoint-every.
void add_checkpoint_option(CLI::App& app, RunOptions& options);

/// Where and under which fingerprint a run is kept; `data`: the checksums of its files. UsageError
/// for a source that cannot be read again, or without a place.
CheckpointOptions checkpoint_of(const RunOptions& options, const CLI::App& app, const Json& data);

void remove_checkpoint(const CheckpointOptions& checkpoint);

/// UsageError when a file that is read would be written.
void refuse_lost_inputs(const RunOptions& options);

/// Held while a run without --out is kept beside its model: what --out holds has its own lock.
/// IoError when another process has it.
std::optional<FileLock> lock_of_checkpoint(const RunOptions& options);

/// `run`, and `train` where a model is to be kept.
int run_in_memory(const RunOptions& options, const CLI::App& app, Console& console);

/// The table that is printed: a contestant a line.
std::string results_table(const ExperimentResult& experiment, int num_classes);

/// `run --stream`: the rows of a vector source as they come, in memory that does not grow.
int run_streamed(const RunOptions& options, const CLI::App& app, Console& console);

}  // namespace querent::apps
