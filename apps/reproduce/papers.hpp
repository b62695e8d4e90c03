// SPDX-License-Identifier: Apache-2.0
// The papers that `reproduce` knows: for each its tables and figures by name, and what makes them.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include <querent/apps/output/output_directory.hpp>
#include <querent/apps/reproduce/report.hpp>
#include <querent/apps/terminal/console.hpp>

namespace querent::apps {

/// What `reproduce PAPER` is asked for.
struct ReproduceOptions {
  std::string dataset;  ///< by the paper's name or ours; empty: all
  std::uint64_t runs = 0;
  std::uint64_t seed = 0;
  int threads = 1;
  bool no_cache = false;
  std::uint64_t memory = std::uint64_t{1} << 31;  ///< bytes that may be kept to save time
};

/// One paper.
struct Paper {
  std::string name;       ///< as in `reproduce NAME`
  std::string reference;  ///< in one line
  std::vector<std::string> tables, figures;
  std::uint64_t runs;  ///< random orders where --runs says nothing
  /// The tables of these names.
  std::function<Report(const std::vector<std::string>& tables, const ReproduceOptions&,
                       const Console&)>
      report;
  /// One figure as CSV, and as drawings staged in the directory when there is one.
  std::function<std::string(const std::string& figure, const ReproduceOptions&, const Console&,
                            OutputDirectory*)>
      figure;
};

const std::vector<Paper>& papers();

}  // namespace querent::apps
