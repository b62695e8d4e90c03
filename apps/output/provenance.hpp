// SPDX-License-Identifier: Apache-2.0
// What run.json says beside the results, so that a run can be done again.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include <CLI/App.hpp>

#include <querent/apps/output/results_json.hpp>
#include <querent/datasets/read_log.hpp>

namespace querent::apps {

/// Every option of the command after defaults, by its long name; without those that results do not
/// depend on.
Json config_json(const CLI::App& app);

/// SHA-256 of each file as it is stored, by its name: of what was read, as `log` has it; of a file
/// whose rows came from a cache, of the file itself. Then of what else was read, standard input
/// too.
Json checksums_json(const ReadLog& log, const std::vector<std::filesystem::path>& files);

/// What a report of a defect needs: version, commit, compiler, libraries, machine, what lies beside
/// the program.
std::string version_text();

/// The commit that this is built of; empty for an archive of the sources.
std::string_view built_commit();

/// System, processors, threads, compiler.
Json machine_json(int threads);

}  // namespace querent::apps
