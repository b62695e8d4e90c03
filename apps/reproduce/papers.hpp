// SPDX-License-Identifier: Apache-2.0
// What makes the tables and figures of each paper, a data set at a time.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include <querent/apps/commands/reproduce.hpp>
#include <querent/apps/output/output_directory.hpp>
#include <querent/apps/reproduce/report.hpp>
#include <querent/apps/terminal/console.hpp>

namespace querent::apps {

/// A data set of a table or figure.
struct PartSet {
  std::string dataset;            ///< the paper's name
  std::vector<std::string> sets;  ///< of the catalogue: what it is played on
};

/// What makes one paper's tables and figures.
struct PaperMaker {
  std::string name;      ///< of the paper
  bool percent = false;  ///< its error rates are printed in percent
  /// The data sets of a table, or of a figure.
  std::function<std::vector<PartSet>(bool figure, const std::string& number)> sets;
  /// A table on the data set that the options name.
  std::function<Report(const std::string& table, const ReproduceOptions&, const Console&)> report;
  /// What is said below tables of these rows.
  std::function<std::vector<std::string>(const Report&, const ReproduceOptions&)> remarks;
  /// A figure on the data set that the options name, as CSV, and as drawings staged in the
  /// directory when there is one.
  std::function<std::string(const std::string& figure, const ReproduceOptions&, const Console&,
                            OutputDirectory*)>
      figure;
};

/// std::out_of_range when there is no paper of that name.
const PaperMaker& maker_of(const std::string& paper);

}  // namespace querent::apps
