// SPDX-License-Identifier: Apache-2.0
#include <querent/datasets/vectors/transform/row_transform.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include <querent/datasets/vectors/class_filter.hpp>
#include <querent/datasets/vectors/transform/fourier_features.hpp>
#include <querent/datasets/vectors/transform/transform_rows.hpp>

using namespace querent;
using Scale = TransformParams::Scale;

namespace {

using Matrix = std::vector<std::vector<double>>;

const Matrix kRows = {{1, -2, 5, 0}, {3, 0, 5, 0}, {2, 6, 5, 0}};

std::vector<double> to_vector(std::span<const double> values) {
  return {values.begin(), values.end()};
}

// The rows transformed after a fit to all of them.
Matrix dense(RowTransform transform, const Matrix& rows) {
  for (const auto& row : rows) transform.fit({}, row);
  Matrix result;
  for (const auto& row : rows) result.push_back(to_vector(transform.apply({}, row).value));
  return result;
}

struct Sparse {
  std::vector<std::uint32_t> index;
  std::vector<double> value;
  explicit Sparse(const std::vector<double>& row) {
    for (std::size_t j = 0; j < row.size(); ++j) {
      if (row[j] == 0) continue;
      index.push_back(static_cast<std::uint32_t>(j));
      value.push_back(row[j]);
    }
  }
};

// The same with sparse rows, written as dense ones.
Matrix sparse(RowTransform transform, const Matrix& rows) {
  for (const auto& row : rows) transform.fit(Sparse(row).index, Sparse(row).value);
  Matrix result;
  for (const auto& row : rows) {
    const Sparse entries(row);
    const auto view = transform.apply(entries.index, entries.value);
    auto& out = result.emplace_back(row.size() + (transform.params().bias ? 1 : 0), 0.0);
    for (std::size_t k = 0; k < view.index.size(); ++k) out[view.index[k]] = view.value[k];
  }
  return result;
}

std::vector<double> z_of(FourierFeatures& features, const std::vector<std::uint32_t>& index,
                         const std::vector<double>& value) {
  std::vector<double> z;
  features.append(index, value, z);
  return z;
}

double product(const std::vector<double>& a, const std::vector<double>& b) {
  return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
}

}  // namespace

TEST_CASE("unit norm: every non-zero row has length 1, however large or small") {
  for (const double factor : {1.0, 1e300, 1e-300}) {
    RowTransform transform({.scale = Scale::kUnit});
    const std::vector<double> row = {3 * factor, -4 * factor};
    const auto value = to_vector(transform.apply({}, row).value);
    CHECK(value[0] == doctest::Approx(0.6).epsilon(1e-15));
    CHECK(value[1] == doctest::Approx(-0.8).epsilon(1e-15));
  }
  CHECK(dense(RowTransform({.scale = Scale::kUnit}), {{0, 0}}) == Matrix{{0, 0}});
}

TEST_CASE("min-max: dense features span 0 to 1, sparse ones keep their zeros within -1 and 1") {
  CHECK(dense(RowTransform({.scale = Scale::kMinMax}), kRows) ==
        Matrix{{0, 0, 0, 0}, {1, 0.25, 0, 0}, {0.5, 1, 0, 0}});
  CHECK(sparse(RowTransform({.scale = Scale::kMinMax}), kRows) ==
        Matrix{{1 / 3.0, -2 / 6.0, 1, 0}, {1, 0, 1, 0}, {2 / 3.0, 1, 1, 0}});
}

TEST_CASE(
    "standard: dense features have mean 0 and deviation 1, sparse ones the same deviation with "
    "zeros kept") {
  std::mt19937_64 engine(7);
  Matrix rows(500, std::vector<double>(6));
  for (auto& row : rows) {
    for (std::size_t j = 0; j < row.size(); ++j)
      row[j] = engine() % 3 == 0
                   ? 0.0
                   : 1e6 * static_cast<double>(j) + static_cast<double>(engine() % 1000) / 7;
    row[5] = 2.5;
  }
  const Matrix scaled = dense(RowTransform({.scale = Scale::kStandard}), rows),
               kept = sparse(RowTransform({.scale = Scale::kStandard}), rows);
  for (std::size_t j = 0; j < 5; ++j) {
    double mean = 0, squares = 0, kept_mean = 0, kept_squares = 0;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      mean += scaled[i][j] / 500;
      squares += scaled[i][j] * scaled[i][j] / 500;
      kept_mean += kept[i][j] / 500;
      kept_squares += kept[i][j] * kept[i][j] / 500;
      CHECK((rows[i][j] == 0) == (kept[i][j] == 0));
    }
    CHECK(std::abs(mean) < 1e-9);  // 500 roundings of values near 1
    CHECK(squares == doctest::Approx(1).epsilon(1e-9));
    CHECK(kept_squares - kept_mean * kept_mean == doctest::Approx(1).epsilon(1e-9));
  }
  CHECK(scaled[0][5] == 0);
  CHECK(kept[0][5] == 2.5);
}

TEST_CASE("bias: feature 0 is 1 and the others move up by one, and the bias is not scaled") {
  CHECK(dense(RowTransform({.scale = Scale::kUnit, .bias = true}), {{0, 2}}) == Matrix{{1, 0, 1}});
  CHECK(sparse(RowTransform({.scale = Scale::kUnit, .bias = true}), {{0, 2}, {0, 0}}) ==
        Matrix{{1, 0, 1}, {1, 0, 0}});
}

TEST_CASE("online, a row is scaled by the rows up to it") {
  RowTransform transform({.scale = Scale::kMinMax});
  std::vector<double> seen;
  for (const double x : {4.0, 8.0, 6.0, 0.0}) {
    transform.fit({}, std::vector{x});
    seen.push_back(transform.apply({}, std::vector{x}).value[0]);
  }
  CHECK(seen == std::vector<double>{0, 1, 0.5, 0});
}

TEST_CASE("a chain gives the result of its scalings in sequence, in passes") {
  using enum TransformParams::Scale;
  const Matrix rows = {{1, -2, 5, 0}, {3, 0, 5, 1}, {2, 6, 5, 0}, {0, 0, 0, 0}};
  const auto pass = [](RowTransform transform, const Matrix& all) {
    for (std::size_t k = 0; k < transform.num_scalings(); ++k) {
      for (const auto& row : all) transform.fit(k, {}, row);
    }
    Matrix result;
    for (const auto& row : all) result.push_back(to_vector(transform.apply({}, row).value));
    return result;
  };
  const Matrix chained = pass(RowTransform({.scale = kStandard, .then = {kUnit}}), rows);
  CHECK(chained ==
        pass(RowTransform({.scale = kUnit}), pass(RowTransform({.scale = kStandard}), rows)));
  for (const auto& row : chained) {
    double squares = 0;
    for (const double v : row) squares += v * v;
    CHECK(squares == doctest::Approx(1).epsilon(1e-14));
  }
  // The deviation of the unit rows, not of the original ones.
  CHECK(pass(RowTransform({.scale = kUnit, .then = {kStandard, kMinMax}}), rows) ==
        pass(RowTransform({.scale = kMinMax}),
             pass(RowTransform({.scale = kStandard}), pass(RowTransform({.scale = kUnit}), rows))));
}

TEST_CASE("a chain on sparse rows keeps their zeros and notes that it does not centre") {
  using enum TransformParams::Scale;
  const TransformParams params{.scale = kStandard, .then = {kUnit}};
  CHECK(params.scale_names() == "standard,unit");
  CHECK(params.note_of_sparse().find("not centred") != std::string::npos);
  CHECK(TransformParams{.scale = kUnit}.note_of_sparse().empty());
  // Deviations of the columns 1 2 2 and 0 3 0: σ² = 2/9 and 2.
  const Matrix rows = {{1, 0}, {2, 3}, {2, 0}};
  const double a = 2 / std::sqrt(2.0 / 9), b = 3 / std::sqrt(2.0), norm = std::sqrt(a * a + b * b);
  const Matrix unit = sparse(RowTransform(params), rows);
  CHECK(unit[0] == std::vector<double>{1, 0});
  CHECK(unit[1][0] == doctest::Approx(a / norm).epsilon(1e-14));
  CHECK(unit[1][1] == doctest::Approx(b / norm).epsilon(1e-14));
  CHECK(unit[2] == std::vector<double>{1, 0});
  CHECK_THROWS_AS(RowTransform({.scale = kUnit, .then = std::vector<Scale>(8, kUnit)}),
                  std::invalid_argument);
}

TEST_CASE("class filters choose rows and merge classes") {
  VectorData data{.name = "digits",
                  .features = 1,
                  .offsets = {0, 1, 2, 3, 4, 5},
                  .index = {0, 0, 0, 0, 0},
                  .value = {1, 2, 3, 4, 5},
                  .labels = {0, 1, 2, 1, kNoClass},
                  .classes = {"1", "4", "7"}};
  const VectorData pair = select_classes(data, {.classes = {"4", "7"}});
  CHECK(pair.classes == std::vector<std::string>{"4", "7"});
  CHECK(pair.value == std::vector<double>{2, 3, 4, 5});
  CHECK(pair.labels == std::vector<int>{0, 1, 0, kNoClass});
  const VectorData versus = select_classes(data, {.positive = {"1", "7"}, .negative = {"rest"}});
  CHECK(versus.classes == std::vector<std::string>{"rest", "1,7"});
  CHECK(versus.labels == std::vector<int>{1, 0, 1, 0, kNoClass});
  const VectorData named = select_classes(data, {.positive = {"7"}, .negative = {"4"}});
  CHECK(named.labels == std::vector<int>{0, 1, 0, kNoClass});
  CHECK(select_classes(data, {}).labels == data.labels);
  CHECK_THROWS_AS(select_classes(data, {.classes = {"9"}}), DataError);
  CHECK_THROWS_AS(select_classes(data, {.positive = {"4"}, .negative = {"4"}}), DataError);
  CHECK_THROWS_AS(select_classes(data, {.classes = {"1", "4"}, .positive = {"7"}}), DataError);
  CHECK_THROWS_AS(select_classes(data, {.negative = {"7"}}), DataError);
}

TEST_CASE("a table of dense rows is hashed to sparse ones, as is the table of their entries") {
  VectorData table;
  table.layout = RowLayout::kDense;
  table.features = 3;
  table.value = {1, 0, 2, 0, 0, 0, -3, 4, 5};
  table.offsets = {0, 3, 6, 9};
  table.feature_names = {"a", "b", "c"};
  for (const RowLayout layout : {RowLayout::kDense, RowLayout::kSparse}) {
    for (const std::uint32_t bias : {0u, 1u}) {
      RowTransform transform({.bias = bias == 1, .hash_bits = 5});
      const VectorData hashed = transform_rows(with_layout(table, layout), transform);
      CHECK(hashed.layout == RowLayout::kSparse);
      CHECK(hashed.features == 32 + bias);
      CHECK(hashed.feature_names.empty());
      // With five bits, h(0), h(1), h(2) are 28, 18, 18 and their signs +, +, -.
      using Numbers = std::vector<std::uint32_t>;
      using Values = std::vector<double>;
      CHECK(hashed.offsets == (bias == 1 ? std::vector<std::uint64_t>{0, 3, 4, 7}
                                         : std::vector<std::uint64_t>{0, 2, 2, 4}));
      CHECK(hashed.index ==
            (bias == 1 ? Numbers{0, 19, 29, 0, 0, 19, 29} : Numbers{18, 28, 18, 28}));
      CHECK(hashed.value == (bias == 1 ? Values{1, -2, 1, 1, 1, -1, -3} : Values{-2, 1, -1, -3}));
    }
  }
}

TEST_CASE(
    "hashed rows are the products with the matrix of h and its signs, and collisions are "
    "counted") {
  const std::size_t features = 40;
  std::mt19937_64 rng(5);
  Matrix rows;
  for (int t = 0; t < 30; ++t) {
    auto& row = rows.emplace_back(features);
    for (double& v : row) v = rng() % 3 == 0 ? static_cast<double>(rng() % 100) - 50 : 0;
  }
  for (const unsigned bits : {1u, 4u, 12u}) {
    // The dense matrix by definition: SplitMix64 with its published constants.
    Matrix H(features, std::vector<double>(std::size_t{1} << bits));
    std::vector<int> met(H[0].size());
    for (std::uint64_t j = 0; j < features; ++j) {
      std::uint64_t x = j + 0x9e3779b97f4a7c15u;
      x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
      x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
      x ^= x >> 31;
      H[j][x >> (64 - bits)] = x % 2 == 1 ? 1 : -1;
      ++met[x >> (64 - bits)];
    }
    for (const bool bias : {false, true}) {
      RowTransform transform({.bias = bias, .hash_bits = bits});
      for (const auto& row : rows) {
        const Sparse entries(row);
        for (const bool as_dense : {false, true}) {
          const auto view =
              as_dense ? transform.apply({}, row) : transform.apply(entries.index, entries.value);
          REQUIRE(view.index.size() == view.value.size());
          std::vector<double> out(H[0].size() + (bias ? 1 : 0));
          for (std::size_t k = 0; k < view.index.size(); ++k) {
            if (k > 0) CHECK(view.index[k - 1] < view.index[k]);
            out[view.index[k]] = view.value[k];
          }
          if (bias) {
            CHECK(out.front() == 1);
            out.erase(out.begin());
          }
          std::vector<double> expected(out.size());
          for (std::size_t j = 0; j < features; ++j) {
            for (std::size_t b = 0; b < out.size(); ++b) expected[b] += H[j][b] * row[j];
          }
          CHECK(out == expected);  // integers: sums are exact
        }
      }
      const auto used = std::count_if(met.begin(), met.end(), [](int n) { return n > 0; });
      const auto shared = std::count_if(met.begin(), met.end(), [](int n) { return n > 1; });
      const std::string note =
          std::to_string(used) + " used, " + std::to_string(shared) + " by more than one feature";
      CHECK(transform.note_of_hash().find(note) != std::string::npos);
      CHECK(transform.features_of(features) == (std::uint64_t{1} << bits) + (bias ? 1 : 0));
    }
  }
  CHECK_THROWS_AS(RowTransform({.hash_bits = 25}), std::invalid_argument);
}

TEST_CASE(
    "the mean of z(x)ᵀz(y) over the frequencies is the Gaussian kernel, within four deviations") {
  constexpr int kDraws = 400;
  constexpr std::uint32_t kFeatures = 50;
  const std::vector<std::vector<double>> rows{
      {1, -2, 0.5}, {0.8, -1.5, 0}, {-1, 2, 3}, {0, 0, 0}, {1.5, -2, 0.5}};
  for (const double sigma : {0.7, 2.0}) {
    for (std::size_t a = 0; a < rows.size(); ++a) {
      for (std::size_t b = 0; b <= a; ++b) {
        double distance = 0, sum = 0;
        for (std::size_t j = 0; j < 3; ++j)
          distance += (rows[a][j] - rows[b][j]) * (rows[a][j] - rows[b][j]);
        const double kernel = std::exp(-distance / (2 * sigma * sigma));
        for (std::uint64_t seed = 0; seed < kDraws; ++seed) {
          FourierFeatures features({.features = kFeatures, .sigma = sigma, .seed = seed});
          sum += product(z_of(features, {}, rows[a]), z_of(features, {}, rows[b]));
        }
        // Var z(x)ᵀz(y) = (1 − κ²)² / D, as cos(ωᵀδ) of normal ω has the variance (1 − κ²)² / 2
        const double deviation = (1 - kernel * kernel) / std::sqrt(double{kFeatures} * kDraws);
        CHECK(std::abs(sum / kDraws - kernel) <= 4 * deviation + 1e-14);
      }
    }
  }
}

TEST_CASE("z has length 1 and is the same for dense and sparse rows and for any order of rows") {
  FourierFeatures forth({.features = 14, .sigma = 3}), back({.features = 14, .sigma = 3});
  const std::vector<double> row{0, 4, 0, -1e3, 7};
  const std::vector<double> dense = z_of(forth, {}, row);
  z_of(back, {4}, {1});  // the frequencies of feature 4 are drawn first here
  CHECK(z_of(back, {1, 3, 4}, {4, -1e3, 7}) == dense);
  CHECK(product(dense, dense) == doctest::Approx(1).epsilon(1e-14));
  const std::vector<double> other = z_of(forth, {4000000000u}, {1});
  CHECK(product(other, other) == doctest::Approx(1).epsilon(1e-14));
  CHECK(other != dense);
  FourierFeatures seeded({.features = 14, .sigma = 3, .seed = 1});
  CHECK(z_of(seeded, {}, row) != dense);
}

TEST_CASE(
    "turns and logarithms by exact operations equal the C library's within a few units of the "
    "last place") {
  constexpr double kUnit = std::numeric_limits<double>::epsilon();
  for (int k = -4000; k <= 4000; ++k) {
    const double u = k / 1024.0 + 1e-5 * k;
    const auto [c, s] = detail::of_turns(u);
    // 2π (u − its integer part), which is exact; the library's argument is off by half a unit.
    const double t = 6.283185307179586476925 * (u - std::floor(u));
    CHECK(std::abs(c - std::cos(t)) < 16 * kUnit);
    CHECK(std::abs(s - std::sin(t)) < 16 * kUnit);
  }
  for (const double quarter : {0.0, 0.25, 0.5, 0.75, -0.25, 1e15}) {
    const auto [c, s] = detail::of_turns(quarter);
    CHECK(c * c + s * s == 1);
    CHECK(c * s == 0);
  }
  for (const double far : {1e300, -1e300}) CHECK(detail::of_turns(far).first == 1);
  for (double x = 0x1p-60; x <= 1; x *= 1.37)
    CHECK(std::abs(detail::natural_log(x) - std::log(x)) <=
          4 * kUnit * (1 + std::abs(std::log(x))));
  CHECK(detail::natural_log(1) == 0);
}

TEST_CASE(
    "Fourier features are computed after scaling and hashing, follow the bias, and are dense") {
  const std::vector<double> row{0, 3, 0, 4};
  RowTransform chain({.scale = TransformParams::Scale::kUnit,
                      .bias = true,
                      .hash_bits = 6,
                      .fourier = {.features = 10, .sigma = 1}});
  RowTransform hashed({.scale = TransformParams::Scale::kUnit, .hash_bits = 6});
  const auto h = hashed.apply({}, row);
  FourierFeatures features({.features = 10, .sigma = 1});
  std::vector<double> expected{1};
  features.append(h.index, h.value, expected);
  const auto z = chain.apply({}, row);
  CHECK(z.index.empty());
  CHECK(std::vector<double>(z.value.begin(), z.value.end()) == expected);
  CHECK(chain.features_of(4) == 11);

  VectorData table;
  table.features = 4;
  table.index = {1, 3};
  table.value = {3, 4};
  table.offsets = {0, 2, 2};  // the second row is empty
  table.feature_names = {"a", "b", "c", "d"};
  RowTransform plain({.fourier = {.features = 10, .sigma = 5}});
  const VectorData made = transform_rows(table, plain);
  CHECK(made.layout == RowLayout::kDense);
  CHECK(made.features == 10);
  CHECK(made.feature_names.empty());
  REQUIRE(made.value.size() == 20);
  for (std::size_t k = 0; k < 10; ++k)
    CHECK(made.value[10 + k] == doctest::Approx(k < 5 ? std::sqrt(0.2) : 0));
}

TEST_CASE(
    "an odd or excessive number of Fourier features, and a sigma without an inverse, are "
    "rejected") {
  for (const FourierFeatures::Params& bad : {FourierFeatures::Params{.features = 7},
                                             {.features = 65538},
                                             {.features = 4, .sigma = 0},
                                             {.features = 4, .sigma = std::nan("")},
                                             {.features = 4, .sigma = 1e-310}})
    CHECK_THROWS_AS(RowTransform({.fourier = bad}), std::invalid_argument);
}
