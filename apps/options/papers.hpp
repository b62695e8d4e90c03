// SPDX-License-Identifier: Apache-2.0
// The names, tables and figures of the papers that `reproduce` accepts. The experiments are in
// querent-reproduce.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace querent::apps {

/// One paper.
struct Paper {
  std::string name;       ///< the PAPER of `reproduce PAPER`
  std::string reference;  ///< in one line
  std::vector<std::string> tables, figures;
  std::uint64_t runs;  ///< random orders without --runs
};

inline const std::vector<Paper>& papers() {
  static const std::vector<Paper> all{
      {"msg", "Yang et al., UAI 2016", {"I"}, {"1", "2", "3", "gamma", "v1"}, 20},
      {"d-ada",
       "Zhai et al., Machine Learning 2022",
       {"2", "3", "5"},
       {"1", "2", "3", "4", "5", "6", "7"},
       20},
      {"paa",
       "Lu, Zhao, Hoi, Machine Learning 2016",
       {"2", "3", "6", "7", "8"},
       {"1", "2", "3", "4", "5", "6", "7"},
       20},
      {"dkm-cbgz", "Monteleoni & Kääriäinen, 2007", {"3"}, {"4", "5", "svm"}, 5},
      {"duol", "Zhao, Hoi, Jin, JMLR 12, 2011", {"2", "4"}, {"3", "4"}, 20},
  };
  return all;
}

}  // namespace querent::apps
