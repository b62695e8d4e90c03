// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/source/locating.hpp>

#include <memory>

#include <fmt/format.h>

#include <querent/apps/terminal/interrupt.hpp>
#include <querent/apps/terminal/progress.hpp>

namespace querent::apps {

LocatedDataset locate_with_progress(const DatasetInfo& dataset, const Console& console) {
  std::unique_ptr<Progress> progress;
  std::string url;
  LocateOptions options;
  options.progress = [&](const FetchProgress& fetched) {
    if (fetched.url != url) {
      url = fetched.url;
      progress = std::make_unique<Progress>(console, fmt::format("fetching {}", dataset.name),
                                            static_cast<double>(fetched.total), "B");
    }
    progress->set(static_cast<double>(fetched.received));
    return !interrupted();
  };
  LocatedDataset located = locate(dataset, options);
  progress.reset();
  for (const auto& note : located.notes) console.note(note);
  return located;
}

}  // namespace querent::apps
