// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include <querent/apps/options/experiment_options.hpp>
#include <querent/apps/options/papers.hpp>
#include <querent/apps/terminal/console.hpp>

namespace querent::apps {

/// What `reproduce PAPER` is asked for.
struct ReproduceOptions {
  std::string dataset;     ///< by the paper's name or ours; empty: all
  std::string algorithm;   ///< of a table; empty: all
  std::uint64_t runs = 0;  ///< 0, of a page of all: those of each paper
  std::uint64_t seed = 0;
  int threads = 1;
  bool no_cache = false;
  std::uint64_t memory = std::uint64_t{1} << 31;  ///< bytes that may be kept to save time
};

/// Whether a row of a table is to be played: names are compared ignoring case.
bool wants_row(const ReproduceOptions& options, const std::string& algorithm);

/// The whole command line, checked.
struct ReproduceCommand {
  std::string paper, table, figure;
  std::uint64_t memory = 0;  ///< MB
  ReproduceOptions options;
  OutputOptions output;
  bool markdown = false;
  bool all = false;         ///< every table and figure, as one page
  bool kept = false;        ///< of what --out has, playing nothing
  bool reasons = false;     ///< the commands behind the reasons for what is far
  std::uint64_t seeds = 1;  ///< tables are played with so many, and z is shown of each

  /// Whether tables are asked for; figures alone are with --figure.
  bool as_table() const { return !table.empty() || figure.empty(); }
};

}  // namespace querent::apps
