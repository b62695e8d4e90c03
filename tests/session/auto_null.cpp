// SPDX-License-Identifier: Apache-2.0
// Labels independent of the kernels: the null's weight, class shares, and uniformly drawn queries.
#include <doctest/doctest.h>

#include "auto_models.hpp"

using namespace querent;
using namespace querent::testing;

namespace {

constexpr Node kCommunities = 4, kSize = 60;
constexpr std::uint32_t kNodes = kCommunities * kSize;

const std::shared_ptr<const Items>& communities() {
  static const auto items = nodes_of(planted(kCommunities, kSize, 0.15, 0.01, 1), 20);
  return items;
}

// The weight of the null after 60 answers with these labels.
double null_after(const std::vector<int>& labels, std::uint64_t seed) {
  static const auto kernels = kernels_of(communities());
  AutoModel model(kernels, 2, {}, 1, false);
  learn_all(model, some_answers(kNodes, 60, seed, [&](std::uint32_t i) { return labels[i]; }));
  return model.choice().null;
}

// A ring in which every tenth node is a hub, joined to forty others.
Graph with_hubs(Node n) {
  Rng rng = make_rng(4, 0, Stream::kOrder);
  Edges edges;
  for (Node i = 0; i < n; ++i) {
    edges.emplace_back(i, (i + 1) % n);
    for (int k = 0; i % 10 == 0 && k < 40; ++k) {
      const auto j = static_cast<Node>(uniform_below(rng, n));
      if (j != i) edges.emplace_back(i, j);
    }
  }
  return make_graph(n, edges);
}

}  // namespace

// A permutation may follow the graph a little by chance, so the null has most of the weight for
// most.
TEST_CASE("auto's null: no weight if labels follow the graph, nearly all if permuted") {
  std::vector<double> of_permuted;
  std::vector<int> labels(kNodes);
  for (std::uint32_t i = 0; i < kNodes; ++i) labels[i] = static_cast<int>(i / kSize % 2);
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    CHECK(null_after(labels, seed) < 1e-6);
    std::vector<int> permuted = labels;
    Rng rng = make_rng(seed, 0, Stream::kLearner);
    shuffle(permuted, rng);
    of_permuted.push_back(null_after(permuted, seed));
  }
  std::ranges::sort(of_permuted);
  CHECK(of_permuted[10] > 0.9);
  CHECK(of_permuted[4] > 0.5);
}

TEST_CASE("auto's null: the class shares are those of all answers, by the rule of succession") {
  AutoModel model(kernels_of(clique_items(4, 10)), 2, {}, 1, false);
  CHECK(model.class_prior() == std::vector<double>{0.5, 0.5});
  for (std::uint32_t i = 0; i < 6; ++i) model.learn({.item = i, .label = i == 0 ? 0 : 1});
  CHECK(model.class_prior()[0] == doctest::Approx(2.0 / 8));  // Laplace: (1 + 1)/(6 + 2)
  CHECK(model.class_prior()[1] == doctest::Approx(6.0 / 8));
}

// With permuted labels a session draws from the items it may ask; the sum of [hub] − P(hub) is a
// martingale, and nearly normal: 6.2 σ, P < 1e-9.
TEST_CASE("auto's null: while it holds, hubs are asked as often as they occur") {
  constexpr Node n = 300;
  const auto items = nodes_of(with_hubs(n), 20);
  double excess = 0, variance = 0;
  int drawn = 0;
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    Session session(items, {"a", "b"}, {.budget = 50, .checks = 0, .seed = seed});
    Rng rng = make_rng(seed, 0, Stream::kLearner);
    double hubs = n / 10, left = n;
    for (auto next = session.next(); const auto* q = std::get_if<Question>(&next);
         next = session.next()) {
      const double p = hubs / left;
      if (q->uniform) {
        CHECK(q->probability == doctest::Approx(1 / left));
        excess += (q->item % 10 == 0 ? 1 : 0) - p;
        variance += p * (1 - p);
        ++drawn;
      }
      hubs -= q->item % 10 == 0;
      --left;
      session.answer(q->item, static_cast<int>(uniform_below(rng, 2)));
    }
  }
  REQUIRE(drawn > 500);
  CHECK(std::abs(excess) < 6.2 * std::sqrt(variance));
}
