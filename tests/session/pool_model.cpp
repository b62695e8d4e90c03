// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include <querent/learners/session/influences.hpp>
#include <querent/learners/session/node_rows.hpp>
#include <querent/learners/session/pool_model.hpp>

#include "pools.hpp"

using namespace querent;
using namespace querent::testing;

namespace {

// The second witness: the committee that solves for every item anew.
Committee committee_of(const Items& items, int num_classes) {
  return Committee(items.dim(), num_classes,
                   items.eigenvalues.size() > 0 ? views_of(items.eigenvalues, items.word_columns)
                                                : std::vector<RowView>{},
                   {.model = {.gamma = 1}, .eta = 0.2});
}

template <class Rows>
void compare(const PoolModel& pool, const Committee& committee, const Rows& row) {
  std::vector<double> f(static_cast<std::size_t>(pool.num_classes()));
  for (std::uint32_t i = 0; i < pool.size(); ++i) {
    const Prediction here = pool.predict(i, f), there = committee.predict(row(i));
    CHECK(here.uncertainty == doctest::Approx(there.uncertainty).epsilon(1e-9));
    const Eigen::VectorXd& scores = committee.scores(row(i));
    for (std::size_t k = 0; k < f.size(); ++k)
      CHECK(std::abs(f[k] - scores[static_cast<Eigen::Index>(k)]) < 1e-10);
  }
}

}  // namespace

TEST_CASE("pool: rank-one steps say of every node what the committee says that solves anew") {
  const auto items = clique_items(4, 12);
  const auto& rows = std::get<Embedding::Rows>(items->rows);
  const auto row = [&](std::uint32_t i) {
    return DenseRow{{rows.data() + i * items->dim(), items->dim()}};
  };
  PoolModel pool(items, 4, {});
  Committee committee = committee_of(*items, 4);
  for (const std::uint32_t i : {3u, 17u, 4u, 30u, 41u, 40u, 11u}) {
    pool.learn(i, static_cast<int>(i / 12));
    committee.update(row(i), static_cast<int>(i / 12));
    pool.look();
    compare(pool, committee, row);
  }
  const std::vector<double> weights = committee.weights();
  REQUIRE(weights.size() == pool.num_views());
  for (std::size_t e = 0; e < weights.size(); ++e)
    CHECK(pool.weights()[e] == doctest::Approx(weights[e]).epsilon(1e-12));
  std::vector<double> f(4);
  pool.scores_without(17, 1, f);
  const Eigen::VectorXd without = committee.scores_without(row(17), 1);
  for (std::size_t k = 0; k < 4; ++k)
    CHECK(std::abs(f[k] - without[static_cast<Eigen::Index>(k)]) < 1e-10);
}

TEST_CASE("pool: a model without some answers is one that never learned them") {
  const auto items = clique_items(4, 12);
  PoolModel all(items, 4, {.gamma = 0.7, .eta = 0, .landmarks = 5}),
      few(items, 4, {.gamma = 0.7, .eta = 0});
  const std::vector<std::uint32_t> out{30, 3, 12};
  for (const std::uint32_t i : {3u, 17u, 4u, 30u, 41u, 40u, 11u, 12u}) {
    all.learn(i, static_cast<int>(i / 12));
    if (std::find(out.begin(), out.end(), i) == out.end()) few.learn(i, static_cast<int>(i / 12));
  }
  all.look();
  const NodeScores before = all.all_scores();
  PoolModel rest = all.without(out);
  CHECK(all.all_scores() == before);
  CHECK(rest.landmarks().empty());
  for (const std::uint32_t next : {20u, 21u}) {  // and learns on as that one does
    few.look();
    CHECK((rest.all_scores() - few.all_scores()).cwiseAbs().maxCoeff() < 1e-10);
    for (std::size_t e = 0; e < few.num_views(); ++e) {
      CHECK((rest.filter(e).cholesky_factor() - few.filter(e).cholesky_factor())
                .cwiseAbs()
                .maxCoeff() < 1e-10);
      CHECK((rest.filter(e).weights() - few.filter(e).weights()).cwiseAbs().maxCoeff() < 1e-10);
      for (std::uint32_t i = 0; i < few.size(); ++i)
        CHECK(std::abs(rest.uncertainty(i, e) - few.uncertainty(i, e)) < 1e-10);
    }
    rest.learn(next, 1);
    few.learn(next, 1);
    rest.look();
  }
  CHECK(all.without({}).all_scores() == before);
}

TEST_CASE("pool: products with every row are those of the rows that views see") {
  for (const auto& items : {clique_items(3, 10), noisy_rows(20, 6, 2, 0.5)}) {
    const PoolModel pool(items, 3, {});
    for (std::size_t e = 0; e < pool.num_views(); ++e) {
      const Eigen::Index d = pool.seen(0, e).size();
      const Eigen::MatrixXd W = Eigen::MatrixXd::Random(d, 3);
      NodeScores F = NodeScores::Ones(items->size(), 3);
      pool.add_products(e, W, 0.3, F);
      for (std::uint32_t i = 0; i < items->size(); ++i) {
        const Eigen::RowVectorXd expected = 0.3 * pool.seen(i, e).transpose() * W;
        CHECK((F.row(i).array() - 1 - expected.array()).abs().maxCoeff() < 1e-12);
      }
    }
  }
}

TEST_CASE("pool: sparse rows are learned as the same rows written out") {
  std::mt19937_64 engine(5);
  SparseItems sparse{.offsets = {0}, .index = {}, .value = {}, .dim = 30};
  for (int i = 0; i < 40; ++i) {
    for (std::uint32_t k = 0; k < 30; ++k) {
      if (engine() % 4 != 0) continue;
      sparse.index.push_back(k);
      sparse.value.push_back(static_cast<double>(engine() % 9) - 4);
    }
    sparse.offsets.push_back(sparse.index.size());
  }
  const auto items = std::make_shared<const Items>(Items{.rows = sparse});
  PoolModel pool(items, 3, {});
  Committee committee = committee_of(*items, 3);
  const auto row = [&](std::uint32_t i) { return sparse[i]; };
  for (std::uint32_t i = 0; i < 20; ++i) {
    pool.learn(i, static_cast<int>(i % 3));
    committee.update(row(i), static_cast<int>(i % 3));
  }
  pool.look();
  compare(pool, committee, row);
}

TEST_CASE("pool: neither threads, nor when it looks, nor when a class came moves a bit") {
  const auto items = noisy_rows(20'000, 7, 3, 0.5);
  PoolModel one(items, 3, {}, 1), other(items, 1, {}, 3);
  for (std::uint32_t i = 0; i < 30; ++i) {
    const int y = i < 5 ? 0 : static_cast<int>(i % 3);
    one.learn(i, y);
    if (i == 10) other.look();
    while (y >= other.num_classes()) other.add_class();
    other.learn(i, y);
  }
  while (other.num_classes() < 3) other.add_class();
  one.look();
  other.look();
  CHECK(one.all_scores() == other.all_scores());
  bool same = true;
  for (std::uint32_t i = 0; i < one.size(); ++i)
    same = same && one.uncertainty(i) == other.uncertainty(i);
  CHECK(same);
}

TEST_CASE("pool: what is foreseen lowers r as its label would, and moves no score") {
  const auto items = clique_items(3, 10);
  PoolModel pool(items, 3, {});
  for (const std::uint32_t i : {0u, 12u, 25u}) pool.learn(i, static_cast<int>(i / 10));
  pool.look();
  PoolModel ahead = pool, told = pool;
  ahead.foresee(7);
  ahead.look();
  told.learn(7, 0);
  told.look();
  CHECK(ahead.all_scores().isApprox(pool.all_scores(), 1e-12) == false);  // f = g / (1 + r)
  for (std::uint32_t i = 0; i < pool.size(); ++i) {
    for (std::size_t e = 0; e < pool.num_views(); ++e)
      CHECK(ahead.uncertainty(i, e) == doctest::Approx(told.uncertainty(i, e)).epsilon(1e-12));
    CHECK(ahead.uncertainty(i) <= pool.uncertainty(i));
  }
  CHECK_THROWS_AS(pool.learn(30, 0), std::invalid_argument);
  CHECK_THROWS_AS(pool.learn(0, 3), std::invalid_argument);
  CHECK_THROWS_AS(pool.learn(0, -1), std::invalid_argument);
}

TEST_CASE("pool: the loops of an answer have the bits of their definition, with AVX2 and without") {
  std::mt19937_64 engine(7);
  std::uniform_real_distribution<double> draw(-1, 1);
  constexpr std::size_t n = 103, T = 7, J = 75;
  std::vector<std::vector<double>> rows(T + 1, std::vector<double>(n));
  for (auto& row : rows) std::ranges::generate(row, [&] { return draw(engine); });
  std::vector<const double*> v;
  for (std::size_t t = 0; t < T; ++t) v.push_back(rows[t].data());
  std::vector<double> s(T), wide_s(T);
  detail::influences_body(rows[T].data(), n, v, s.data());
  for (std::size_t t = 0; t < T; ++t)
    CHECK(s[t] == sum_of(n, [&](std::size_t k) { return rows[t][k] * rows[T][k]; }));
  if (detail::has_avx2()) {
    detail::influences_avx2(rows[T].data(), n, v, wide_s.data());
    CHECK(wide_s == s);
  }

  std::vector<float> c(J), a(T * J), of_item;
  std::ranges::generate(c, [&] { return static_cast<float>(draw(engine)); });
  std::ranges::generate(a, [&] { return static_cast<float>(draw(engine)); });
  for (const double s_t : s) of_item.push_back(static_cast<float>(s_t));
  std::vector<float> slow = c, wide = c;
  for (std::size_t t = 0; t < T; ++t) {
    for (std::size_t j = 0; j < J; ++j) {
      const float taken = of_item[t] * a[t * J + j];
      slow[j] -= taken;
    }
  }
  detail::take_body(c, of_item, a.data());
  CHECK(c == slow);
  if (!detail::has_avx2()) return;
  detail::take_avx2(wide, of_item, a.data());
  CHECK(wide == slow);
}
