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

/// A topic's text for `columns`: paragraphs and the meanings in its lists are wrapped.
std::string folded(std::string_view text, std::size_t columns);

}  // namespace querent::apps
