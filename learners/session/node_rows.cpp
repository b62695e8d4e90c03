// SPDX-License-Identifier: Apache-2.0
#include <querent/learners/session/node_rows.hpp>

#include <cmath>

namespace querent {

namespace {

constexpr double kGraphShare = 0.4;  // α; docs/notes/auto.md

// A view of the embedding's columns, divided by a further √λ for each power of ½, at length 1.
RowView filtered(const Eigen::VectorXd& eigenvalues, double power) {
  RowView view{.first = 0, .count = static_cast<std::size_t>(eigenvalues.size()), .unit = true};
  for (const double lambda : eigenvalues) view.scale.push_back(std::pow(lambda, -power));
  return view;
}

}  // namespace

Embedding::Rows join_words(const Embedding::Rows& graph, const Embedding::Rows& words) {
  Embedding::Rows joined(graph.rows(), graph.cols() + words.cols());
  joined.rightCols(words.cols()) = std::sqrt(1 - kGraphShare * kGraphShare) * words;
  for (Eigen::Index i = 0; i < graph.rows(); ++i)
    joined.row(i) = join_words(Eigen::RowVectorXd(graph.row(i)),
                               Eigen::RowVectorXd(joined.row(i).tail(words.cols())));
  return joined;
}

Eigen::RowVectorXd join_words(const Eigen::RowVectorXd& graph, const Eigen::RowVectorXd& words) {
  Eigen::RowVectorXd joined(graph.size() + words.size());
  const double length = graph.norm();
  joined << (length > 0 ? kGraphShare / length : 0.0) * graph, words;
  return joined;
}

std::vector<RowView> views_of(const Eigen::VectorXd& eigenvalues, std::size_t word_columns) {
  const auto d = static_cast<std::size_t>(eigenvalues.size());
  if (word_columns == 0)
    return {filtered(eigenvalues, 0), filtered(eigenvalues, 0.5), filtered(eigenvalues, 1)};
  return {{.first = 0, .count = d + word_columns},
          {.first = d, .count = word_columns, .unit = true},
          filtered(eigenvalues, 0.5)};
}

}  // namespace querent
