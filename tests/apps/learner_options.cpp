// SPDX-License-Identifier: Apache-2.0
// --learner NAME:key=value,…: parameters of one learner.
#include <querent/apps/options/experiment_options.hpp>

#include <string>
#include <vector>

#include <doctest/doctest.h>

#include <querent/apps/terminal/usage_error.hpp>

using namespace querent;
using namespace querent::apps;

namespace {

std::vector<NamedConfig> configs(std::vector<std::string> learners,
                                 std::vector<std::string> params = {}) {
  LearnerOptions options;
  options.learners = std::move(learners);
  options.params = std::move(params);
  return configs_of(options, false);
}

}  // namespace

TEST_CASE("a learner's own parameters override common ones and appear in its name") {
  const auto all = configs({"MSG", "msg:h=0.1,gamma=2", "MSG:h=0.01"}, {"h=0.5"});
  REQUIRE(all.size() == 3);
  CHECK(all[0].name == "MSG");
  CHECK(all[1].name == "MSG:h=0.1,gamma=2");
  CHECK(all[0].config.query_params.at("h") == 0.5);
  CHECK(all[1].config.query_params.at("h") == 0.1);
  CHECK(all[1].config.learner_params.at("gamma") == 2);
  CHECK(all[2].config.query_params.at("h") == 0.01);
  CHECK(all[2].config.learner_params.at("gamma") == 1);
}

TEST_CASE("a parameter with named choices accepts the names") {
  CHECK(configs({"DUOL:eviction=projection"})[0].config.learner_params.at("eviction") == 1);
  CHECK_THROWS_AS(configs({"DUOL:eviction=youngest"}), ChoiceError);
}

TEST_CASE("the same learner twice, an unknown key, a key twice and a missing value are rejected") {
  CHECK_THROWS_AS(configs({"MSG", "MSG:h=0.001"}), UsageError);  // the default
  CHECK_THROWS_AS(configs({"PE", "PE"}), UsageError);
  CHECK(configs({"PEA", "LEPE"}).size() == 2);  // two names of the same algorithm
  CHECK_THROWS_AS(configs({"MSG:hh=1"}), UsageError);
  CHECK_THROWS_AS(configs({"MSG:h=1,h=2"}), UsageError);
  CHECK_THROWS_AS(configs({"MSG:"}), UsageError);
  CHECK_THROWS_AS(configs({"MSG:h"}), UsageError);
}
