// SPDX-License-Identifier: Apache-2.0
// A fuzz target is a function of bytes. Input is rejected by the documented exceptions of readers;
// any other exception, a signal, a sanitizer report, ten seconds or a gigabyte are a defect.
#pragma once

#include <string_view>
#include <vector>

namespace querent::fuzz {

struct Target {
  std::string_view name;  ///< its corpus is tests/data/corpus/NAME
  void (*read)(std::string_view bytes);
};

/// graph-gml, labels, rows-csv, gzip, archive, model, plan, …
std::vector<Target> targets();

// One file of targets/ each; formats of the same reader share a file.
std::vector<Target> ask_targets();
std::vector<Target> graph_targets();
std::vector<Target> row_targets();
std::vector<Target> stream_targets();
std::vector<Target> sweep_targets();
std::vector<Target> state_targets();
std::vector<Target> works_targets();

/// Calls the target and catches the documented exceptions of readers.
void play(const Target& target, std::string_view bytes);

}  // namespace querent::fuzz
