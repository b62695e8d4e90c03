// SPDX-License-Identifier: Apache-2.0
// fuzz_replay CORPUS [--times N | --inputs N | --seconds S [I/N]]: runs every file of CORPUS/TARGET
// through its target, whole and cut in half; then variants with a few changed bytes: N per file, N
// in total, or for S seconds per target. It does not need libFuzzer: for compilers without it, for
// ctest, and for CI, whose sanitized objects it links. I/N: only every N-th target from the I-th
// on, so that N processes share the targets. Unexpected behaviour ends the process before the
// counts.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include <querent/learners/random.hpp>

#include "target.hpp"

using namespace querent;

namespace {

std::string changed(std::string bytes, Rng& rng) {
  if (bytes.empty()) return bytes;
  const auto below = [&](std::size_t n) { return static_cast<std::size_t>(uniform_below(rng, n)); };
  for (std::size_t left = 1 + below(4); left > 0 && !bytes.empty(); --left) {
    const std::size_t at = below(bytes.size());
    switch (below(4)) {
      case 0:
        bytes[at] = static_cast<char>(bytes[at] ^ 1 << below(8));
        break;
      case 1:
        bytes[at] = static_cast<char>(below(256));
        break;
      case 2:
        bytes.erase(at, 1 + below(8));
        break;
      default:
        bytes.insert(at, bytes.substr(below(bytes.size()), 1 + below(8)));
    }
  }
  return bytes;
}

std::vector<std::filesystem::path> files_below(const std::filesystem::path& directory) {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(directory)) {
    if (entry.is_regular_file()) files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());  // the same inputs on every machine
  return files;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2 && argc != 4 && argc != 5) return 2;
  const std::string_view how = argc > 3 ? argv[2] : "--times";
  if (how != "--times" && how != "--inputs" && how != "--seconds") return 2;
  const unsigned long amount = argc > 3 ? std::strtoul(argv[3], nullptr, 10) : 0;
  unsigned long times = how == "--times" ? amount : 0;
  if (how == "--inputs") {
    const std::size_t files = files_below(argv[1]).size();
    if (files == 0) return 2;
    times = (amount + files - 1) / files;
  }
  const std::chrono::seconds lasts(how == "--seconds" ? amount : 0);
  std::size_t first = 1, shares = 1;
  if (argc > 4 && std::sscanf(argv[4], "%zu/%zu", &first, &shares) != 2) return 2;
  if (first == 0 || first > shares) return 2;
  std::size_t played = 0, turn = 0, targets = 0;
  int missing = 0;
  for (const auto& target : fuzz::targets()) {
    if (turn++ % shares != first - 1) continue;
    ++targets;
    Rng rng = make_rng(0, 0, Stream::kHeldOut);
    const std::filesystem::path corpus = std::filesystem::path(argv[1]) / target.name;
    if (!std::filesystem::is_directory(corpus)) {
      std::printf("no corpus of %s\n", std::string(target.name).c_str());
      missing = 1;
      continue;
    }
    std::vector<std::string> seeds;
    const std::size_t before = played;
    for (const auto& file : files_below(corpus)) {
      std::ifstream in(file, std::ios::binary);
      const std::string bytes{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
      seeds.push_back(bytes);
      fuzz::play(target, bytes);
      fuzz::play(target, bytes.substr(0, bytes.size() / 2));
      for (unsigned long k = 0; k < times; ++k) fuzz::play(target, changed(bytes, rng));
      played += 2 + times;
    }
    if (lasts.count() == 0) continue;
    const auto end = std::chrono::steady_clock::now() + lasts;
    for (std::size_t k = 0; !seeds.empty() && std::chrono::steady_clock::now() < end; ++k, ++played)
      fuzz::play(target, changed(seeds[k % seeds.size()], rng));
    std::printf("%s: %zu inputs\n", std::string(target.name).c_str(), played - before);
    std::fflush(stdout);
  }
  std::printf("%zu targets, %zu inputs tried, %zu as promised, 0 otherwise\n", targets, played,
              played);
  return missing;
}
