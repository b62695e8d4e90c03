// SPDX-License-Identifier: Apache-2.0
// make_dump WORKS [SEED]: a synthetic dump of OpenAlex, a work a line: as many authors as there are works / 4, of
// whom few write most (as Zipf has it), one to eight authors a work, ids, a topic, a title of eight words. 10^7 works are 5 GB.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <string>
#include <vector>

int main(int argc, char** argv) {
  if (argc < 2) {
    std::fputs("make_dump WORKS [SEED]\n", stderr);
    return 2;
  }
  const unsigned long works = std::strtoul(argv[1], nullptr, 10);
  std::mt19937_64 random(argc > 2 ? std::strtoul(argv[2], nullptr, 10) : 0);
  const double people = std::max(8.0, static_cast<double>(works) / 4);
  const auto uniform = [&] { return static_cast<double>(random() >> 11) * 0x1p-53; };
  const char* const words[]{"graph",  "learning", "online", "spectral", "active", "query",  "label",  "matrix",
                            "sparse", "network",  "random", "kernel",   "margin", "budget", "stream", "cluster"};
  std::string line;
  for (unsigned long w = 0; w < works; ++w) {
    const std::string id = std::to_string(1000000000 + w);
    line = "{\"id\":\"https://openalex.org/W" + id + "\",\"doi\":\"https://doi.org/10.1234/" + id + "\",\"title\":\"";
    for (int k = 0; k < 8; ++k) line += std::string(k == 0 ? "" : " ") + words[random() % 16];
    line += "\",\"publication_year\":" + std::to_string(1980 + random() % 45);
    line += ",\"primary_location\":{\"source\":{\"display_name\":\"Journal of " + std::string(words[random() % 16]) + "\"}}";
    line += ",\"primary_topic\":{\"display_name\":\"" + std::string(words[random() % 16]) + "\"},\"authorships\":[";
    const unsigned long authors = 1 + random() % 8;
    for (unsigned long k = 0; k < authors; ++k) {
      const auto person = static_cast<unsigned long>(people * std::pow(uniform(), 2));
      const std::string number = std::to_string(5000000000 + person);
      line += std::string(k == 0 ? "" : ",") + "{\"author\":{\"id\":\"https://openalex.org/A" + number +
              "\",\"display_name\":\"Given" + std::to_string(person % 1009) + " Family" + std::to_string(person / 1009) + "\"}}";
    }
    line += "],\"referenced_works\":[]}\n";
    std::fwrite(line.data(), 1, line.size(), stdout);
  }
  return std::fflush(stdout) == 0 ? 0 : 4;
}
