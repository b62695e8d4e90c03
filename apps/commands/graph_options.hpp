// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <CLI/App.hpp>

#include <querent/apps/bibliography/graph_command.hpp>

namespace querent::apps {

/// Declares the arguments and options of `querent graph`.
void add_graph_options(CLI::App& app, GraphCommand& command);

}  // namespace querent::apps
