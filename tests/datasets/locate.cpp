// SPDX-License-Identifier: Apache-2.0
#include <querent/datasets/locate.hpp>

#include <algorithm>
#include <fstream>
#include <map>
#include <set>

#include <doctest/doctest.h>
#include <querent/datasets/cache.hpp>
#include <querent/datasets/checksum.hpp>
#include <querent/datasets/error.hpp>
#include <querent/datasets/input.hpp>
#include <querent/datasets/user_datasets.hpp>
#include <querent/datasets/vectors/vector_data.hpp>
#include <querent/datasets/write_whole.hpp>

#include "datasets/scratch.hpp"

using namespace querent;
namespace fs = std::filesystem;

TEST_CASE("SHA-256 of the empty string and of abc agree with FIPS 180-2") {
  CHECK(sha256("") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  CHECK(sha256("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  const Scratch scratch;
  write_whole(scratch / "file", std::string(200'000, 'a'));
  CHECK(sha256_of_file(scratch / "file") == sha256(std::string(200'000, 'a')));
}

TEST_CASE("Zachary's karate club is embedded: 34 members, 78 friendships, clubs of 17 and 17") {
  const LocatedDataset karate = locate(find_dataset("karate"));
  std::set<std::pair<int, int>> edges;
  std::ifstream edge_list(karate.file(FileRole::kEdges));
  for (int a = 0, b = 0; edge_list >> a >> b;) edges.insert(std::minmax(a, b));
  CHECK(edges.size() == 78);
  std::map<std::string, int> clubs;
  std::ifstream labels(karate.file(FileRole::kLabels));
  for (std::string line; std::getline(labels, line);) ++clubs[line.substr(line.find('\t') + 1)];
  CHECK(clubs == std::map<std::string, int>{{"Mr. Hi", 17}, {"Officer", 17}});
}

TEST_CASE("the embedded data sets take less than 1.5 MB") {
  std::uintmax_t bytes = 0;
  for (const auto& entry : fs::recursive_directory_iterator(*embedded_directory())) {
    if (entry.is_regular_file()) bytes += entry.file_size();
  }
  CHECK(bytes < 1'500'000);
  CHECK(locate(find_dataset("debian")).files.size() == 2);
}

TEST_CASE("a damaged embedded file is rejected") {
  const Scratch scratch;
  fs::copy(*embedded_directory(), scratch / "embedded", fs::copy_options::recursive);
  const Environment environment("QUERENT_DATASETS", scratch.path().string());
  CHECK(locate(find_dataset("karate"))
            .files.front()
            .path.string()
            .starts_with(scratch.path().string()));
  std::ofstream(scratch / "embedded/graphs/karate/edges.tsv", std::ios::app) << "1\t34\n";
  CHECK_THROWS_WITH_AS(locate(find_dataset("karate")), doctest::Contains("expected d60dcbb2"),
                       IoError);
}

TEST_CASE("a user's own files are found by name until they change") {
  const Scratch scratch;
  const Environment environment("QUERENT_CACHE", (scratch / "cache").string());
  write_whole(scratch / "my.tsv", "a\tb\n");
  add_user_dataset("mine", DatasetKind::kGraph, {{FileRole::kEdges, scratch / "my.tsv"}});
  CHECK(locate(find_dataset("Mine")).file(FileRole::kEdges) == scratch / "my.tsv");
  write_whole(scratch / "my.tsv", "a\tc\n");
  CHECK_THROWS_WITH_AS(locate(find_dataset("mine")), doctest::Contains("its SHA-256 is"), IoError);
  add_user_dataset("mine", DatasetKind::kGraph, {{FileRole::kEdges, scratch / "my.tsv"}});
  CHECK_NOTHROW(locate(find_dataset("mine")));

  CHECK_THROWS_AS(
      add_user_dataset("Cora", DatasetKind::kGraph, {{FileRole::kEdges, scratch / "my.tsv"}}),
      std::invalid_argument);
  CHECK_THROWS_AS(
      add_user_dataset("../up", DatasetKind::kGraph, {{FileRole::kEdges, scratch / "my.tsv"}}),
      std::invalid_argument);
  CHECK_THROWS_AS(
      add_user_dataset("none", DatasetKind::kGraph, {{FileRole::kEdges, scratch / "none"}}),
      IoError);
  // The catalogue only describes this set, because its terms forbid redistribution.
  CHECK_THROWS_WITH_AS(locate(find_dataset("dblp-four-area")),
                       doctest::Contains("querent datasets add"), IoError);
  add_user_dataset("dblp-four-area", DatasetKind::kGraph, {{FileRole::kEdges, scratch / "my.tsv"}});
  CHECK(locate(find_dataset("dblp-four-area")).files.size() == 1);
  CHECK(find_dataset("dblp-four-area").facts.largest_component_nodes == 1711);
  // The catalogue has an address but no checksum of this set; the user may already have the file.
  add_user_dataset("segment", DatasetKind::kVectors, {{FileRole::kRows, scratch / "my.tsv"}});
  const LocatedDataset segment = locate(find_dataset("segment"), {.allow_network = false});
  CHECK(segment.file(FileRole::kRows) == std::filesystem::canonical(scratch / "my.tsv"));
  CHECK(find_dataset("segment").facts.classes == 7);
  CHECK_THROWS_AS(
      add_user_dataset("mushrooms", DatasetKind::kVectors, {{FileRole::kRows, scratch / "my.tsv"}}),
      std::invalid_argument);
}

TEST_CASE(
    "without a mirror and the network a set is not available, and the error describes how to get "
    "it") {
  const Scratch scratch;
  const Environment cache("QUERENT_CACHE", scratch.path().string());
  const Environment mirror("QUERENT_MIRROR", "");
  CHECK_THROWS_WITH_AS(locate(find_dataset("cora"), {.allow_network = false}),
                       doctest::Contains("the network is disabled"), IoError);
  CHECK_THROWS_WITH_AS(locate(find_dataset("imdb5000-first4")),
                       doctest::Contains("set QUERENT_MIRROR"), IoError);
}

TEST_CASE(
    "the embedded graph of Debian 12 has 57,842 packages, 247,618 dependencies and 58 sections") {
  const LocatedDataset debian = locate(find_dataset("debian"));
  std::set<std::string> packages;
  std::set<std::string> sections;
  std::set<std::pair<std::string, std::string>> edges;
  std::string_view line;
  Input labels = Input::open(debian.file(FileRole::kLabels));
  for (LineReader lines(labels); lines.next(line);) {
    const std::size_t tab = line.find('\t');
    packages.emplace(line.substr(0, tab));
    sections.emplace(line.substr(tab + 1));
  }
  Input edge_list = Input::open(debian.file(FileRole::kEdges));
  std::size_t unknown = 0;
  for (LineReader lines(edge_list); lines.next(line);) {
    const std::size_t tab = line.find('\t');
    std::string a(line.substr(0, tab));
    std::string b(line.substr(tab + 1));
    if (b < a) std::swap(a, b);
    unknown += (packages.contains(a) ? 0U : 1U) + (packages.contains(b) ? 0U : 1U);
    edges.emplace(a, b);
  }
  CHECK(packages.size() == 57'842);
  CHECK(sections.size() == 58);
  CHECK(edges.size() == 247'618);
  CHECK(unknown == 0);
}

TEST_CASE("the mirror has every mirrored set with the checksums of the catalogue") {
  const fs::path root = shared_directory() / "data";
  if (!fs::exists(root)) {
    MESSAGE("skipped: there is no " << root);
    return;
  }
  const Scratch scratch;
  const Environment cache("QUERENT_CACHE", scratch.path().string());
  const Environment mirror("QUERENT_MIRROR", "file://" + fs::canonical(root).string());
  for (const DatasetInfo& set : catalogue()) {
    if (set.editions.empty() || !set.editions.front().mirrored) continue;
    CAPTURE(set.name);
    CHECK_NOTHROW(locate(set, {.allow_network = false}));
  }
}

TEST_CASE("the embedded digits are 1,797 rows of 64 counts from 0 to 16") {
  const LocatedDataset located = locate(find_dataset("digits"));
  const VectorData data = read_vectors(located.file(FileRole::kRows));
  CHECK(data.rows() == 1797);
  CHECK(data.features == 64);
  CHECK(*std::max_element(data.value.begin(), data.value.end()) == 16);
  std::vector<int> sizes(10, 0);
  for (const int label : data.labels) ++sizes[static_cast<std::size_t>(label)];
  CHECK(sizes == std::vector<int>{178, 182, 177, 183, 181, 182, 181, 179, 174, 180});
}
