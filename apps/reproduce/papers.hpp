// SPDX-License-Identifier: Apache-2.0
// What makes the tables and figures of each paper.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include <querent/apps/commands/reproduce.hpp>
#include <querent/apps/output/output_directory.hpp>
#include <querent/apps/reproduce/report.hpp>
#include <querent/apps/terminal/console.hpp>

namespace querent::apps {

/// What makes one paper's tables and figures.
struct PaperMaker {
  std::string name;  ///< of the paper
  /// The tables of these names.
  std::function<Report(const std::vector<std::string>& tables, const ReproduceOptions&,
                       const Console&)>
      report;
  /// One figure as CSV, and as drawings staged in the directory when there is one.
  std::function<std::string(const std::string& figure, const ReproduceOptions&, const Console&,
                            OutputDirectory*)>
      figure;
};

/// std::out_of_range when there is no paper of that name.
const PaperMaker& maker_of(const std::string& paper);

}  // namespace querent::apps
