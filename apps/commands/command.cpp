// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/commands/command.hpp>

namespace querent::apps {

std::vector<Command> add_commands(CLI::App& program) {
  std::vector<Command> commands;
  for (const auto add : {add_run, add_train, add_predict, add_sweep, add_merge, add_reproduce,
                         add_embed, add_inspect, add_datasets, add_learners, add_help}) {
    commands.push_back(add(program));
  }
  return commands;
}

}  // namespace querent::apps
