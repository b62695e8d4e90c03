// SPDX-License-Identifier: Apache-2.0
// consumer PREFIX: reads an embedded graph, which must be below PREFIX, and classifies its nodes.
#include <cstdio>
#include <exception>
#include <filesystem>

#include <querent/datasets/cache.hpp>
#include <querent/datasets/locate.hpp>
#include <querent/graph/read.hpp>
#include <querent/learners/least_squares/msg.hpp>
#include <querent/learners/play.hpp>
#include <querent/learners/session/session.hpp>
#include <querent/spectral/embedding.hpp>

int main(int argc, char** argv) try {
  using namespace querent;
  const auto expected =
      std::filesystem::path(argc > 1 ? argv[1] : "") / "share/querent/datasets/embedded";
  const auto found = embedded_directory();
  if (!found || !std::filesystem::equivalent(*found, expected)) {
    std::fprintf(stderr, "data sets are at %s, expected %s\n", found ? found->c_str() : "no place",
                 expected.c_str());
    return 1;
  }
  const LocatedDataset files = locate(find_dataset("karate"));
  const GraphData data = read_graph({.edges = files.file(FileRole::kEdges),
                                     .labels = files.file(FileRole::kLabels),
                                     .features = {}});
  const Embedding M = embed(data.graph, {.dim = 10});
  Msg learner(10, 2);
  ThetaQuery query(2, {.h = 1e-3});
  Rng shuffler = make_rng(0, 0, Stream::kOrder), coin = make_rng(0, 0, Stream::kQuery);
  const Tally tally = play(
      learner, query, random_order(34, shuffler), [&](Node i) { return DenseRow{M.row(i)}; },
      [&](Node i) { return data.labels[i]; }, coin, [](Node, const Round&) {});
  std::printf("%llu nodes, at least one label asked: %d\n",
              static_cast<unsigned long long>(tally.rounds), tally.queries > 0);
  Session session(items_of(data.graph, M), data.classes, {.budget = 4});
  for (auto next = session.next(); next.index() == 0; next = session.next()) {
    const auto item = std::get<Question>(next).item;
    session.answer(item, data.labels[item]);
  }
  if (session.predictions().size() != 34 || session.asked() != 4) return 1;
  try {
    read_graph({.edges = "/nowhere", .labels = {}, .features = {}});
  } catch (const IoError&) {  // exceptions of the library can be caught by type
    return 0;
  }
  return 1;
} catch (const std::exception& error) {
  std::fprintf(stderr, "error: %s\n", error.what());
  return 1;
}
