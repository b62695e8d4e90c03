// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/reproduce/papers.hpp>

#include <stdexcept>

#include <querent/apps/reproduce/d_ada.hpp>
#include <querent/apps/reproduce/dkm_cbgz.hpp>
#include <querent/apps/reproduce/duol_setting.hpp>
#include <querent/apps/reproduce/msg_setting.hpp>
#include <querent/apps/reproduce/paa.hpp>

namespace querent::apps {

void stage_figure(OutputDirectory* directory, const std::string& name, const Figure& drawing,
                  const Console& console) {
  if (directory == nullptr) return;
  const std::string problem = draw_into(*directory, name, drawing);
  if (!problem.empty()) console.note(problem);
}

const PaperMaker& maker_of(const std::string& paper) {
  static const std::vector<PaperMaker> makers{
      {.name = "msg",
       .sets = msg::sets,
       .report = msg::report,
       .remarks = msg::remarks,
       .figure = msg::figure},
      {.name = "d-ada",
       .sets = d_ada::sets,
       .report = d_ada::report,
       .remarks = d_ada::remarks,
       .figure = d_ada::figure},
      {.name = "paa",
       .sets = paa::sets,
       .report = paa::report,
       .remarks = paa::remarks,
       .figure = paa::figure},
      {.name = "dkm-cbgz",
       .sets = dkm_cbgz::sets,
       .report = dkm_cbgz::report,
       .remarks = dkm_cbgz::remarks,
       .figure = dkm_cbgz::figure},
      {.name = "duol",
       .percent = true,
       .sets = duol::sets,
       .report = duol::report,
       .remarks = duol::remarks,
       .figure = duol::figure},
  };
  for (const auto& maker : makers) {
    if (maker.name == paper) return maker;
  }
  throw std::out_of_range("no paper " + paper);
}

}  // namespace querent::apps
