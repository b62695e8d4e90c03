// SPDX-License-Identifier: Apache-2.0
// A query rule of your own: ask if the margin is among the smallest tenth of the recent ones. A
// rule returns the probability of asking; observe() receives the result of every round.
//
//   own_query_rule ROWS       rows with labels in any format, e.g.
//   datasets/embedded/vectors/digits/rows.csv.gz
#include <algorithm>
#include <cstdio>
#include <deque>
#include <exception>

#include <querent/datasets/vectors/vector_data.hpp>
#include <querent/learners/least_squares/rls.hpp>
#include <querent/learners/play.hpp>

class SmallestTenth {
 public:
  double probability(const querent::Prediction& p) const {
    const auto smaller =
        std::count_if(seen_.begin(), seen_.end(), [&](double margin) { return margin < p.margin; });
    return static_cast<double>(smaller) <= 0.1 * static_cast<double>(seen_.size()) ? 1.0 : 0.0;
  }

  void observe(const querent::Prediction& p, const querent::Outcome&) {
    seen_.push_back(p.margin);
    if (seen_.size() > kLately) seen_.pop_front();
  }

 private:
  static constexpr std::size_t kLately = 100;  // rounds
  std::deque<double> seen_;
};
static_assert(querent::QueryRule<SmallestTenth>);

int main(int argc, char** argv) try {
  using namespace querent;
  if (argc != 2) return std::fprintf(stderr, "usage: own_query_rule ROWS\n"), 2;
  const VectorData data = with_layout(read_vectors(argv[1]), RowLayout::kDense);
  Rls learner(data.features, static_cast<int>(data.classes.size()));
  SmallestTenth query;
  Rng shuffler = make_rng(0, 0, Stream::kOrder), coin = make_rng(0, 0, Stream::kQuery);
  const auto order = random_order(static_cast<std::uint32_t>(data.rows()), shuffler);
  const Tally tally = play(
      learner, query, order, [&](std::uint32_t i) { return DenseRow{data.row_value(i)}; },
      [&](std::uint32_t i) { return data.labels[i]; }, coin, [](std::uint32_t, const Round&) {});
  std::printf("error rate %.4f, %.1f %% of the labels asked\n", tally.error_rate(),
              100 * tally.query_rate());
  return 0;
} catch (const std::exception& error) {
  std::fprintf(stderr, "error: %s\n", error.what());
  return 3;
}
