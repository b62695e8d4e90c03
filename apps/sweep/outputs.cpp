// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/sweep/outputs.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstddef>
#include <utility>

#include <querent/apps/output/output_directory.hpp>
#include <querent/apps/terminal/usage_error.hpp>
#include <querent/datasets/error.hpp>

namespace querent::apps {

namespace {

Json sweep_json(const SweepResult& sweep, const Json& source) {
  Json json{{"querent", QUERENT_VERSION}, {"command", "sweep"}};
  if (!source.is_null()) json["source"] = source;
  json["objective"] = sweep.plan["objective"];
  json["cells"] = Json::array();
  const auto standings = standings_of(sweep);
  for (std::size_t k = 0; k < sweep.cells.size(); ++k) {
    Json cell = sweep.cells[k];
    cell["best"] = standings[k].best;
    cell["p_value"] = standings[k].p;
    json["cells"].push_back(std::move(cell));
  }
  json["missing"] = sweep.plan["cells"].size() - sweep.cells.size();
  return json;
}

// A paired test needs the same orders in all cells.
void check_same_orders(const SweepResult& sweep) {
  for (const Json& cell : sweep.cells) {
    if (cell["runs"].size() == sweep.cells.front()["runs"].size()) continue;
    throw CorruptError(
        fmt::format("the cell {}: expected {} runs, like the cell {}, found {} — remove it and "
                    "repeat the sweep",
                    cell["key"].get<std::string>(), sweep.cells.front()["runs"].size(),
                    sweep.cells.front()["key"].get<std::string>(), cell["runs"].size()));
  }
}

}  // namespace

int finish_sweep(const SweepResult& sweep, const Json& source, const CellStore* store,
                 const SweepPrint& how, Console& console) {
  check_same_orders(sweep);
  const std::size_t missing = sweep.plan["cells"].size() - sweep.cells.size();
  const Json json = sweep_json(sweep, source);
  console.print(how.json ? dumped(json) : how.markdown ? sweep_markdown(sweep) : sweep_text(sweep));
  if (missing > 0) {
    console.note(fmt::format("{} of {} are not finished — `querent merge` joins the shards",
                             missing, counted(sweep.plan["cells"].size(), "cell")));
    return kDone;
  }
  if (store == nullptr) return kDone;
  OutputDirectory directory(store->directory(), how.figures);
  directory.stage("sweep.json", dumped(json));
  directory.stage("sweep.csv", sweep_csv(sweep));
  directory.stage("sweep.md", sweep_markdown(sweep));
  directory.stage("sweep.tex", sweep_latex(sweep));
  const std::string problem = draw_into(directory, "sweep", sweep_figure(sweep));
  const auto written = directory.names();
  directory.commit();
  if (!problem.empty()) console.note(problem);
  console.note(
      fmt::format("written to {}: {}", store->directory().string(), fmt::join(written, ", ")));
  return kDone;
}

}  // namespace querent::apps
