// SPDX-License-Identifier: Apache-2.0
// The curve of the estimated error and its file.
#include <doctest/doctest.h>

#include <string>

#include <querent/apps/ask/export.hpp>

#include "ask/ring_server.hpp"
#include "datasets/scratch.hpp"

namespace querent::apps {

namespace {

constexpr int kNodes = 60;

// Answers one question and waits for the predictions; false if there is none.
bool answer_one(AnnotationServer& server) {
  const auto next = server.next("me");
  const auto* questions = std::get_if<std::vector<LeasedQuestion>>(&next);
  if (questions == nullptr || questions->empty()) return false;
  const LeasedQuestion& question = questions->front();
  server.answer({.by = "me"}, question.id, question.item < kNodes / 2 ? "A" : "B");
  server.predictions(true);
  return true;
}

void check_curve_of(const AskSettings& settings) {
  const Scratch folder;
  const auto server = ring_server(folder / "ring", kNodes, 4, settings);
  std::size_t answers = 0, points = 0;
  while (answer_one(*server)) {
    ++answers;
    server->predictions(true);
    const Estimate now = server->progress().estimate;
    if (now.is_informative() && now.has_value) {
      ++points;
      CHECK(answers >= 10);
    }
    if (points == 0) {
      CHECK(server->curve().empty());
      CHECK(export_curve(*server) == "answers,error,low,high\n");
    }
  }
  CHECK(points > 5);
  const auto curve = server->curve();
  REQUIRE(!curve.empty());
  CHECK(curve.size() <= points);
  for (const CurvePoint& point : curve) {
    CHECK(point.labels >= 10);
    CHECK(point.estimate.low < point.estimate.value);
    CHECK(point.estimate.value < point.estimate.high);
  }
}

}  // namespace

TEST_CASE("the curve begins after ten random checks, in a pool and in a stream") {
  AskSettings pool;
  pool.checks = 1;
  pool.budget = 30;
  pool.own_thread = false;
  check_curve_of(pool);
  AskSettings stream = pool;
  stream.stream = true;
  stream.learner = "MSG";
  stream.query = "random:0.6";
  check_curve_of(stream);
}

}  // namespace querent::apps
