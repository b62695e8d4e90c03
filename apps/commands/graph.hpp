// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <querent/apps/commands/command.hpp>

namespace querent::apps {

Command add_graph(CLI::App& program);

}  // namespace querent::apps
