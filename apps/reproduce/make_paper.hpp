// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <querent/apps/commands/reproduce.hpp>

namespace querent::apps {

/// Runs `querent reproduce`, in querent-reproduce.
int make_paper(const ReproduceCommand& asked, Console& console);

}  // namespace querent::apps
