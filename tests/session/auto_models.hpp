// SPDX-License-Identifier: Apache-2.0
// The Gaussian process of `auto` by dense matrices, as a slow reference: every product, inverse and
// leave-one-out prediction is computed explicitly.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include <Eigen/Cholesky>

#include <querent/learners/session/auto/model.hpp>

#include "pools.hpp"

namespace querent::testing {

// The same cliques with words: `words` columns, most of which two rows of one clique share.
inline std::shared_ptr<const Items> clique_items_with_words(Node count, Node size, int words,
                                                            int dim = 8) {
  Graph graph = cliques(count, size);
  Embedding embedding = embed(graph, {.dim = dim});
  std::mt19937_64 engine(7);
  std::normal_distribution<double> normal;
  Embedding::Rows rows(count * size, words);
  for (Eigen::Index i = 0; i < rows.rows(); ++i) {
    for (Eigen::Index k = 0; k < words; ++k) rows(i, k) = 0.4 * normal(engine);
    rows(i, i / size % words) += 1;
    rows.row(i).normalize();
  }
  return std::make_shared<const Items>(
      items_of(std::make_shared<const Graph>(std::move(graph)), std::move(embedding), rows));
}

// `size` nodes in each of `communities`: two of one community are joined with probability `inside`,
// others with `outside`.
inline Graph planted(Node communities, Node size, double inside, double outside,
                     std::uint64_t seed) {
  Rng rng = make_rng(seed, 0, Stream::kOrder);
  Edges edges;
  const Node n = communities * size;
  for (Node i = 0; i < n; ++i) {
    if (i > 0) edges.emplace_back(i - 1, i);  // keeps the graph connected
    for (Node j = i + 1; j < n; ++j) {
      if (uniform01(rng) < (i / size == j / size ? inside : outside)) edges.emplace_back(i, j);
    }
  }
  return make_graph(n, edges);
}

inline std::shared_ptr<const Items> nodes_of(Graph graph, int dim) {
  Embedding embedding = embed(graph, {.dim = dim});
  return std::make_shared<const Items>(items_of(std::move(graph), std::move(embedding)));
}

// Kernels of the columns without neighbours: the dense reference stays small.
inline std::shared_ptr<const Kernels> kernels_of(const std::shared_ptr<const Items>& items,
                                                 int threads = 1) {
  return std::make_shared<const Kernels>(items, threads, AutoParams{.neighbours = 0});
}

// φ_s of some items by one kernel, one row per item.
inline RowMatrix features_by(const Kernels& kernels, std::size_t kernel, const ItemList& items) {
  Mixture one{.theta = std::vector<double>(kernels.count(), 0.0)};
  one.theta[kernel] = 1;
  const RowMatrix found = kernels.features(one, items);
  return found.leftCols(found.cols() - 1);
}

// Σ_b θ_b K_b among all items, from their features.
inline Eigen::MatrixXd dense_kernel(const Kernels& kernels, std::span<const double> theta) {
  Eigen::MatrixXd K = Eigen::MatrixXd::Zero(kernels.size(), kernels.size());
  for (std::size_t b = 0; b < theta.size(); ++b) {
    const RowMatrix features = features_by(kernels, b, {{}, kernels.size()});
    K += theta[b] * features * features.transpose();
  }
  return K;
}

// The process with these kernels and answers, solved densely.
struct DenseProcess {
  Eigen::MatrixXd K;                // with the intercept
  std::vector<Eigen::Index> asked;  // S
  Eigen::MatrixXd scores;           // n × C
  Eigen::MatrixXd covariance;       // n × n

  // `pending`: queried items without a label.
  DenseProcess(const AutoModel& model, const std::vector<Answer>& answers,
               const std::vector<std::uint32_t>& pending = {})
      : K(dense_kernel(model.kernels(), model.choice().theta)) {
    K.array() += model.params().intercept;
    const Eigen::Index C = model.num_classes(), m = std::ssize(answers);
    Eigen::MatrixXd R = Eigen::MatrixXd::Constant(m, C, -1.0 / static_cast<double>(C));
    for (Eigen::Index l = 0; l < m; ++l) {
      asked.push_back(answers[static_cast<std::size_t>(l)].item);
      R(l, answers[static_cast<std::size_t>(l)].label) += 1;
    }
    const auto noisy = [&] {
      Eigen::MatrixXd A = K(asked, asked);
      A.diagonal().array() += model.choice().noise;
      return A;
    };
    scores = K(Eigen::all, asked) * noisy().ldlt().solve(R);
    scores.array() += 1.0 / static_cast<double>(C);
    asked.insert(asked.end(), pending.begin(), pending.end());
    const Eigen::MatrixXd at = K(asked, Eigen::all);
    covariance = K - at.transpose() * noisy().ldlt().solve(at);
  }
};

// softmax(t f), averaged over the t.
inline Eigen::RowVectorXd mean_softmax(const Eigen::RowVectorXd& f, const std::vector<double>& ts) {
  Eigen::RowVectorXd p = Eigen::RowVectorXd::Zero(f.size());
  for (const double t : ts) {
    const Eigen::RowVectorXd e = (t * f.array()).exp();
    p += e / e.sum() / static_cast<double>(ts.size());
  }
  return p;
}

// Labels of items drawn in a separate random order.
inline std::vector<Answer> some_answers(std::uint32_t n, std::size_t count, std::uint64_t seed,
                                        auto&& label) {
  std::vector<std::uint32_t> order(n);
  for (std::uint32_t i = 0; i < n; ++i) order[i] = i;
  Rng rng = make_rng(seed, 1, Stream::kOrder);
  shuffle(order, rng);
  std::vector<Answer> answers;
  for (std::size_t l = 0; l < count; ++l) answers.push_back({order[l], label(order[l])});
  return answers;
}

// The class of a node of cliques of twelve.
inline int third(std::uint32_t i) {
  return static_cast<int>(i / 12 % 3);
}

inline void learn_all(AutoModel& model, const std::vector<Answer>& answers) {
  for (const Answer& answer : answers) model.learn(answer);
  model.update();
}

}  // namespace querent::testing
