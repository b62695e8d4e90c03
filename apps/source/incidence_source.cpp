// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/source/incidence_source.hpp>

#include <querent/apps/terminal/interrupt.hpp>
#include <querent/apps/terminal/progress.hpp>

namespace querent::apps {

bool is_incidence(const SourceOptions& options) {
  return options.given.has("--incidence");
}

LoadedGraph load_incidence_graph(const SourceOptions& options, const Console& console) {
  LoadedGraph loaded;
  Input input = Input::open(options.edges);
  Progress progress(console, "reading", static_cast<double>(input.bytes_total()), "B");
  input.on_progress([&] {
    progress.set(static_cast<double>(input.bytes_consumed()));
    check_interrupt();
  });
  std::optional<Input> labels, features;
  if (!options.labels.empty()) labels.emplace(Input::open(options.labels));
  if (!options.features.empty()) features.emplace(Input::open(options.features));
  loaded.data =
      read_incidence_graph(input, labels ? &*labels : nullptr, features ? &*features : nullptr,
                           read_options_for(options, {}));
  for (const std::string& file : {options.edges, options.labels, options.features}) {
    if (!file.empty()) loaded.files.emplace_back(file);
  }
  return loaded;
}

}  // namespace querent::apps
