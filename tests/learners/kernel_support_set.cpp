// SPDX-License-Identifier: Apache-2.0
#include <querent/learners/kernel/support_set.hpp>

#include <cmath>
#include <vector>

#include <doctest/doctest.h>

#include <querent/learners/random.hpp>

using namespace querent;

namespace {

/// Rows with a given share of nonzeros, in both forms.
struct Rows {
  std::vector<std::vector<double>> dense;
  std::vector<std::vector<std::uint32_t>> index;
  std::vector<std::vector<double>> value;

  Rows(std::size_t n, std::size_t d, double density, Rng& rng) {
    for (std::size_t i = 0; i < n; ++i) {
      dense.emplace_back(d, 0.0);
      index.emplace_back();
      value.emplace_back();
      for (std::size_t j = 0; j < d; ++j) {
        if (uniform01(rng) >= density) continue;
        dense[i][j] = 2 * uniform01(rng) - 1;
        index[i].push_back(static_cast<std::uint32_t>(j));
        value[i].push_back(dense[i][j]);
      }
    }
  }
  DenseRow as_dense(std::size_t i) const { return {dense[i]}; }
  SparseRow as_sparse(std::size_t i) const { return {index[i], value[i]}; }
};

double squared_distance(const std::vector<double>& x, const std::vector<double>& z) {
  double sum = 0;
  for (std::size_t j = 0; j < x.size(); ++j) sum += (x[j] - z[j]) * (x[j] - z[j]);
  return sum;
}

/// A user-defined kernel: rational quadratic.
struct RationalQuadratic {
  double operator()(double xz, double xx, double zz) const { return 1 / (1 + (xx + zz - 2 * xz)); }
};
static_assert(Kernel<RationalQuadratic>);
struct NotAKernel {
  double operator()(double) const { return 0; }
};
static_assert(!Kernel<NotAKernel>);

}  // namespace

TEST_CASE(
    "a row of the Gaussian kernel is exp(−‖x − z‖²/(2σ²)), from dense and from sparse rows, after "
    "every append") {
  Rng rng = make_rng(5, 0, Stream::kLearner);
  const Rows rows(60, 37, 0.3, rng);
  SupportSet dense(GaussianKernel({.sigma = 1.7})), sparse(GaussianKernel({.sigma = 1.7}));
  for (std::size_t n = 0; n < 60; ++n) {
    const auto k = dense.row(rows.as_dense(n));
    const auto k_sparse = sparse.row(rows.as_sparse(n));
    REQUIRE(k.size() == n);
    for (std::size_t i = 0; i < n; ++i) {
      const double expected =
          std::exp(-squared_distance(rows.dense[n], rows.dense[i]) / (2 * 1.7 * 1.7));
      CHECK(k[i] == doctest::Approx(expected).epsilon(1e-13));
      CHECK(k_sparse[i] == k[i]);  // the same sums in the same order
    }
    dense.set(n, rows.as_dense(n));
    sparse.set(n, rows.as_sparse(n));
  }
}

TEST_CASE("κ(x, x) = 1 to the last bit for a repeated row, in both forms") {
  Rng rng = make_rng(6, 0, Stream::kLearner);
  const Rows rows(40, 50, 0.5, rng);
  SupportSet<> dense, sparse;
  for (std::size_t i = 0; i < 40; ++i) {
    dense.set(i, rows.as_dense(i));
    sparse.set(i, rows.as_sparse(i));
  }
  for (std::size_t i = 0; i < 40; ++i) {
    CHECK(dense.row(rows.as_dense(i))[i] == 1);
    CHECK(sparse.row(rows.as_sparse(i))[i] == 1);
    CHECK(dense.row_of(i)[i] == 1);
    CHECK(sparse.row_of(i)[i] == 1);
  }
}

TEST_CASE("kernel rows of support vectors are those of their x, and the Gram matrix is symmetric") {
  Rng rng = make_rng(7, 0, Stream::kLearner);
  const Rows rows(50, 30, 0.2, rng);
  SupportSet<PolynomialKernel> dense(PolynomialKernel({.degree = 3})),
      sparse(PolynomialKernel({.degree = 3}));
  for (std::size_t i = 0; i < 50; ++i) {
    dense.set(i, rows.as_dense(i));
    sparse.set(i, rows.as_sparse(i));
  }
  for (std::size_t i = 0; i < 50; ++i) {
    const std::vector<double> of(dense.row_of(i).begin(), dense.row_of(i).end());
    const std::vector<double> of_sparse(sparse.row_of(i).begin(), sparse.row_of(i).end());
    const auto k = dense.row(rows.as_dense(i));
    const auto k_sparse = sparse.row(rows.as_sparse(i));
    for (std::size_t j = 0; j < 50; ++j) {
      CHECK(of[j] == k[j]);
      CHECK(of_sparse[j] == k_sparse[j]);
      CHECK(dense.row_of(j)[i] == doctest::Approx(of[j]).epsilon(1e-14));
    }
    std::vector<double> x = sparse.vector_of(i);
    x.resize(30);
    CHECK(x == rows.dense[i]);
    CHECK(dense.vector_of(i) == rows.dense[i]);
  }
}

TEST_CASE("rows of the other form are converted: one support set accepts both") {
  Rng rng = make_rng(8, 0, Stream::kLearner);
  const Rows rows(40, 20, 0.4, rng);
  SupportSet<LinearKernel> from_dense, from_sparse;
  for (std::size_t i = 0; i < 40; ++i) {
    const bool flip = i % 3 == 1;
    flip ? from_dense.set(i, rows.as_sparse(i)) : from_dense.set(i, rows.as_dense(i));
    flip ? from_sparse.set(i, rows.as_dense(i)) : from_sparse.set(i, rows.as_sparse(i));
  }
  for (std::size_t t = 0; t < 40; ++t) {
    const auto a = from_dense.row(rows.as_sparse(t));
    const auto b = from_sparse.row(rows.as_dense(t));
    for (std::size_t i = 0; i < 40; ++i) {
      double expected = 0;
      for (std::size_t j = 0; j < 20; ++j) expected += rows.dense[t][j] * rows.dense[i][j];
      CHECK(a[i] == doctest::Approx(expected).epsilon(1e-13));
      CHECK(b[i] == doctest::Approx(expected).epsilon(1e-13));
    }
  }
}

TEST_CASE(
    "sparse rows that become sparser move to the index, and their kernel rows keep their bits") {
  Rng rng = make_rng(12, 0, Stream::kLearner);
  const Rows full(10, 40, 0.9, rng), thin(200, 40, 0.05, rng);
  SupportSet<> sparse, dense;
  const auto append = [&](const Rows& rows, std::size_t i) {
    sparse.set(sparse.size(), rows.as_sparse(i));
    dense.set(dense.size(), rows.as_dense(i));
    const auto k = sparse.row(thin.as_sparse(7));
    const auto k_dense = dense.row(thin.as_dense(7));
    CHECK(std::equal(k.begin(), k.end(), k_dense.begin(), k_dense.end()));
  };
  for (std::size_t i = 0; i < 10; ++i) append(full, i);
  CHECK(sparse.bytes() == dense.bytes());
  for (std::size_t i = 0; i < 200; ++i) append(thin, i);
  CHECK(sparse.bytes() < dense.bytes() / 3);
}

TEST_CASE(
    "rows of ones are stored as bits, an eighth of the bytes, with the same kernel rows to the "
    "bit") {
  Rng rng = make_rng(21, 0, Stream::kLearner);
  const std::size_t n = 90, d = 150;
  const Rows rows(n, d, 0.2, rng);
  SupportSet<> bits, panels, index;
  std::vector<std::vector<double>> ones(n), dense(n, std::vector<double>(d));
  for (std::size_t i = 0; i < n; ++i) {
    ones[i].assign(rows.index[i].size(), 1.0);
    for (const std::uint32_t j : rows.index[i]) dense[i][j] = 1;
  }
  const auto row = [&](std::size_t i) { return SparseRow{rows.index[i], ones[i]}; };
  const std::vector<std::uint32_t> far{300};
  const std::vector<double> two{2};
  index.set(0, SparseRow{far, two});  // the first row of the index, replaced later
  for (std::size_t i = 0; i < n; ++i) {
    bits.set(i, row(i));
    panels.set(i, DenseRow{dense[i]});
    index.set(i, row(i));
  }
  CHECK(8 * bits.bytes() < index.bytes() + 8 * 2 * sizeof(double) * n);
  const auto agree = [&](const SparseRow& x, const std::vector<double>& full) {
    const auto k = bits.row(x), l = index.row(x), m = panels.row(DenseRow{full});
    REQUIRE(k.size() == n);
    for (std::size_t i = 0; i < n; ++i) {
      CHECK(k[i] == l[i]);
      CHECK(k[i] == m[i]);
    }
  };
  for (std::size_t i = 0; i < n; ++i) agree(row(i), dense[i]);
  for (std::size_t i = 0; i < n; ++i) CHECK(bits.vector_of(i) == index.vector_of(i));
  for (std::size_t i = 0; i < n; ++i) {
    const auto k = bits.row_of(i), l = index.row_of(i);
    CHECK(std::equal(k.begin(), k.end(), l.begin()));
  }
  // an x with other numbers, and one beyond all features so far
  std::vector<double> thirds(d);
  for (std::size_t k = 0; k < ones[3].size(); ++k) thirds[rows.index[3][k]] = 1 / 3.0;
  const std::vector<double> third(ones[3].size(), 1 / 3.0);
  agree(SparseRow{rows.index[3], third}, thirds);
  // a support vector with other numbers moves all of them to the index
  bits.set(7, SparseRow{rows.index[3], third});
  index.set(7, SparseRow{rows.index[3], third});
  panels.set(7, DenseRow{thirds});
  for (std::size_t i = 0; i < n; i += 9) agree(row(i), dense[i]);
}

TEST_CASE("the ones of two rows are counted alike with and without the popcount instruction") {
  Rng rng = make_rng(22, 0, Stream::kLearner);
  for (std::size_t words = 1; words < 6; ++words) {
    std::vector<std::uint64_t> rows(20 * words), x(words);
    for (auto* all : {&rows, &x}) {
      for (std::uint64_t& word : *all) word = rng();
    }
    std::vector<double> plain(20), fast(20);
    detail::count_common_baseline(rows.data(), 20, x.data(), words, plain.data());
    if (!detail::has_avx2()) return;
    detail::count_common_popcnt(rows.data(), 20, x.data(), words, fast.data());
    CHECK(plain == fast);
    int common = 0;
    for (std::size_t w = 0; w < words; ++w) {
      for (std::size_t b = 0; b < 64; ++b) {
        common += ((rows[19 * words + w] & x[w]) >> b & 1) != 0;
      }
    }
    CHECK(plain[19] == common);
  }
}

TEST_CASE("a replaced support vector leaves no trace in kernel rows") {
  Rng rng = make_rng(9, 0, Stream::kLearner);
  const Rows rows(400, 60, 0.1, rng);
  SupportSet<LinearKernel> replaced;
  std::vector<std::size_t> who(20);
  for (std::size_t t = 0; t < 399; ++t) {
    const std::size_t place = t < 20 ? t : uniform_below(rng, 20);
    who[place] = t;
    replaced.set(place, rows.as_sparse(t));
    const auto k = replaced.row(rows.as_sparse(t + 1));
    for (std::size_t i = 0; i < replaced.size(); ++i) {
      CHECK(k[i] == doctest::Approx(dot(rows.dense[who[i]], rows.as_sparse(t + 1))).epsilon(1e-14));
    }
  }
}

TEST_CASE("the products of baseline and AVX2 instructions are the same to the last bit") {
  Rng rng = make_rng(10, 0, Stream::kLearner);
  std::vector<detail::Panel<double>> panels(3, detail::Panel<double>(45));
  for (auto& panel : panels) {
    for (auto& lanes : panel) {
      for (auto& v : lanes.value) v = 2 * uniform01(rng) - 1;
    }
  }
  std::vector<double> x(45), fast(3 * detail::kLanes<double>), slow(fast.size());
  for (auto& v : x) v = uniform01(rng);
  if (!detail::has_avx2()) {
    MESSAGE("no AVX2 here: skipped");
    return;
  }
  const std::span<const detail::Panel<double>> all(panels);
  detail::panel_products_avx2(all, std::span<const double>(x), fast.data());
  detail::panel_products_baseline(all, std::span<const double>(x), slow.data());
  CHECK(fast == slow);
}

TEST_CASE("a user-defined kernel needs one function") {
  SupportSet support{RationalQuadratic{}};
  const std::vector<double> x{1, 2}, z{1, 4};
  support.set(0, DenseRow{x});
  CHECK(support.row(DenseRow{z})[0] == doctest::Approx(1 / 5.0));
  CHECK(support.self(DenseRow{z}) == 1);
}

TEST_CASE("the support set stays within 20 % of its rows") {
  Rng rng = make_rng(11, 0, Stream::kLearner);
  const Rows rows(3000, 300, 0.1, rng);
  SupportSet<> dense, sparse;
  std::size_t non_zeros = 0;
  for (std::size_t i = 0; i < 3000; ++i) {
    dense.set(i, rows.as_dense(i));
    sparse.set(i, rows.as_sparse(i));
    non_zeros += rows.index[i].size();
  }
  const double dense_rows = 3000.0 * 300 * sizeof(double);
  const double sparse_rows =
      static_cast<double>(non_zeros) * (sizeof(double) + sizeof(std::uint32_t));
  CHECK(static_cast<double>(dense.bytes()) < 1.2 * dense_rows);
  CHECK(static_cast<double>(sparse.bytes()) < 1.2 * sparse_rows);
}

TEST_CASE("kernels reject invalid parameters") {
  CHECK_THROWS_AS(GaussianKernel({.sigma = 0}), std::invalid_argument);
  CHECK_THROWS_AS(GaussianKernel({.sigma = -1}), std::invalid_argument);
  CHECK_THROWS_AS(GaussianKernel({.sigma = std::nan("")}), std::invalid_argument);
  CHECK_THROWS_AS(PolynomialKernel({.degree = 0}), std::invalid_argument);
}
