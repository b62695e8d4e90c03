// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include <doctest/doctest.h>

#include <querent/learners/session/layout.hpp>

#include "pools.hpp"

using namespace querent;
using namespace querent::testing;

namespace {

using Places = std::vector<std::array<float, 2>>;

// The largest distance of a place from that of the first item.
float width_of(const Places& places) {
  float most = 0;
  for (const auto& place : places)
    most = std::max({most, std::abs(place[0] - places[0][0]), std::abs(place[1] - places[0][1])});
  return most;
}

// Rows between columns that are the same in every row, as pixels at the border of a picture.
Items with_border(const Items& items, Eigen::Index border) {
  const auto& rows = std::get<Embedding::Rows>(items.rows);
  Embedding::Rows framed = Embedding::Rows::Zero(rows.rows(), rows.cols() + 2 * border);
  framed.middleCols(border, rows.cols()) = rows;
  return {.rows = std::move(framed)};
}

}  // namespace

TEST_CASE("map of rows: columns that do not vary have no effect, wherever they are") {
  const auto items = noisy_rows(60, 12, 3, 0.2);
  const Places places = layout_of(*items);
  CHECK(width_of(places) > 0.5F);
  const Places framed = layout_of(with_border(*items, 30));
  for (std::size_t i = 0; i < places.size(); ++i) {
    CHECK(framed[i][0] == doctest::Approx(places[i][0]).epsilon(1e-5).scale(1));
    CHECK(framed[i][1] == doctest::Approx(places[i][1]).epsilon(1e-5).scale(1));
  }
}

TEST_CASE("map of rows: the unit of the rows has no effect") {
  const auto items = noisy_rows(60, 12, 3, 0.2);
  const Places places = layout_of(*items);
  for (const double unit : {std::ldexp(1.0, 660), std::ldexp(1.0, -660)}) {
    Items scaled = *items;
    std::get<Embedding::Rows>(scaled.rows) *= unit;
    CHECK(layout_of(scaled) == places);
  }
}

TEST_CASE("map of the nodes of a graph: the first 20 columns, though later ones vary more") {
  Items nodes = *clique_items(4, 10, 30);
  const Places places = layout_of(nodes);
  auto& rows = std::get<Embedding::Rows>(nodes.rows);
  rows.rightCols(10) *= 100;
  CHECK(layout_of(nodes) == places);
  nodes.eigenvalues.resize(0);  // the same as rows
  CHECK(layout_of(nodes) != places);
}
