// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#if defined(_WIN32)
#include <io.h>
#endif

namespace querent {

#if defined(_WIN32)
inline char* mkdtemp(char* pattern) {
  return ::_mktemp(pattern) != nullptr && std::filesystem::create_directory(pattern) ? pattern
                                                                                     : nullptr;
}
inline void setenv(const char* name, const char* value, int) {
  ::_putenv_s(name, value);
}
inline void unsetenv(const char* name) {
  ::_putenv_s(name, "");
}
#endif

/// A directory for one test, removed at its end.
class Scratch {
 public:
  Scratch() {
    std::string pattern =
        (std::filesystem::temp_directory_path() / "querent-test-XXXXXX").generic_string();
    if (mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("cannot create " + pattern);
    path_ = pattern;
  }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  ~Scratch() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  const std::filesystem::path& path() const { return path_; }
  /// With slashes on every system, as in the messages that the tests expect.
  std::filesystem::path operator/(const std::filesystem::path& name) const {
    return (path_ / name).generic_string();
  }
  /// Writes `bytes` to the file `name`.
  std::filesystem::path write(const std::string& name, std::string_view bytes) const {
    std::ofstream(*this / name, std::ios::binary) << bytes;
    return *this / name;
  }
  /// Sorted names of its entries.
  std::vector<std::string> names() const {
    std::vector<std::string> result;
    for (const auto& entry : std::filesystem::directory_iterator(path_)) {
      result.push_back(entry.path().filename().string());
    }
    std::sort(result.begin(), result.end());
    return result;
  }

 private:
  std::filesystem::path path_;
};

/// Sets an environment variable during its lifetime.
class Environment {
 public:
  Environment(const char* name, const std::string& value) : name_(name) {
    if (const char* before = std::getenv(name)) before_ = before;
    setenv(name, value.c_str(), 1);
  }
  Environment(const Environment&) = delete;
  Environment& operator=(const Environment&) = delete;
  ~Environment() {
    if (before_) {
      setenv(name_, before_->c_str(), 1);
    } else {
      unsetenv(name_);
    }
  }

 private:
  const char* name_;
  std::optional<std::string> before_;
};

/// Directory of the data for measurements; tests that need it are skipped without it.
inline std::filesystem::path shared_directory() {
  const char* named = std::getenv("QUERENT_SHARED");
  return named != nullptr ? named : QUERENT_DATASETS "/../../shared";
}

/// The message of the exception that `call` throws, or "".
template <class Call>
std::string thrown_by(const Call& call) {
  try {
    call();
  } catch (const std::exception& error) {
    return error.what();
  }
  return "";
}

inline bool has(std::string_view text, std::string_view part) {
  return text.find(part) != text.npos;
}

inline std::string slurp(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

}  // namespace querent
