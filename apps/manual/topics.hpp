// SPDX-License-Identifier: Apache-2.0
// The pages of `querent help TOPIC`, which the man page repeats.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace querent::apps {

struct Topic {
  std::string name, text;
};

const std::vector<Topic>& topics();

/// A file of apps/manual/texts, which the build embeds.
std::string_view topic_text(std::string_view name);

/// A topic's text, with paragraphs and meanings wrapped to `columns`.
std::string folded(std::string_view text, std::size_t columns);

}  // namespace querent::apps
