// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/registry/registry.hpp>

#include <cctype>
#include <cmath>
#include <set>

#include <doctest/doctest.h>

using namespace querent;
using namespace querent::apps;

namespace {

std::string message_of(auto&& action) {
  try {
    action();
  } catch (const UsageError& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST_CASE("names are found whatever their case, and are unique") {
  std::set<std::string> seen;
  for (const LearnerSpec& spec : learners()) {
    std::string loud = spec.name, quiet = spec.name;
    for (char& c : loud) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
    for (char& c : quiet) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    CHECK(&find_learner(loud) == &spec);
    CHECK(&find_learner(quiet) == &spec);
    CHECK(seen.insert(quiet).second);
  }
}

TEST_CASE("every learner runs with its own query rule, on dense and on sparse rows") {
  const std::vector<double> value{0.5, -1};
  const std::vector<std::uint32_t> index{0, 2};
  const std::vector<double> dense{0.5, 0, -1};
  for (const LearnerSpec& spec : learners()) {
    CAPTURE(spec.name);
    const Contestant chosen = contestant(spec.name, "", {});
    for (const int K : {2, 4}) {
      if (K > 2 && spec.family == "linear") continue;
      const Task task{.dim = 3, .num_classes = K};
      const auto one = chosen.make_learner(task), other = chosen.make_learner(task);
      const auto query = chosen.make_query(task);
      for (int t = 0; t < 12; ++t) {
        const Prediction p = one->predict(DenseRow{dense});
        CHECK(p.label == other->predict(SparseRow{index, value}).label);
        const double probability = query->probability(p);
        CHECK(probability >= 0);
        CHECK(probability <= 1);
        CHECK(one->update(DenseRow{dense}, t % K) == other->update(SparseRow{index, value}, t % K));
        query->observe(p, {.asked = true, .label = t % K, .mistake = p.label != t % K});
      }
    }
  }
}

TEST_CASE("an unknown name is told the nearest one") {
  CHECK(message_of([] { find_learner("MSGG"); }).find("MSG") != std::string::npos);
  CHECK(message_of([] { find_query_rule("thta"); }).find("theta") != std::string::npos);
  const std::string of_param = message_of([] { contestant("MSG", "", {{"gama", 1}}); });
  CHECK(of_param.find("gamma") != std::string::npos);
}

TEST_CASE("a parameter out of its range is refused with the range") {
  CHECK(message_of([] { contestant("MSG", "", {{"h", 0}}); }).find("> 0") != std::string::npos);
  CHECK(message_of([] { contestant("MSG", "random:1.5", {}); }).find("from 0 to 1") !=
        std::string::npos);
  CHECK_FALSE(message_of([] { contestant("MSG", "", {{"gamma", std::nan("")}}); }).empty());
}

TEST_CASE("the text of a query rule carries the value of its first parameter, --param beats it") {
  CHECK(contestant("MSG", "random:0.25", {}).query_params.at("p") == 0.25);
  CHECK(contestant("MSG", "random:0.25", {{"p", 0.5}}).query_params.at("p") == 0.5);
  CHECK(contestant("MSG", "", {{"h", 0.5}}).query_params.at("h") == 0.5);
  CHECK_FALSE(message_of([] { contestant("MSG", "random:x", {}); }).empty());
  CHECK_FALSE(message_of([] { contestant("MSG", "random:", {}); }).empty());
  CHECK_FALSE(message_of([] { contestant("MSG", "all:1", {}); }).empty());
}

TEST_CASE("a query rule on uncertainty is refused for a learner that has none") {
  CHECK(message_of([] { contestant("GPA", "theta", {}); }).find("uncertainty") !=
        std::string::npos);
}
