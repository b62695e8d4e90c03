// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

#include <CLI/App.hpp>

#include <querent/graph/read.hpp>

namespace querent::apps {

/// SOURCE and how it is read.
struct SourceOptions {
  std::string source;  ///< a data set's name, a file, "-", or empty when --edges is given
  std::string edges, labels, features;
  ReadOptions read;
  const CLI::App* app = nullptr;  ///< whose options they are; null when no person typed them
};

/// Declares them as the options of a command.
void add_source_options(CLI::App& app, SourceOptions& options);

/// `options.read` with what the reading of a data set needs ("symmetrize", "or"), where a person
/// said nothing else.
ReadOptions read_options_for(const SourceOptions& options,
                             const std::vector<std::pair<std::string, std::string>>& needed);

}  // namespace querent::apps
