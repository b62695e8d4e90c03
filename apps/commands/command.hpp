// SPDX-License-Identifier: Apache-2.0
// A command is a table of options (a CLI::App, from which help, hints and documentation are made)
// and a function that runs it. Each is declared in a file of its own name.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include <CLI/App.hpp>

#include <querent/apps/terminal/console.hpp>

namespace querent::apps {

struct EmbedCommand;
struct ReproduceCommand;

/// What another program than `querent` does itself: commands for which `querent` starts it, and the
/// place of its messages.
using RanksEngine = int (*)(const EmbedCommand&, Console&);
using ReproduceEngine = int (*)(const ReproduceCommand&, Console&);
struct Engines {
  RanksEngine ranks = nullptr;          ///< `embed --engine mpi` on one rank: querent-slepc
  ReproduceEngine reproduce = nullptr;  ///< querent-reproduce
  std::string* messages = nullptr;      ///< the page: receives a copy of notes and errors
};

struct Command {
  CLI::App* app;
  std::function<int(Console&)> run;  ///< returns the exit code
};

Command add_ask(CLI::App& program);
Command add_run(CLI::App& program);
Command add_train(CLI::App& program);
Command add_predict(CLI::App& program);
Command add_sweep(CLI::App& program);
Command add_merge(CLI::App& program);
Command add_reproduce(CLI::App& program, ReproduceEngine engine);
Command add_graph(CLI::App& program);
Command add_embed(CLI::App& program, RanksEngine engine);
Command add_inspect(CLI::App& program);
Command add_datasets(CLI::App& program);
Command add_learners(CLI::App& program);
Command add_help(CLI::App& program);

/// All commands, declared on `program` in the order of its help.
std::vector<Command> add_commands(CLI::App& program, const Engines& engines);

}  // namespace querent::apps
