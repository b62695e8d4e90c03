// SPDX-License-Identifier: Apache-2.0
// Opinions in an experiment, and the agreement of a machine with people.
#include <doctest/doctest.h>

#include <cmath>

#include <querent/apps/experiment/annotator_agreement.hpp>
#include <querent/learners/random.hpp>

#include "program.hpp"

using namespace querent;
using namespace querent::apps;

namespace {

const std::vector<std::string> kThree{"a", "b", "c"};

double kappa_of(const std::vector<std::pair<int, int>>& pairs) {
  return annotator_agreement(pairs, kThree).kappa.value();
}

}  // namespace

TEST_CASE("opinions: kappa is 1 if all agree, 0 at chance, and unknown if chance explains all") {
  const AnnotatorAgreement all = annotator_agreement({{0, 0}, {1, 1}, {1, 1}}, kThree);
  CHECK(all.kappa == 1);
  CHECK(all.low < 0.5);  // three items show little
  CHECK(all.high == 1);
  CHECK(all.confusion == std::vector<std::vector<std::uint64_t>>{{1, 0, 0}, {0, 2, 0}, {0, 0, 0}});
  CHECK(std::abs(kappa_of({{0, 0}, {0, 1}, {1, 0}, {1, 1}})) < 1e-12);
  CHECK_FALSE(annotator_agreement({{0, 0}, {0, 0}}, kThree).kappa);
  CHECK_FALSE(annotator_agreement({}, kThree).kappa);
}

TEST_CASE("opinions: kappa of Cohen's own 200 judgements is (140 - 82)/(200 - 82)") {
  // 140 agree; the row and column sums give (100·120 + 60·60 + 40·20)/200 = 82 by chance
  const int counts[3][3] = {{88, 10, 2}, {14, 40, 6}, {18, 10, 12}};
  std::vector<std::pair<int, int>> answers;
  for (int a = 0; a < 3; ++a) {
    for (int b = 0; b < 3; ++b)
      answers.insert(answers.end(), static_cast<std::size_t>(counts[a][b]), {a, b});
  }
  const AnnotatorAgreement agreement = annotator_agreement(answers, kThree);
  CHECK(agreement.items == 200);
  CHECK(agreement.agreed == 140);
  REQUIRE(agreement.kappa);
  CHECK(*agreement.kappa == doctest::Approx(58.0 / 118));
}

// The jackknife computes the standard error independently.
TEST_CASE("opinions: the interval of kappa equals the jackknife's") {
  Rng rng = make_rng(1, 0, Stream::kOrder);
  std::vector<std::pair<int, int>> pairs;
  for (int i = 0; i < 1000; ++i) {
    const int k = static_cast<int>(uniform_below(rng, 3));
    pairs.emplace_back(k, uniform01(rng) < 0.6 ? k : static_cast<int>(uniform_below(rng, 2)));
  }
  const AnnotatorAgreement found = annotator_agreement(pairs, kThree);
  double sum = 0, squares = 0;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    auto others = pairs;
    others.erase(others.begin() + static_cast<std::ptrdiff_t>(i));
    const double kappa = kappa_of(others);
    sum += kappa;
    squares += kappa * kappa;
  }
  const auto n = static_cast<double>(pairs.size());
  const double error = std::sqrt((n - 1) / n * (squares - sum * sum / n));
  CHECK((found.high - found.low) / 2 == doctest::Approx(1.96 * error).epsilon(0.02));
}

// Two annotators give class 0 with the same probability; tests/bench/kappa.py has more cases. With
// 1000 tables, .92 is four standard errors below .95.
TEST_CASE("opinions: the interval contains the true kappa, also for rare classes and few items") {
  Rng rng = make_rng(2, 0, Stream::kOrder);
  for (const double share : {0.5, 0.05}) {
    for (const double true_kappa : {0.8, 0.95}) {
      int inside = 0, known = 0;
      for (int table = 0; table < 1000; ++table) {
        std::vector<std::pair<int, int>> pairs;
        const auto drawn = [&] { return uniform01(rng) < share ? 0 : 1; };
        for (int i = 0; i < 50; ++i) {
          const int first = drawn();
          pairs.emplace_back(first, uniform01(rng) < true_kappa ? first : drawn());
        }
        const AnnotatorAgreement found = annotator_agreement(pairs, {"a", "b"});
        if (!found.kappa) continue;
        ++known;
        inside += found.low <= true_kappa && true_kappa <= found.high;
      }
      CHECK(inside > 0.92 * known);
    }
  }
}

TEST_CASE(
    "opinions: an experiment without labels predicts the machine's opinions and counts agreement") {
  const std::string path = std::string(QUERENT_DATASETS) + "/embedded/graphs/karate/labels.tsv";
  const auto played = [&](const char* budget) {
    return json_of({"run", "karate", "--learner", "auto", "--order", "pool", "--opinions", path,
                    "--lenient", "--budget", budget, "--json", "--quiet"});
  };
  CHECK(played("0")["mean"]["error_rate"] < 0.1);  // the machine is right
  const Json run = played("8")["runs"][0]["opinions"];
  CHECK(run["items"] == 8);
  CHECK(run["agreed"] == 8);
  CHECK(run["confusion"].size() == 2);
}

TEST_CASE("opinions are rejected for streams and for other learners") {
  const Scratch files;
  const std::string path = files.write("opinions.tsv", "1\tMr. Hi\n").string();
  for (const std::vector<std::string>& more :
       {std::vector<std::string>{"--learner", "auto", "--order", "file"},
        {"--learner", "MSG", "--order", "pool", "--budget", "5"}}) {
    std::vector<std::string> words{"run", "karate", "--opinions", path};
    words.insert(words.end(), more.begin(), more.end());
    const Ended ended = querent_program(words);
    CHECK(ended.status != 0);
    CHECK(contains(ended.err, "opinions"));
  }
}
