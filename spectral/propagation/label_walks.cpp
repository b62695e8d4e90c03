// SPDX-License-Identifier: Apache-2.0
// Label spreading, updated as labels arrive.
//
// A walk at node i ends there with probability 1 − α, otherwise it continues to neighbour j with
// probability W_ij / d_i:
//
//   K = (1 − α) (I − α D⁻¹ W)⁻¹,   F_ik = Σ over l labelled k of K_il
//
// F is label spreading by D⁻¹W instead of D^{−1/2} W D^{−1/2} (Zhou et al., NIPS 2003, end of §4).
// A label adds a column of K, which is the row of K by d_i K_il = d_l K_li, and the row is found
// near l by pushing (Andersen, Chung, Lang, Local Graph Partitioning using PageRank Vectors, FOCS
// 2006, §3, here for a walk that is not lazy):
//
//   p = 0, r = e_l
//   while some r_u > ε d_u / mean degree:
//     p_u += (1 − α) r_u;   for each neighbour v: r_v += α r_u W_uv / d_u;   r_u = 0
//   F_iy += p_i d_l / d_i for each touched i
//
// Each push moves (1 − α) r_u > (1 − α) ε d_u / mean degree from r, whose sum is 1 at the start, to
// p. This bounds the work for graphs of any size. The rest of r is missing from F.
#include <querent/spectral/propagation/label_walks.hpp>

#include <stdexcept>

namespace querent {

LabelWalks::LabelWalks(const Graph& graph, int num_classes, LabelWalksOptions options)
    : graph_(graph),
      options_(options),
      degree_(graph.num_nodes()),
      p_(graph.num_nodes()),
      r_(graph.num_nodes()) {
  if (!(options.alpha > 0 && options.alpha < 1 && options.epsilon > 0))
    throw std::invalid_argument("LabelWalks: 0 < alpha < 1 and epsilon > 0 are needed");
  if (num_classes < 2) throw std::invalid_argument("LabelWalks: K >= 2 classes are needed");
  F_ = NodeScores::Zero(static_cast<Eigen::Index>(graph.num_nodes()), num_classes);
  for (Node i = 0; i < graph.num_nodes(); ++i) {
    degree_[i] = graph.degree(i);
    mean_degree_ += degree_[i] / static_cast<double>(graph.num_nodes());
  }
}

void LabelWalks::visit(Node v, double amount) {
  if (r_[v] == 0 && p_[v] == 0) touched_.push_back(v);
  const double least = options_.epsilon * degree_[v] / mean_degree_;
  const bool waits = r_[v] > least;
  r_[v] += amount;
  if (!waits && r_[v] > least) queue_.push_back(v);
}

void LabelWalks::learn(Node l, int y) {
  if (l >= graph_.num_nodes() || y < 0 || y >= F_.cols())
    throw std::invalid_argument("LabelWalks: the node or the label does not exist");
  if (!(degree_[l] > 0)) {  // every walk from it ends there, and no other walk reaches it
    F_(static_cast<Eigen::Index>(l), y) += 1;
    return;
  }
  visit(l, 1);
  for (std::size_t first = 0; first < queue_.size(); ++first) {
    const Node u = queue_[first];
    const double r = r_[u];
    r_[u] = 0;
    p_[u] += (1 - options_.alpha) * r;
    const double share = options_.alpha * r / degree_[u];
    graph_.for_each_neighbour(u, [&](Node i, double weight) { visit(i, share * weight); });
  }
  for (const Node i : touched_) {
    F_(static_cast<Eigen::Index>(i), y) += p_[i] * degree_[l] / degree_[i];
    p_[i] = r_[i] = 0;
  }
  touched_.clear();
  queue_.clear();
}

}  // namespace querent
