// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/commands/command.hpp>

namespace querent::apps {

std::vector<Command> add_commands(CLI::App& program, const Engines& engines) {
  return {add_ask(program),
          add_run(program),
          add_train(program),
          add_predict(program),
          add_sweep(program),
          add_merge(program),
          add_reproduce(program, engines.reproduce),
          add_graph(program),
          add_embed(program, engines.ranks),
          add_inspect(program),
          add_datasets(program),
          add_learners(program),
          add_help(program)};
}

}  // namespace querent::apps
