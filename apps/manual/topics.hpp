// SPDX-License-Identifier: Apache-2.0
// The pages of `querent help TOPIC`, which the man page repeats.
#pragma once

#include <string>
#include <vector>

namespace querent::apps {

struct Topic {
  std::string name, text;
};

const std::vector<Topic>& topics();

}  // namespace querent::apps
