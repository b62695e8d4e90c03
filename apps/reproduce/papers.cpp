// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/reproduce/papers.hpp>

#include <querent/apps/reproduce/d_ada.hpp>
#include <querent/apps/reproduce/dkm_cbgz.hpp>
#include <querent/apps/reproduce/duol.hpp>
#include <querent/apps/reproduce/msg.hpp>
#include <querent/apps/reproduce/paa.hpp>

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
      {.name = "d-ada",
       .reference = "Zhai et al., Machine Learning 2022",
       .tables = {"2", "3", "5"},
       .figures = {"1", "2", "3", "4", "6", "7"},
       .runs = 20,
       .report = d_ada::report,
       .figure = d_ada::figure},
      {.name = "paa",
       .reference = "Lu, Zhao, Hoi, Machine Learning 2016",
       .tables = {"2", "3", "6", "7", "8"},
       .figures = {"1", "2", "3", "4", "5"},
       .runs = 20,
       .report = paa::report,
       .figure = paa::figure},
      {.name = "dkm-cbgz",
       .reference = "Monteleoni & Kääriäinen, 2007",
       .tables = {"3"},
       .figures = {"4", "5"},
       .runs = 5,
       .report = dkm_cbgz::report,
       .figure = dkm_cbgz::figure},
      {.name = "duol",
       .reference = "Zhao, Hoi, Jin, JMLR 12, 2011",
       .tables = {"2", "4"},
       .figures = {"3", "4"},
       .runs = 20,
       .report = duol::report,
       .figure = duol::figure},
  };
  return all;
}

}  // namespace querent::apps
