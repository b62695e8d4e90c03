// SPDX-License-Identifier: Apache-2.0
#include <querent/learners/session/finish.hpp>

#include <algorithm>

#include <querent/learners/session/calibration.hpp>

namespace querent {

std::vector<double> scores_of(const DatasetView& examples, const LearnerValue& learner,
                              std::uint32_t i) {
  std::vector<double> f(static_cast<std::size_t>(examples.num_classes), 0);
  const auto say = [&](const auto& x) {
    if (learner.leaves_out()) {
      const Eigen::VectorXd scores = learner.class_scores(x);
      std::copy(scores.begin(), scores.end(), f.begin());
    } else {
      const Prediction p = learner.predict(x);
      f[static_cast<std::size_t>(p.label)] = p.margin;
    }
  };
  at_row(i, [&] { examples.with_row(i, say); });
  return f;
}

NodeScores softmax_rows(NodeScores F, double t) {
  for (Eigen::Index i = 0; i < F.rows(); ++i) {
    if (F.row(i).isZero(0)) continue;
    const std::vector<double> f(F.row(i).begin(), F.row(i).end());
    std::ranges::copy(probabilities(f, t), F.row(i).begin());
  }
  return F;
}

NodeScores finished_scores(const DatasetView& examples, const LearnerValue& learner) {
  NodeScores F(examples.labels.size(), examples.num_classes);
  for (std::uint32_t i = 0; i < F.rows(); ++i) {
    const std::vector<double> f = scores_of(examples, learner, i);
    std::ranges::copy(f, F.row(i).begin());
  }
  return F;
}

}  // namespace querent
