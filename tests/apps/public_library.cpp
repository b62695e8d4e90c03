// SPDX-License-Identifier: Apache-2.0
// Reproduces the program's numbers with the public library only: any program can get the results of
// `querent run` and `querent sweep` from a Session. Headers of apps/ are used only to start the
// program.
#include <filesystem>

#include <doctest/doctest.h>

#include <querent/graph/read.hpp>
#include <querent/learners/session/session.hpp>

#include "program.hpp"

using namespace querent;
using namespace querent::apps;

namespace {

const std::filesystem::path kShared =
    std::filesystem::path(QUERENT_DATASETS) / "../../shared/data/graphs";
const std::filesystem::path kKarate =
    std::filesystem::path(QUERENT_DATASETS) / "embedded/graphs/karate";

struct Played {
  std::uint64_t rounds = 0, mistakes = 0, queries = 0;
  std::optional<double> final_error = {};
  Estimate estimate = {};
};

// The oracle has the labels; everything else is done by the session.
Played play(const GraphData& data, const std::shared_ptr<const Items>& items,
            SessionOptions options) {
  options.order = Order::kStream;
  for (Node i = 0; i < data.labels.size(); ++i) {
    if (data.labels[i] != kUnlabelled) options.arrivals.push_back(i);
  }
  Session session(items, data.classes, options);
  for (auto next = session.next(); next.index() == 0; next = session.next()) {
    const std::uint32_t item = std::get<Question>(next).item;
    session.answer(item, data.labels[item]);
  }
  Played played{.rounds = session.rounds().size(), .estimate = session.estimate()};
  std::uint64_t wrong = 0;
  for (const PassedItem& round : session.rounds()) {
    played.mistakes += round.predicted != data.labels[round.item];
    played.queries += round.asked;
    if (!round.asked) wrong += session.predictions()[round.item].label != data.labels[round.item];
  }
  played.final_error =
      static_cast<double>(wrong) / static_cast<double>(played.rounds - played.queries);
  return played;
}

void compare(const Json& run, const Played& played) {
  CHECK(run["rounds"] == played.rounds);
  CHECK(run["mistakes"] == played.mistakes);
  CHECK(run["queries"] == played.queries);
  CHECK(run["estimated_error"] ==
        (played.estimate.has_value ? Json(played.estimate.value) : Json()));
  CHECK(run["estimated_error_low"] == played.estimate.low);
  CHECK(run["estimated_error_high"] == played.estimate.high);
  if (run.contains("final_error"))
    CHECK(run["final_error"].get<double>() == doctest::Approx(*played.final_error).epsilon(1e-12));
}

std::shared_ptr<const Items> embedded(const GraphData& data) {
  return std::make_shared<const Items>(items_of(data.graph, embed(data.graph)));
}

}  // namespace

TEST_CASE("the public library plays karate as run and as a cell of sweep") {
  const std::string edges = kKarate / "edges.tsv", labels = kKarate / "labels.tsv";
  const GraphData data = read_graph({.edges = edges, .labels = labels, .features = {}});
  const auto items = embedded(data);
  const Json runs =
      json_of({"run", "--edges", edges, "--labels", labels, "--learner", "auto", "--budget", "12",
               "--final", "--runs", "3", "--seed", "7", "--json"})["runs"];
  REQUIRE(runs.size() == 3);
  for (std::uint64_t run = 0; run < 3; ++run)
    compare(runs[run], play(data, items, {.budget = 12, .seed = 7, .run = run}));

  const Json sweep = json_of({"sweep", "--edges", edges, "--labels", labels, "--learner", "CMOG-Q",
                              "--query", "theta", "--rates", "0.95", "--runs", "2", "--json"});
  const Json& cell = sweep["cells"][0];
  const Params params = cell["learner"]["params"].get<Params>();
  for (std::uint64_t run = 0; run < 2; ++run) {
    compare(
        cell["runs"][run],
        play(data, items, {.learner = "CMOG-Q", .query = "theta", .params = params, .run = run}));
  }
}

TEST_CASE("the public library plays auto on Cora with words as run") {
  const auto where = kShared / "cora";
  if (!std::filesystem::is_directory(where)) {
    MESSAGE("skip: needs ../shared/data/graphs/cora");
    return;
  }
  const std::string edges = where / "edges.tsv", labels = where / "labels.tsv",
                    features = where / "features.svm.xz";
  const GraphData data = read_graph({.edges = edges, .labels = labels, .features = features},
                                    {.component = Component::kAll});
  const auto items = std::make_shared<const Items>(
      items_of(std::make_shared<const Graph>(data.graph), embed(data.graph),
               pool_words(data.graph, data.features)));
  compare(json_of({"run", "--edges", edges, "--labels", labels, "--features", features, "--learner",
                   "auto", "--budget", "295", "--final", "--json"})["runs"][0],
          play(data, items, {.budget = 295}));
}

TEST_CASE("the public library plays MSG on PubMed as run") {
  const auto where = kShared / "pubmed";
  if (!std::filesystem::is_directory(where)) {
    MESSAGE("skip: needs ../shared/data/graphs/pubmed");
    return;
  }
  const std::string edges = where / "edges.tsv.xz", labels = where / "labels.tsv";
  const GraphData data = read_graph({.edges = edges, .labels = labels, .features = {}});
  compare(json_of({"run", "--edges", edges, "--labels", labels, "--learner", "MSG", "--param",
                   "h=1e-4", "--json"})["runs"][0],
          play(data, embedded(data), {.learner = "MSG", .params = {{"h", 1e-4}}}));
}
