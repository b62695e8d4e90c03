// SPDX-License-Identifier: Apache-2.0
// fuzz_models N [SEED]: loads N damaged models of every kind with valid checksums; any crash,
// sanitizer report or other exception ends it. fuzz_models --write DIR: writes one model per kind.
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>

#include <querent/datasets/write_whole.hpp>

#include "../models/mutate.hpp"

using namespace querent;
using namespace querent::testing;

int main(int argc, char** argv) {
  if (argc == 3 && std::string(argv[1]) == "--write") {
    std::filesystem::create_directories(argv[2]);
    for (const Kind& kind : kinds())
      write_whole(std::filesystem::path(argv[2]) / (kind.name + ".model"), kind.bytes);
    return 0;
  }
  const std::uint64_t N = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 100'000;
  const std::uint64_t seed = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 0;
  Rng rng = make_rng(seed, 0, Stream::kHeldOut);
  std::uint64_t loaded = 0;
  constexpr std::uint64_t kSay = 100'000;
  for (std::uint64_t k = 0; k < N; ++k) {
    loaded += survives(random_kind(rng), rng);
    if ((k + 1) % kSay == 0 || k + 1 == N) {
      std::printf("%llu models, %llu loaded, seed %llu\n", static_cast<unsigned long long>(k + 1),
                  static_cast<unsigned long long>(loaded), static_cast<unsigned long long>(seed));
      std::fflush(stdout);
    }
  }
}
