// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <stdexcept>
#include <string>
#include <vector>

#include <querent/datasets/error.hpp>
#include <querent/graph/bibliography/aliases.hpp>
#include <querent/graph/bibliography/chasing.hpp>

using namespace querent;

namespace {

Incidence cited_by(const std::vector<std::vector<Node>>& records, std::uint64_t members) {
  Incidence incidence;
  for (const auto& one : records) {
    incidence.members.insert(incidence.members.end(), one.begin(), one.end());
    incidence.offsets.push_back(incidence.members.size());
  }
  incidence.num_members = members;
  return incidence;
}

// Equations (1), (2) of chasing.hpp as sums over a dense table of citations.
std::vector<double> by_the_formula(const Incidence& cited, const std::vector<double>& p) {
  const std::size_t n = cited.num_groups(), all = cited.num_members;
  std::vector<std::vector<double>> a(n, std::vector<double>(all, 0));
  for (std::size_t j = 0; j < n; ++j) {
    for (auto k = cited.offsets[j]; k < cited.offsets[j + 1]; ++k) a[j][cited.members[k]] = 1;
  }
  double mean = 0, of1 = 0.5, of0 = 0, d1 = 5, d0 = 5;
  for (const double one : p) mean += one / static_cast<double>(n);
  of0 = 0.5 * mean;
  for (std::size_t j = 0; j < n; ++j) {
    for (std::size_t i = 0; i < all; ++i) {
      const double relevant = i < n ? a[j][i] * p[i] : 0;
      of1 += p[j] * relevant;
      of0 += (1 - p[j]) * relevant;
      d1 += p[j] * a[j][i];
      d0 += (1 - p[j]) * a[j][i];
    }
  }
  std::vector<double> score;
  for (std::size_t w = n; w < all; ++w) {
    double sum = 0, times = 0;
    for (std::size_t j = 0; j < n; ++j) {
      if (a[j][w] == 0) continue;
      double r = 0, d = 0;
      for (std::size_t i = 0; i < all; ++i) {
        d += a[j][i];
        r += i < n ? a[j][i] * p[i] : 0;
      }
      sum += (r + 20 * (p[j] * of1 / d1 + (1 - p[j]) * of0 / d0)) / (d + 20);
      times += 1;
    }
    score.push_back(times == 0 ? 0 : sum / (times + 3));
  }
  return score;
}

}  // namespace

TEST_CASE("works outside are scored as in chasing.hpp, by sums over a dense table") {
  // Records 0, 1 are relevant, 2 is not, 3 has P = 1/2; works 4, 5, 6, and the uncited 7.
  const Incidence cited = cited_by({{1, 4, 6}, {0, 4, 6}, {3, 5, 6}, {0, 5, 6}}, 8);
  const std::vector<double> p{1, 1, 0, 0.5};
  const auto score = chase(cited, p), expected = by_the_formula(cited, p);
  REQUIRE(score.size() == 4);
  for (std::size_t w = 0; w < 4; ++w)
    CHECK(score[w] == doctest::Approx(expected[w]).epsilon(1e-12));
  CHECK(score[0] > score[1]);  // cited by two relevant records; by two others
  CHECK(score[3] == 0);
}

TEST_CASE("of two equally cited works, the one cited by records that cite relevant ones is first") {
  const Incidence cited = cited_by({{}, {0, 4}, {5}, {}}, 6);  // both citing records are irrelevant
  const auto score = chase(cited, std::vector<double>{1, 0, 0, 0});
  CHECK(score[0] > score[1]);
  CHECK_THROWS_AS(chase(cited, std::vector<double>{1}), std::invalid_argument);
  CHECK(chase(Incidence{}, {}).empty());
}

TEST_CASE("an id of a work is recognised in every spelling") {
  CHECK(plain_work_id("https://openalex.org/W42") == "W42");
  CHECK(plain_work_id("https://doi.org/10.1000/ABC") == "10.1000/abc");
  CHECK(plain_work_id("http://dx.doi.org/10.1000/ABC") == "10.1000/abc");
  CHECK(plain_work_id("DOI: 10.1000/ABC") == "10.1000/abc");
  CHECK(plain_work_id(" 10.1000/ABC ") == "10.1000/abc");
  CHECK(plain_work_id("PMID: 42") == "pmid:42");
  CHECK(plain_work_id("https://pubmed.ncbi.nlm.nih.gov/42/") == "pmid:42");
  CHECK(plain_work_id("https://www.ncbi.nlm.nih.gov/pubmed/42") == "pmid:42");
  CHECK(plain_work_id("Smith2020") == "Smith2020");
  CHECK(plain_work_id("10.5") == "10.5");  // not a DOI
}

TEST_CASE(
    "a node's own id takes precedence over an alias, and an alias of two nodes is of neither") {
  NodeIds nodes;
  for (const char* id : {"W1", "W2", "10.1/a"}) nodes.find_or_add(id);
  Aliases aliases(nodes);
  Input file = Input::from_memory("W1\t10.1/a\nW1\tx\nW2\tx\nW2\tpmid:7\n", "aliases.tsv");
  aliases.read(file);
  CHECK(aliases.find("doi:10.1/A") == Node{2});
  CHECK_FALSE(aliases.find("x").has_value());
  CHECK(aliases.all("x") == std::vector<Node>{0, 1});
  CHECK(aliases.find("https://pubmed.ncbi.nlm.nih.gov/7") == Node{1});
  CHECK(!aliases.find("y"));
  Input bad = Input::from_memory("W1 x\n", "aliases.tsv");
  CHECK_THROWS_AS(Aliases(nodes).read(bad), CorruptError);
}
