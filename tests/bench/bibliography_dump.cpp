// SPDX-License-Identifier: Apache-2.0
// bench_bibliography_dump WORKS [SEED [AUTHORS [PAD]]]: a synthetic dump of OpenAlex, one work per
// line: WORKS / 4 people, of whom a few write most works, one to eight authors per work (or
// AUTHORS), ids, a DOI, a topic, a title of eight words. A line has 720 bytes, lines of real works
// have 14,000: PAD adds bytes of an abstract's index, which co-authors do not need.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <string>

int main(int argc, char** argv) {
  if (argc < 2) {
    std::fputs("bench_bibliography_dump WORKS [SEED [AUTHORS [PAD]]]\n", stderr);
    return 2;
  }
  const auto argument = [&](int k) { return argc > k ? std::strtoul(argv[k], nullptr, 10) : 0UL; };
  const unsigned long works = argument(1), many = argument(3), pad = argument(4);
  std::mt19937_64 random(argument(2));
  const double people =
      std::max(8.0, static_cast<double>(works) / 4 * (many == 0 ? 1.0 : static_cast<double>(many)));
  const auto uniform = [&] { return static_cast<double>(random() >> 11) * 0x1p-53; };
  const char* const words[]{"graph",  "learning", "online", "spectral", "active", "query",
                            "label",  "matrix",   "sparse", "network",  "random", "kernel",
                            "margin", "budget",   "stream", "cluster"};
  std::string line, index;
  for (unsigned long k = 0; index.size() < pad; ++k)
    index += (k == 0 ? "\"w" : ",\"w") + std::to_string(k) + "\":[" + std::to_string(k) + "]";
  for (unsigned long w = 0; w < works; ++w) {
    const std::string id = std::to_string(1000000000 + w);
    line = "{\"id\":\"https://openalex.org/W" + id + "\",\"doi\":\"https://doi.org/10.1234/" + id +
           "\",\"title\":\"";
    for (int k = 0; k < 8; ++k) line += std::string(k == 0 ? "" : " ") + words[random() % 16];
    line += "\",\"publication_year\":" + std::to_string(1980 + random() % 45);
    line += ",\"primary_location\":{\"source\":{\"display_name\":\"Journal of " +
            std::string(words[random() % 16]) + "\"}}";
    line += ",\"primary_topic\":{\"display_name\":\"" + std::string(words[random() % 16]) +
            "\"},\"authorships\":[";
    const unsigned long authors = many == 0 ? 1 + random() % 8 : many;
    for (unsigned long k = 0; k < authors; ++k) {
      const auto person = static_cast<unsigned long>(people * std::pow(uniform(), 2));
      const std::string number = std::to_string(5000000000 + person);
      line += std::string(k == 0 ? "" : ",") + "{\"author\":{\"id\":\"https://openalex.org/A" +
              number + "\",\"display_name\":\"Given" + std::to_string(person % 1009) + " Family" +
              std::to_string(person / 1009) + "\"}}";
    }
    line += "],\"referenced_works\":[]";
    if (!index.empty()) line += ",\"abstract_inverted_index\":{" + index + "}";
    line += "}\n";
    std::fwrite(line.data(), 1, line.size(), stdout);
  }
  return std::fflush(stdout) == 0 ? 0 : 4;
}
