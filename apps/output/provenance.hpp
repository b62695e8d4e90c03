// SPDX-License-Identifier: Apache-2.0
// What run.json says beside the results, so that a run can be done again.
#pragma once

#include <filesystem>
#include <vector>

#include <CLI/App.hpp>

#include <querent/apps/output/results_json.hpp>

namespace querent::apps {

/// Every option of the command after defaults, by its long name; without those that results do not
/// depend on.
Json config_json(const CLI::App& app);

/// SHA-256 of each file as it is stored, by its name.
Json checksums_json(const std::vector<std::filesystem::path>& files);

/// System, processors, threads, compiler.
Json machine_json(int threads);

}  // namespace querent::apps
