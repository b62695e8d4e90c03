// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/options/papers.hpp>

namespace querent::apps {

const std::vector<Paper>& papers() {
  static const std::vector<Paper> all{
      {.name = "msg",
       .reference = "Yang et al., UAI 2016",
       .tables = {"I"},
       .figures = {"1", "2", "3", "gamma", "v1"},
       .runs = 20},
      {.name = "d-ada",
       .reference = "Zhai et al., Machine Learning 2022",
       .tables = {"2", "3", "5"},
       .figures = {"1", "2", "3", "4", "5", "6", "7"},
       .runs = 20},
      {.name = "paa",
       .reference = "Lu, Zhao, Hoi, Machine Learning 2016",
       .tables = {"2", "3", "6", "7", "8"},
       .figures = {"1", "2", "3", "4", "5", "6", "7"},
       .runs = 20},
      {.name = "dkm-cbgz",
       .reference = "Monteleoni & Kääriäinen, 2007",
       .tables = {"3"},
       .figures = {"4", "5", "svm"},
       .runs = 5},
      {.name = "duol",
       .reference = "Zhao, Hoi, Jin, JMLR 12, 2011",
       .tables = {"2", "4"},
       .figures = {"3", "4"},
       .runs = 20},
  };
  return all;
}

}  // namespace querent::apps
