// SPDX-License-Identifier: Apache-2.0
// plan.json and the cells of a sweep, unchanged and with a valid checksum; files that are read must
// be usable.
#include <querent/apps/sweep/sweep.hpp>
#include <querent/datasets/error.hpp>

#include "../target.hpp"
#include "file.hpp"

namespace querent::fuzz {

namespace {

template <class Read>
void both_ways(std::string_view bytes, const Read& read) {
  if (const auto json = object_in(bytes); json.is_object()) {
    try {
      read(apps::sealed(json));
    } catch (const CorruptError&) {
    }
  }
  read(bytes);
}

void plan(std::string_view bytes) {
  both_ways(bytes, [](std::string_view file) {
    put(scratch() / "plan.json", file);
    const apps::Json read = apps::read_plan(scratch());
    for (const auto& cell : apps::planned_cells(read)) apps::CellStore(scratch()).find(cell, read);
  });
}

void cell(std::string_view bytes) {
  static const apps::Json plan{
      {"title", "fuzz"},
      {"classes", 2},
      {"objective", "accuracy"},
      {"positive_weight", 0.5},
      {"cells", apps::Json::array({{{"key", "k"}, {"learner", "MSG"}, {"target_rate", 0.5}}})}};
  both_ways(bytes, [](std::string_view file) {
    put(scratch() / "cells/k.json", file);
    const auto read = apps::CellStore(scratch()).find(apps::planned_cells(plan).front(), plan);
    const apps::SweepResult sweep{.plan = plan, .cells = {*read}};
    apps::sweep_text(sweep);
    apps::sweep_csv(sweep);
    apps::sweep_latex(sweep);
    apps::sweep_figure(sweep);
  });
}

}  // namespace

std::vector<Target> sweep_targets() {
  return {{"plan", plan}, {"cell", cell}};
}

}  // namespace querent::fuzz
