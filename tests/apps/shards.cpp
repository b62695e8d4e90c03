// SPDX-License-Identifier: Apache-2.0
// `querent run NAME.shards`: an embedding in shards, read one shard at a time.
#include <algorithm>
#include <array>
#include <fstream>
#include <sstream>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <querent/learners/random.hpp>
#include <querent/spectral/files/embedding_shards.hpp>

#include "program.hpp"

using namespace querent;
using namespace querent::apps;
namespace fs = std::filesystem;

namespace {

constexpr int kNodes = 300, kDim = 6;
constexpr std::array kSizes{90, 0, 140, 70};  // one shard has no node

/// The same 300 rows of three classes as three shards and an empty one, as one shard, and as a
/// table; every seventh node has no label.
struct Written {
  Scratch scratch;
  fs::path many = scratch / "many.shards", one = scratch / "one.shards";
  std::string labels = (scratch / "labels.tsv").string();

  Written() {
    Rng rng(3);
    EmbeddingShards shards;
    shards.source = "made";
    shards.embedding.rows.resize(kNodes, kDim);
    shards.embedding.eigenvalues = Eigen::VectorXd::LinSpaced(kDim, 0.1, 0.6);
    shards.embedding.residuals = Eigen::VectorXd::Zero(kDim);
    shards.embedding.solver = "made";
    std::ofstream label_file(labels), table(scratch / "rows.csv");
    for (int i = 0; i < kNodes; ++i) {
      const auto y = static_cast<Eigen::Index>(uniform_below(rng, 3));
      for (Eigen::Index k = 0; k < kDim; ++k) {
        double& x = shards.embedding.rows(i, k);
        x = uniform01(rng) + (k == y ? 0.4 : 0.0);
        table << fmt::format("{},", x);
      }
      if (i % 7 != 0) label_file << fmt::format("v{}\tc{}\n", i, y);
      table << (i % 7 != 0 ? fmt::format("c{}\n", y) : "?\n");
    }
    fs::create_directory(many);
    fs::create_directory(one);
    const auto write = [&](const fs::path& directory, auto sizes) {
      int first = 0;
      shards.shards.clear();
      for (const int n : sizes) {
        NodeNames names;
        for (int i = first; i < first + n; ++i) names.push_back(fmt::format("v{}", i));
        shards.shards.push_back(write_shard(directory, shards.shards.size(),
                                            shards.embedding.rows.middleRows(first, n), names));
        first += n;
      }
      write_manifest(directory, shards);
    };
    write(many, kSizes);
    write(one, std::array{kNodes});
  }

  /// predictions.csv of a run.
  std::string predictions(const fs::path& source, std::vector<std::string> more) const {
    const Scratch out;
    std::vector<std::string> arguments{"run",    source.string(), "--labels",          labels,
                                       "--json", "--out",         (out / "o").string()};
    arguments.insert(arguments.end(), more.begin(), more.end());
    json_of(arguments);
    return contents_of(out / "o" / "predictions.csv");
  }
};

/// The rounds of each shard's nodes, ascending.
std::vector<std::vector<int>> rounds_by_shard(const std::string& csv) {
  std::vector<std::vector<int>> rounds(kSizes.size());
  std::istringstream lines(csv);
  std::string line;
  std::getline(lines, line);
  while (std::getline(lines, line)) {
    std::vector<std::string> fields;
    std::istringstream words(line);
    for (std::string word; std::getline(words, word, ',');) fields.push_back(word);
    if (fields[6].empty()) continue;  // no label
    int shard = 0;
    for (int i = std::stoi(fields[1].substr(1)); i >= kSizes[static_cast<std::size_t>(shard)];
         ++shard)
      i -= kSizes[static_cast<std::size_t>(shard)];
    rounds[static_cast<std::size_t>(shard)].push_back(std::stoi(fields[6]));
  }
  return rounds;
}

}  // namespace

TEST_CASE(
    "shards read one after another give the bytes of a single shard with all rows, in the order of "
    "the ids") {
  const Written written;
  for (const char* learner : {"MSG", "auto", "MPA-I"}) {
    std::vector<std::string> how{"--learner", learner, "--order", "file"};
    CAPTURE(learner);
    const std::string many = written.predictions(written.many, how);
    CHECK(std::count(many.begin(), many.end(), '\n') == kNodes + 1);
    CHECK(many == written.predictions(written.one, how));
    how.insert(how.end(), {"--hold-out", "0.2"});
    CHECK(written.predictions(written.many, how) == written.predictions(written.one, how));
  }
}

TEST_CASE(
    "MSG makes the same mistakes on shards as on the same rows in a table, which are all in "
    "memory") {
  const Written written;
  const std::vector<std::string> how{"--learner", "MSG", "--order", "file", "--json"};
  std::vector<std::string> shards{"run", written.many.string(), "--labels", written.labels};
  std::vector<std::string> table{
      "run", (written.scratch / "rows.csv").string(), "--as", "vectors", "--scale", "none"};
  for (auto* arguments : {&shards, &table})
    arguments->insert(arguments->end(), how.begin(), how.end());
  const Json a = json_of(shards), b = json_of(table);
  CHECK(a["runs"][0]["rounds"] == 257);  // of 300, without the 43 multiples of 7
  for (const char* count : {"rounds", "mistakes", "queries", "updates"})
    CHECK(a["runs"][0][count] == b["runs"][0][count]);
}

TEST_CASE("a random order keeps shards together, and shuffles the shards and the nodes of each") {
  const Written written;
  std::vector<std::vector<int>> firsts;
  for (const char* seed : {"1", "2", "3", "4", "5", "6"}) {
    const std::string csv = written.predictions(written.many, {"--learner", "MSG", "--seed", seed});
    std::vector<int> first;
    for (std::vector<int> rounds : rounds_by_shard(csv)) {
      if (rounds.empty()) continue;
      CHECK_FALSE(std::is_sorted(rounds.begin(), rounds.end()));
      std::sort(rounds.begin(), rounds.end());
      CHECK(rounds.back() - rounds.front() + 1 == static_cast<int>(rounds.size()));
      first.push_back(rounds.front());
    }
    REQUIRE(first.size() == 3);
    firsts.push_back(first);
  }
  // six orders of three shards are all equal with probability 6^-5
  CHECK(std::any_of(firsts.begin(), firsts.end(),
                    [&](const auto& other) { return other != firsts.front(); }));
}

TEST_CASE(
    "a model of shards, for which all rows are read, depends on the order but not on the number of "
    "threads") {
  const Written written;
  const auto run = [&](const char* threads) {
    return written.predictions(written.many,
                               {"--learner", "MSG", "--runs", "3", "--threads", threads});
  };
  CHECK(run("1") == run("3"));
  const Scratch out;
  const Json trained = json_of({"train", written.many.string(), "--labels", written.labels,
                                "--learner", "MSG", "--json", "--model", (out / "m").string()});
  const Json played = json_of(
      {"run", written.many.string(), "--labels", written.labels, "--learner", "MSG", "--json"});
  for (const char* count : {"mistakes", "queries"})
    CHECK(trained["runs"][0][count] == played["runs"][0][count]);
}
