// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/output/provenance.hpp>

#include <sys/utsname.h>

#include <algorithm>
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

Json checksums_json(const ReadLog& log, const std::vector<std::filesystem::path>& files) {
  std::vector<ReadLog::File> read = log.files();
  Json checksums = Json::array();
  const auto add = [&](const ReadLog::File& file) {
    checksums.push_back({{"file", file.name}, {"sha256", file.sha256}});
  };
  for (const auto& file : files) {
    const auto found = std::find_if(read.begin(), read.end(), [&](const ReadLog::File& one) {
      return one.name == (file == "-" ? "<stdin>" : file.string());
    });
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
  utsname system{};
  uname(&system);
  return {{"system", fmt::format("{} {} {}", system.sysname, system.release, system.machine)},
          {"processors", std::thread::hardware_concurrency()},
          {"threads", threads},
          {"compiler", __VERSION__}};
}

}  // namespace querent::apps
