// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdio>
#include <fstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "datasets/scratch.hpp"
#include "support/not_on_windows.hpp"

namespace querent {

/// Runs http_server.py on its own directory during its lifetime.
class HttpServer {
 public:
  explicit HttpServer(bool tls = false) : tls_(tls) {
    std::filesystem::create_directory(scratch_ / "root");
#if defined(_WIN32)
    on_windows::missing(tls);
#else
    std::array<int, 2> to{};
    std::array<int, 2> from{};
    if (::pipe2(to.data(), O_CLOEXEC) != 0 || ::pipe2(from.data(), O_CLOEXEC) != 0)
      throw std::runtime_error("no pipe");
    child_ = ::fork();
    if (child_ == 0) {
      ::dup2(to[0], 0);
      ::dup2(from[1], 1);
      const std::string script = QUERENT_DATASETS "/../tests/datasets/http_server.py";
      const std::string root = (scratch_ / "root").string();
      const std::string log = (scratch_ / "log").string();
      ::execl("/usr/bin/python3", "python3", script.c_str(), root.c_str(), log.c_str(),
              tls ? "tls" : nullptr, nullptr);
      ::_exit(127);
    }
    ::close(to[0]);
    ::close(from[1]);
    stdin_ = to[1];
    std::FILE* answer = ::fdopen(from[0], "r");
    if (child_ < 0 || std::fscanf(answer, "%d", &port_) != 1)
      throw std::runtime_error("http_server.py does not start");
    std::fclose(answer);
#endif
  }
  HttpServer(const HttpServer&) = delete;
  HttpServer& operator=(const HttpServer&) = delete;
  ~HttpServer() {
    ::close(stdin_);
    ::kill(child_, SIGTERM);
    ::waitpid(child_, nullptr, 0);
  }

  /// The directory of the served files.
  std::filesystem::path root() const { return scratch_ / "root"; }
  std::string address() const {
    return (tls_ ? "https" : "http") + ("://127.0.0.1:" + std::to_string(port_));
  }
  /// "http://127.0.0.1:PORT/BEHAVIOUR/PATH"
  std::string url(const std::string& behaviour, const std::string& path) const {
    return address() + "/" + behaviour + "/" + path;
  }
  /// "BEHAVIOUR RANGE" of each request so far.
  std::vector<std::string> requests() const {
    std::ifstream log(scratch_ / "log");
    std::vector<std::string> lines;
    for (std::string line; std::getline(log, line);) lines.push_back(line);
    return lines;
  }

 private:
  Scratch scratch_;
  Environment no_proxy_{"no_proxy", "127.0.0.1"};
  bool tls_;
  pid_t child_ = -1;
  int stdin_ = -1;
  int port_ = 0;
};

}  // namespace querent
