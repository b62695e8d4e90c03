// SPDX-License-Identifier: Apache-2.0
// Re-runs the experiments of Yang et al., Efficient Multi-Class Selective Sampling on Graphs, UAI
// 2016, §V.
#pragma once

#include <optional>
#include <string>

#include <querent/apps/output/output_directory.hpp>
#include <querent/apps/reproduce/report.hpp>
#include <querent/apps/terminal/console.hpp>

namespace querent::apps::msg {

struct Options {
  std::string dataset;  ///< of the paper, or ours; empty: all
  std::uint64_t runs = 20;
  std::uint64_t seed = 0;
  int threads = 1;
  bool no_cache = false;
};

/// Table I: every algorithm on every graph that is here, in the paper's setting and in ours.
Report table_one_report(const Options& options, const Console& console);

/// The figures, as points and as drawings staged in `directory` when there is one. Returns the
/// points as CSV.
///   1  cumulative error rate and labels asked against rounds
///   2  error rate against the ratio of labels asked: MSG over h, BBQ over κ, BBQ-eps over ε
///   3  error rate and labels asked against the rank d
std::string figure(int number, const Options& options, const Console& console,
                   OutputDirectory* directory);

}  // namespace querent::apps::msg
