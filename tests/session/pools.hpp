// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <random>
#include <string>
#include <vector>

#include <querent/learners/session/session.hpp>

#include "../spectral/graphs.hpp"

namespace querent::testing {

// `count` cliques of `size` nodes, joined in a ring by one edge each: class c is clique c.
inline Graph cliques(Node count, Node size) {
  Edges edges;
  for (Node c = 0; c < count; ++c) {
    for (Node i = 0; i < size; ++i) {
      for (Node j = i + 1; j < size; ++j) edges.emplace_back(c * size + i, c * size + j);
    }
    if (count > 1) edges.emplace_back(c * size, (c + 1) % count * size + 1);
  }
  return make_graph(count * size, edges);
}

inline std::shared_ptr<const Items> clique_items(Node count, Node size, int dim = 8) {
  Graph graph = cliques(count, size);
  Embedding embedding = embed(graph, {.dim = dim});
  return std::make_shared<const Items>(items_of(std::move(graph), std::move(embedding)));
}

// Rows in `num_classes` directions with noise; the class of row i is i % num_classes.
inline std::shared_ptr<const Items> noisy_rows(std::uint32_t n, int dim, int num_classes,
                                               double noise, std::uint64_t seed = 1) {
  std::mt19937_64 engine(seed);
  std::normal_distribution<double> normal;
  Embedding::Rows rows(n, dim);
  for (Eigen::Index i = 0; i < rows.rows(); ++i) {
    for (Eigen::Index k = 0; k < dim; ++k) rows(i, k) = noise * normal(engine);
    rows(i, i % num_classes) += 1;
  }
  return std::make_shared<const Items>(Items{.rows = std::move(rows)});
}

inline const std::vector<std::string> kFour{"a", "b", "c", "d"};

// The class of a node of cliques of ten.
inline int clique_of(std::uint32_t i) {
  return static_cast<int>(i / 10);
}

inline const Question& question(const std::variant<Question, Ending>& next) {
  return std::get<Question>(next);
}

// Answers `count` questions with item → class.
template <class LabelOf>
void play(Session& session, int count, LabelOf&& label) {
  for (int k = 0; k < count; ++k) {
    const std::uint32_t item = question(session.next()).item;
    session.answer(item, label(item));
  }
}

inline bool same(const Question& a, const Question& b) {
  return a.id == b.id && a.item == b.item && a.why == b.why && a.probability == b.probability &&
         a.predicted == b.predicted && a.confidence == b.confidence &&
         a.class_probabilities == b.class_probabilities && a.uniform == b.uniform;
}

inline bool same(const std::vector<ItemPrediction>& a, const std::vector<ItemPrediction>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const auto& x, const auto& y) {
    return x.label == y.label && x.probability == y.probability && x.margin == y.margin &&
           x.asked == y.asked;
  });
}

}  // namespace querent::testing
