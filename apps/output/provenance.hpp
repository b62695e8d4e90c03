// SPDX-License-Identifier: Apache-2.0
// The part of run.json beside the results that is needed to repeat a run.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include <CLI/App.hpp>

#include <querent/apps/terminal/escape.hpp>
#include <querent/datasets/read_log.hpp>

namespace querent::apps {

/// Every option of the command, including defaults, by its long name, without the options that do
/// not affect results.
Json config_json(const CLI::App& app);

/// The SHA-256 of each stored file, by name. `log` has the checksums of files that were read; a
/// file whose rows came from a cache is read here. Other inputs follow, including standard input.
Json checksums_json(const ReadLog& log, const std::vector<std::filesystem::path>& files);

/// The text of --version, for reports of defects: version, commit, compiler, libraries, machine and
/// the programs beside this one.
std::string version_text();

/// The commit of this build; empty if it was built from an archive of the sources.
std::string_view built_commit();

/// System, processors, threads, compiler.
Json machine_json(int threads);

}  // namespace querent::apps
