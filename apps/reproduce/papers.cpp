// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/reproduce/papers.hpp>

#include <stdexcept>

namespace querent::apps {

void stage_figure(OutputDirectory* directory, const std::string& name, const Figure& drawing,
                  const Console& console) {
  if (directory == nullptr) return;
  const std::string problem = draw_into(*directory, name, drawing);
  if (!problem.empty()) console.note(problem);
}

const PaperMaker& maker_of(const std::string& paper) {
  static const std::vector<PaperMaker> makers{msg::maker(), d_ada::maker(), paa::maker(),
                                              dkm_cbgz::maker(), duol::maker()};
  for (const auto& maker : makers) {
    if (maker.name == paper) return maker;
  }
  throw std::out_of_range("no paper " + paper);
}

}  // namespace querent::apps
