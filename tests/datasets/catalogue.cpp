// SPDX-License-Identifier: Apache-2.0
#include <querent/datasets/catalogue.hpp>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <map>
#include <set>
#include <sstream>

#include <doctest/doctest.h>
#include <querent/datasets/catalogue_parts.hpp>

#include "datasets/scratch.hpp"

using namespace querent;
namespace fs = std::filesystem;

TEST_CASE("every name of the catalogue is unique ignoring case and is found by any case") {
  const Scratch cache;
  const Environment environment("QUERENT_CACHE", cache.path().string());
  for (const DatasetInfo& set : catalogue()) {
    const auto found = lookup_dataset(set.name);
    REQUIRE(found);
    CHECK(found->name == set.name);
  }
  CHECK(find_dataset("CORA").name == "cora");
  CHECK(find_dataset("PubMed").name == "pubmed");
  CHECK_THROWS_WITH_AS(find_dataset("corra"), doctest::Contains("did you mean 'cora'?"),
                       std::invalid_argument);
  CHECK_THROWS_WITH_AS(find_dataset("/etc/passwd"),
                       doctest::Contains("querent datasets lists them"), std::invalid_argument);
}

TEST_CASE("a public address without a known checksum is https, and no path leaves a root") {
  for (const DatasetInfo& set : catalogue()) {
    CAPTURE(set.name);
    CHECK_FALSE(set.title.empty());
    CHECK_FALSE(set.licence.empty());
    for (const Edition& edition : set.editions) {
      for (const DatasetFile& file : edition.files) {
        CAPTURE(file.path);
        CHECK(file.path.find("..") == std::string::npos);
        CHECK_FALSE(fs::path(file.path).is_absolute());
        if (!file.url.empty()) CHECK(file.url.starts_with("https://"));
        if (edition.mirrored || set.embedded) CHECK(file.sha256.size() == 64);
        if (!edition.mirrored && !set.embedded) CHECK_FALSE(file.url.empty());
      }
    }
  }
}

TEST_CASE("the catalogue's entries for a mirror's files agree with the mirror's index") {
  const fs::path root = shared_directory() / "data";
  std::ifstream index(root / "INDEX.tsv");
  if (!index) {
    MESSAGE("skipped: there is no " << (root / "INDEX.tsv"));
    return;
  }
  struct Line {
    std::uint64_t bytes = 0;
    std::string sha256;
  };
  std::map<std::string, Line> lines;
  std::set<std::string> wanted;
  std::string text;
  std::getline(index, text);
  while (std::getline(index, text)) {
    std::istringstream fields(text);
    std::string path;
    Line line;
    fields >> path >> line.bytes >> line.sha256;
    if (path.starts_with("vectors/")) wanted.insert(path);
    lines[path] = line;
  }
  REQUIRE(lines.size() > 80);
  for (const DatasetInfo& set : catalogue()) {
    for (const Edition& edition : set.editions) {
      if (!edition.mirrored) continue;
      for (const DatasetFile& file : edition.files) {
        CAPTURE(file.path);
        REQUIRE(lines.contains(file.path));
        CHECK(file.bytes == lines[file.path].bytes);
        CHECK(file.sha256 == lines[file.path].sha256);
        wanted.erase(file.path);
      }
    }
  }
  CHECK_MESSAGE(wanted.empty(), "vector files of the mirror that no data set names");
}
