// SPDX-License-Identifier: Apache-2.0
// A learner of your own: the class with the nearest mean. Any type with predict() and update() is a
// learner; every query rule and every loop of the protocol accepts it.
//
//   own_learner ROWS          rows with labels in any format, e.g.
//   datasets/embedded/vectors/digits/rows.csv.gz
#include <cstdio>
#include <exception>

#include <querent/datasets/vectors/vector_data.hpp>
#include <querent/learners/play.hpp>
#include <querent/learners/query/margin.hpp>

class NearestMean {
 public:
  NearestMean(std::size_t dim, int num_classes)
      : mean_(Eigen::MatrixXd::Zero(static_cast<Eigen::Index>(dim), num_classes)),
        count_(Eigen::VectorXd::Zero(num_classes)) {}

  querent::Prediction predict(const querent::DenseRow& x) const {
    const Eigen::VectorXd score = -(mean_.colwise() - x.vector()).colwise().squaredNorm();
    return querent::predict_from_scores({score.data(), static_cast<std::size_t>(score.size())});
  }

  bool update(const querent::DenseRow& x, int y) {  // mean_y ← mean_y + (x − mean_y) / n_y
    count_[y] += 1;
    mean_.col(y) += (x.vector() - mean_.col(y)) / count_[y];
    return true;
  }

 private:
  Eigen::MatrixXd mean_;  // dim × K
  Eigen::VectorXd count_;
};
static_assert(querent::OnlineLearner<NearestMean, querent::DenseRow>);

int main(int argc, char** argv) try {
  using namespace querent;
  if (argc != 2) return std::fprintf(stderr, "usage: own_learner ROWS\n"), 2;
  const VectorData data = with_layout(read_vectors(argv[1]), RowLayout::kDense);
  NearestMean learner(data.features, static_cast<int>(data.classes.size()));
  MarginQuery query({.b = 50});
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
