// SPDX-License-Identifier: Apache-2.0
// The embedding of a graph with a classifier that is not part of querent: ridge regression in six
// lines of Eigen, trained on every fifth labelled node. write_embedding("rows.npy", …) passes the
// rows to NumPy, for classifiers in another language.
//
//   other_classifier EDGES LABELS
#include <cstdio>
#include <exception>
#include <vector>

#include <Eigen/Cholesky>

#include <querent/graph/read.hpp>
#include <querent/spectral/embedding.hpp>

/// argmax_k of X W with W = (X_tᵀX_t + γ I)⁻¹ X_tᵀ Y_t, X_t the rows of `training`, Y_t their
/// classes one-hot.
std::vector<int> ridge(const Eigen::MatrixXd& X, const std::vector<int>& y, int num_classes,
                       const std::vector<int>& training, double gamma) {
  Eigen::MatrixXd Y = Eigen::MatrixXd::Zero(X.rows(), num_classes);
  for (const int i : training) Y(i, y[static_cast<std::size_t>(i)]) = 1;
  const Eigen::MatrixXd X_t = X(training, Eigen::all), Y_t = Y(training, Eigen::all);
  Eigen::MatrixXd A = X_t.transpose() * X_t;
  A.diagonal().array() += gamma;
  const Eigen::MatrixXd scores = X * A.ldlt().solve(X_t.transpose() * Y_t);
  std::vector<int> predicted(y.size());
  for (Eigen::Index i = 0; i < scores.rows(); ++i)
    scores.row(i).maxCoeff(&predicted[static_cast<std::size_t>(i)]);
  return predicted;
}

int main(int argc, char** argv) try {
  using namespace querent;
  if (argc != 3) return std::fprintf(stderr, "usage: other_classifier EDGES LABELS\n"), 2;
  const GraphData data = read_graph({.edges = argv[1], .labels = argv[2], .features = {}});
  const Embedding M =
      embed(data.graph, {.dim = 100});  // row i is node i: data.names[i], data.labels[i]
  std::vector<int> training;
  int labelled = 0;
  for (std::size_t i = 0; i < data.labels.size(); ++i)
    if (data.labels[i] != kUnlabelled && labelled++ % 5 == 0)
      training.push_back(static_cast<int>(i));
  const auto predicted =
      ridge(M.rows, data.labels, static_cast<int>(data.classes.size()), training, 0.1);
  int wrong = 0;
  for (std::size_t i = 0; i < predicted.size(); ++i)
    wrong += data.labels[i] != kUnlabelled && predicted[i] != data.labels[i];
  std::printf("%d of %d nodes wrong, %zu labels seen\n", wrong, labelled, training.size());
  return 0;
} catch (const std::exception& error) {
  std::fprintf(stderr, "error: %s\n", error.what());
  return 3;
}
