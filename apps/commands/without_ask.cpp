// SPDX-License-Identifier: Apache-2.0
// querent ask, in a build without SQLite, which keeps the answers.
#include <querent/apps/commands/command.hpp>
#include <querent/apps/terminal/usage_error.hpp>

namespace querent::apps {

Command add_ask(CLI::App& program) {
  CLI::App* app = program.add_subcommand("ask", "Not in this build: it needs SQLite");
  app->preparse_callback([](std::size_t) {
    throw UsageError(
        "this build has no `querent ask`, which keeps its answers in SQLite: build with "
        "-DQUERENT_WITH_SQLITE=ON");
  });
  return {app, [](Console&) -> int { return kUsage; }};
}

}  // namespace querent::apps
