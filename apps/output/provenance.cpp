// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/output/provenance.hpp>

#include <algorithm>
#include <set>
#include <thread>
#include <utility>

#include <fmt/ranges.h>
#include <CLI/Version.hpp>
#include <Eigen/Core>

#include <querent/apps/output/program_beside.hpp>
#include <querent/apps/terminal/console.hpp>
#include <querent/apps/terminal/usage_error.hpp>
#include <querent/datasets/cache.hpp>
#include <querent/datasets/checksum.hpp>
#include <querent/datasets/platform/machine.hpp>
#include <querent/graph/simd.hpp>

namespace querent::apps {

Json config_json(const CLI::App& app) {
  static const std::set<std::string> kNoInfluence{"help",  "threads", "json",  "out",
                                                  "quiet", "verbose", "model", "checkpoint-every"};
  Json config = Json::object();
  for (const auto* option : app.get_options()) {
    const std::string name = option->get_single_name();
    if (kNoInfluence.contains(name)) continue;
    const auto given = option->results();
    if (option->get_expected_max() == 0) {
      config[name] = option->count() > 0;
    } else if (option->get_expected_max() > 1) {
      config[name] = given;
    } else {
      config[name] = given.empty() ? option->get_default_str() : given.back();
    }
  }
  return config;
}

Json checksums_json(const ReadLog& log, const std::vector<std::filesystem::path>& files) {
  std::vector<ReadLog::File> read = log.files();
  Json checksums = Json::array();
  const auto add = [&](const ReadLog::File& file) {
    checksums.push_back({{"file", file.name}, {"sha256", file.sha256}});
  };
  for (const auto& file : files) {
    const auto found =
        std::ranges::find(read, (file == "-" ? "<stdin>" : file.string()), &ReadLog::File::name);
    if (found == read.end()) {
      add({file.string(), sha256_of_file(file)});
    } else {
      add(*found);
      read.erase(found);
    }
  }
  for (const auto& file : read) add(file);
  return checksums;
}

Json machine_json(int threads) {
  const auto [system, release, machine] = platform::system_name();
  return {{"system", fmt::format("{} {} {}", system, release, machine)},
          {"processors", std::thread::hardware_concurrency()},
          {"threads", threads},
          {"compiler", __VERSION__}};
}

namespace {

// The other programs of this build and their commands.
std::string beside() {
  std::vector<std::string> found;
  for (const auto& [name, is_for] :
       {std::pair{"querent-reproduce", "reproduce"}, {"querent-slepc", "embed --engine mpi"}}) {
    try {
      program_beside_this(name, "");
      found.push_back(fmt::format("{} ({})", name, is_for));
    } catch (const UsageError&) {
    }
  }
  return found.empty() ? "none" : fmt::format("{}", fmt::join(found, ", "));
}

// The optional dependencies of a kind, which CMake joins.
std::string_view or_nothing(std::string_view joined) {
  return joined.empty() ? "nothing optional" : joined;
}

}  // namespace

std::string version_text() {
  const auto [system, release, machine] = platform::system_name();
  const auto embedded = embedded_directory();
#ifdef __OPTIMIZE__
  constexpr std::string_view kOptimized = "optimized";
#else
  constexpr std::string_view kOptimized = "not optimized";
#endif
#ifdef __clang__
  constexpr std::string_view kCompiler = __VERSION__;
#else
  constexpr std::string_view kCompiler = "GCC " __VERSION__;
#endif
  return fmt::format(
      "querent {}{}\n"
      "compiler:  {}, {}\n"
      "libraries: Eigen {}.{}.{}, fmt {}, nlohmann-json {}.{}.{}, CLI11 {}\n"
      "with:      {}\n"
      "without:   {}\n"
      "system:    {} {} {}, {}{}\n"
      "data:      {}\n"
      "programs:  {}",
      QUERENT_VERSION, built_commit().empty() ? "" : fmt::format(", commit {}", built_commit()),
      kCompiler, kOptimized, EIGEN_WORLD_VERSION, EIGEN_MAJOR_VERSION, EIGEN_MINOR_VERSION,
      fmt::format("{}.{}.{}", FMT_VERSION / 10000, FMT_VERSION / 100 % 100, FMT_VERSION % 100),
      NLOHMANN_JSON_VERSION_MAJOR, NLOHMANN_JSON_VERSION_MINOR, NLOHMANN_JSON_VERSION_PATCH,
      CLI11_VERSION, or_nothing(QUERENT_BUILT_WITH), or_nothing(QUERENT_BUILT_WITHOUT), system,
      release, machine, counted(std::thread::hardware_concurrency(), "processor"),
      simd::has_avx2() ? ", AVX2" : "", embedded ? embedded->string() : "not found", beside());
}

}  // namespace querent::apps
