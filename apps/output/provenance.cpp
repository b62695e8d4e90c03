// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/output/provenance.hpp>

#include <sys/utsname.h>

#include <set>
#include <thread>

#include <fmt/format.h>

#include <querent/datasets/checksum.hpp>

namespace querent::apps {

Json config_json(const CLI::App& app) {
  static const std::set<std::string> kNoInfluence{
      "help", "threads", "json", "out", "quiet", "model", "checkpoint-every"};
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

Json checksums_json(const std::vector<std::filesystem::path>& files) {
  Json checksums = Json::array();
  for (const auto& file : files) {
    if (file == "-") continue;  // standard input is gone once it is read
    checksums.push_back({{"file", file.string()}, {"sha256", sha256_of_file(file)}});
  }
  return checksums;
}

Json machine_json(int threads) {
  utsname system{};
  uname(&system);
  return {{"system", fmt::format("{} {} {}", system.sysname, system.release, system.machine)},
          {"processors", std::thread::hardware_concurrency()},
          {"threads", threads},
          {"compiler", __VERSION__}};
}

}  // namespace querent::apps
