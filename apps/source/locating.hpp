// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <querent/apps/terminal/console.hpp>
#include <querent/datasets/locate.hpp>

namespace querent::apps {

/// Finds a data set and fetches missing files, with a progress bar; notes go to standard error.
LocatedDataset locate_with_progress(const DatasetInfo& dataset, const Console& console);

}  // namespace querent::apps
