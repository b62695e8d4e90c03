// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/reproduce/papers.hpp>

#include <stdexcept>

#include <querent/apps/reproduce/d_ada.hpp>
#include <querent/apps/reproduce/dkm_cbgz.hpp>
#include <querent/apps/reproduce/duol.hpp>
#include <querent/apps/reproduce/msg.hpp>
#include <querent/apps/reproduce/paa.hpp>

namespace querent::apps {

const PaperMaker& maker_of(const std::string& paper) {
  static const std::vector<PaperMaker> makers{
      {.name = "msg", .report = msg::report, .figure = msg::figure},
      {.name = "d-ada", .report = d_ada::report, .figure = d_ada::figure},
      {.name = "paa", .report = paa::report, .figure = paa::figure},
      {.name = "dkm-cbgz", .report = dkm_cbgz::report, .figure = dkm_cbgz::figure},
      {.name = "duol", .report = duol::report, .figure = duol::figure},
  };
  for (const auto& maker : makers) {
    if (maker.name == paper) return maker;
  }
  throw std::out_of_range("no paper " + paper);
}

}  // namespace querent::apps
