// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include <querent/apps/options/experiment_options.hpp>
#include <querent/apps/options/papers.hpp>
#include <querent/apps/output/output_directory.hpp>
#include <querent/apps/terminal/console.hpp>

namespace querent::apps {

/// The options of `reproduce PAPER`.
struct ReproduceOptions {
  std::string dataset;     ///< the paper's name or ours; empty: all
  std::string algorithm;   ///< a row of the tables; empty: all
  std::uint64_t runs = 0;  ///< 0 on a page of all papers: the number of each paper
  std::uint64_t seed = 0;
  int threads = 1;
  bool no_cache = false;
  std::uint64_t memory = std::uint64_t{1} << 31;  ///< bytes that may be used to save time
  const Console* console = nullptr;               ///< of progress and notes
  OutputDirectory* drawings = nullptr;            ///< of a figure; null: its points are enough
};

/// Whether a row of a table is wanted; names are compared case-insensitively.
bool wants_row(const ReproduceOptions& options, const std::string& algorithm);

/// The whole command line, after all checks.
struct ReproduceCommand {
  std::string paper, table, figure;
  std::uint64_t memory = 0;  ///< MB
  ReproduceOptions options;
  OutputOptions output;
  bool markdown = false;
  bool all = false;         ///< every table and figure, as one page
  bool kept = false;        ///< use the results in --out and run nothing
  bool reasons = false;     ///< run the commands that explain large differences
  std::uint64_t seeds = 1;  ///< number of seeds; z is printed for each

  /// Whether tables are wanted; with only --figure they are not.
  bool as_table() const { return !table.empty() || figure.empty(); }
};

}  // namespace querent::apps
