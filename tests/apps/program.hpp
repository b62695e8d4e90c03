// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "../datasets/scratch.hpp"

namespace querent::apps {

/// The result of a run of the program.
struct Ended {
  int status;
  std::string out, err;
};

inline std::string contents_of(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  std::ostringstream text;
  text << stream.rdbuf();
  return text.str();
}

/// The program `querent`, started with its output going to files.
class Program {
 public:
  explicit Program(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), QUERENT_PROGRAM);
    std::vector<char*> argv;
    for (auto& argument : arguments) argv.push_back(argument.data());
    argv.push_back(nullptr);
    const std::string out = (files_ / "out").string(), err = (files_ / "err").string();
    const std::string cache = (files_ / "cache").string();
    pid_ = fork();
    if (pid_ == 0) {
      setenv("QUERENT_CACHE", cache.c_str(), 1);
      const bool redirected =
          std::freopen(out.c_str(), "w", stdout) && std::freopen(err.c_str(), "w", stderr);
      if (redirected) execv(argv[0], argv.data());
      _exit(127);
    }
  }
  void signal(int number) const { kill(pid_, number); }
  Ended wait() {
    int status = 0;
    waitpid(pid_, &status, 0);
    return {WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status),
            contents_of(files_ / "out"), contents_of(files_ / "err")};
  }

 private:
  Scratch files_;
  pid_t pid_ = 0;
};

inline Ended querent_program(std::vector<std::string> arguments) {
  return Program(std::move(arguments)).wait();
}

inline bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

using Json = nlohmann::json;

/// The standard output of a run of the program that must succeed, as JSON.
inline Json json_of(const std::vector<std::string>& arguments) {
  const Ended ended = querent_program(arguments);
  CAPTURE(ended.err);
  REQUIRE(ended.status == 0);
  return Json::parse(ended.out);
}

}  // namespace querent::apps
