// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/experiment/stream.hpp>

#include <algorithm>

#include <querent/apps/terminal/usage_error.hpp>
#include <querent/datasets/vectors/vector_data.hpp>

namespace querent::apps {

StreamClasses::StreamClasses(const std::string& source,
                             const std::optional<std::vector<std::string>>& known,
                             const ClassFilter& filter) {
  std::vector<std::string> all;
  ClassFilter named = filter;
  if (known) {
    all = *known;
  } else {
    for (const auto* names : {&filter.classes, &filter.positive, &filter.negative}) {
      if (filter.rest() && names == &filter.negative) continue;
      for (const auto& name : *names) {
        if (std::find(all.begin(), all.end(), name) == all.end()) all.push_back(name);
      }
    }
    std::sort(all.begin(), all.end(), class_name_less);
    if (filter.rest() && filter.classes.empty()) other_ = 0;
  }
  const ClassTask task = class_task(source, all, named);
  names_ = task.names;
  for (std::size_t c = 0; c < all.size(); ++c) class_of_.emplace(all[c], task.class_of[c]);
  if (names_.size() < 2) {
    throw UsageError(
        "the classes of a stream must be known before its first row — name all classes with "
        "--classes, or those of one side with --positive");
  }
}

int StreamClasses::of(const std::string& label) const {
  const auto found = class_of_.find(label);
  return found == class_of_.end() ? other_ : found->second;
}

}  // namespace querent::apps
