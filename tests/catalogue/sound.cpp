// SPDX-License-Identifier: Apache-2.0
// Properties of every update rule of the catalogue: on real data its error is lower than always
// predicting the majority class, and its state stays finite.
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include <querent/datasets/vectors/vector_data.hpp>
#include <querent/learners/catalogue/catalogue.hpp>
#include <querent/learners/models/model.hpp>
#include <querent/learners/random.hpp>

#include "datasets/scratch.hpp"

using namespace querent;

namespace {

/// One learner name per update rule; names that differ only in the query rule are omitted.
std::vector<std::string> one_of_each_update() {
  std::map<std::string, std::string> name_of;
  for (const LearnerSpec& spec : learners()) name_of.emplace(spec.update, spec.name);
  std::vector<std::string> names;
  for (const auto& [update, name] : name_of) names.push_back(name);
  return names;
}

/// Checks that the state is finite: reading back the bytes of a non-finite state fails.
void check_finite(const AnyLearner& learner, AnyLearner& fresh) {
  CborWriter out;
  out.begin_map();
  FieldWriter writer(out);
  learner.keep(writer);
  out.end_map();
  const ModelFile file(seal_model(out.bytes()), "state");
  CHECK_NOTHROW(fresh.restore(FieldReader(file.model())));
}

/// Error of one pass in which every label is asked.
double online_error(const std::string& name, const VectorData& data, std::size_t rows) {
  Rng rng = make_rng(5, 0, Stream::kOrder);
  const auto order = random_order(static_cast<std::uint32_t>(data.rows()), rng);
  const auto learner =
      learner_config(name, "all", {})
          .make_learner({.dim = static_cast<std::size_t>(data.features), .num_classes = 2});
  rows = std::min<std::size_t>(rows, order.size());
  std::size_t mistakes = 0;
  for (std::size_t t = 0; t < rows; ++t) {
    const std::uint64_t i = order[t];
    const SparseRow x{data.row_index(i), data.row_value(i)};
    const int y = data.labels[i];
    mistakes += learner->predict(x).label != y;
    learner->update(x, y);
  }
  return static_cast<double>(mistakes) / static_cast<double>(rows);
}

}  // namespace

namespace {

// Every label of up to 5,000 rows is asked, of 1,000 by kernels, full matrices and exponentiated
// gradients.
void check_beats_majority(const std::string& name) {
  const auto file = shared_directory() / "data/vectors" / (name + ".xz");
  if (!std::filesystem::exists(file)) {
    MESSAGE(name << " is absent: skipped");
    return;
  }
  const VectorData data = read_vectors(file);
  const double ones = static_cast<double>(std::count(data.labels.begin(), data.labels.end(), 1));
  const double share = ones / static_cast<double>(data.rows());
  const double majority = std::min(share, 1 - share);
  for (const std::string& learner : one_of_each_update()) {
    CAPTURE(learner);
    const LearnerSpec& spec = find_learner(learner);
    const bool slow = spec.family == "kernel" || spec.full_matrix || learner.ends_with("EG");
    // a quarter of a9a is positive, and it is not separable: kernels with default parameters have
    // not seen enough of it after 2,000 rows, and DKM, which assumes a separating hyperplane, has
    // an error of .244
    if (name == "a9a" && (spec.family == "kernel" || learner == "DKM")) continue;
    if (spec.full_matrix && data.features > 1'000) continue;
    CHECK(online_error(learner, data, slow ? 1'000 : 5'000) < majority);
  }
}

}  // namespace

TEST_CASE("every update rule beats the majority class on mushrooms") {
  check_beats_majority("mushrooms");
}
TEST_CASE("every update rule beats the majority class on splice") {
  check_beats_majority("splice");
}
TEST_CASE("every update rule beats the majority class on basehock") {
  check_beats_majority("basehock_bydate");
}
TEST_CASE("every update rule beats the majority class on a9a, except kernels and DKM") {
  check_beats_majority("a9a");
}

namespace {

constexpr std::size_t kRows = 100'000;

// The preparations of rows: raw, with numbers of any size; of length 1; between 0 and 1; with
// variance 1 but contradictory labels.
enum class Prepared { kRaw, kUnit, kShare, kStandard };

void check_stays_finite(const std::string& name, Prepared how) {
  const LearnerSpec& spec = find_learner(name);
  const bool kernel = spec.family == "kernel";
  Params bounded;
  if (kernel) bounded = {{"budget-sv", 8}};
  if (name == "DUOL-EG") bounded = {{"kept", 2}};  // each is a dot product
  const LearnerConfig chosen = learner_config(name, "all", bounded);
  const Task task{.dim = 4, .num_classes = 2};
  const auto learner = chosen.make_learner(task);
  Rng rng = make_rng(17, static_cast<std::uint64_t>(how), Stream::kHeldOut);
  std::vector<double> x(2);
  std::vector<std::uint32_t> index(2);
  const bool slow = kernel || name.ends_with("EG");  // these search for the best step
  for (std::size_t t = 0; t < (slow ? kRows / 10 : kRows); ++t) {
    const std::uint64_t bits = rng();
    index = {static_cast<std::uint32_t>(bits & 1), static_cast<std::uint32_t>(2 + (bits >> 1 & 1))};
    x = {uniform01(rng) - 0.3, uniform01(rng) - 0.5};
    if (how == Prepared::kRaw) x[0] *= std::pow(10, static_cast<double>(bits >> 2 & 7) - 3);
    if (how == Prepared::kUnit) {
      const double length = std::hypot(x[0], x[1]);
      for (double& value : x) value /= length;
    }
    if (how == Prepared::kShare) x = {std::abs(x[0]), std::abs(x[1])};
    if (how == Prepared::kStandard) x = {x[0] * 3.5, x[1] * 3.5};
    const int y = (bits >> 8 & 7) == 0 ? static_cast<int>(bits >> 12 & 1) : x[0] > x[1];
    const SparseRow row{index, x};
    learner->predict(row);
    learner->update(row, y);
  }
  check_finite(*learner, *chosen.make_learner(task));
}

void check_stays_finite(Prepared how) {
  for (const std::string& name : one_of_each_update()) {
    CAPTURE(name);
    check_stays_finite(name, how);
  }
}

}  // namespace

TEST_CASE("the state of every update rule is finite after 10^5 cheap rows of any size") {
  check_stays_finite(Prepared::kRaw);
}
TEST_CASE("the state of every update rule is finite after 10^5 cheap rows of length 1") {
  check_stays_finite(Prepared::kUnit);
}
TEST_CASE("the state of every update rule is finite after 10^5 cheap rows between 0 and 1") {
  check_stays_finite(Prepared::kShare);
}
TEST_CASE("the state of every update rule is finite after 10^5 cheap rows that contradict") {
  check_stays_finite(Prepared::kStandard);
}
