// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/reproduce/papers.hpp>

#include <querent/apps/reproduce/msg.hpp>

namespace querent::apps {

const std::vector<Paper>& papers() {
  static const std::vector<Paper> all{
      {.name = "msg",
       .reference = "Yang et al., UAI 2016",
       .tables = {"I"},
       .figures = {"1", "2", "3"},
       .runs = 20,
       .report = msg::report,
       .figure = msg::figure},
  };
  return all;
}

}  // namespace querent::apps
