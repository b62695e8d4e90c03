// SPDX-License-Identifier: Apache-2.0
// Entry point for libFuzzer. QUERENT_FUZZ names the target.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "target.hpp"

namespace {

querent::fuzz::Target chosen() {
  const char* name = std::getenv("QUERENT_FUZZ");
  for (const auto& target : querent::fuzz::targets()) {
    if (name != nullptr && target.name == name) return target;
  }
  std::fputs("QUERENT_FUZZ names one of:", stderr);
  for (const auto& target : querent::fuzz::targets())
    std::fprintf(stderr, " %s", std::string(target.name).c_str());
  std::fputs("\n", stderr);
  std::exit(2);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const querent::fuzz::Target target = chosen();
  querent::fuzz::play(target, {reinterpret_cast<const char*>(data), size});
  return 0;
}
