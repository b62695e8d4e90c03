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
//
// On a small dense graph that bound is far above the 2m entries of W. After a walk has visited more
// entries than these, later walks push all nodes at once, eight labels per pass:
//
//   q = e_l / d_l,   s = (1 − α) q
//   until q_u ≤ ε / mean degree for all u:   q ← α D⁻¹ W q;   s += (1 − α) q
//   F_iy += s_i d_l
//
// where q = D⁻¹ r and s = D⁻¹ p. This follows the walks at least as far, and reads W in order. Each
// of the eight ends separately, so the contribution of a label does not depend on the others. They
// are floats, and for ε < 10⁻⁶ doubles are used.
#include <querent/spectral/label_walks.hpp>

#include <algorithm>
#include <array>
#include <stdexcept>

#include <querent/graph/block_product.hpp>
#include <querent/graph/dense_block.hpp>

namespace querent {

namespace {

constexpr double kFloats = 1e-6;  // the least ε for which floats are accurate enough

}  // namespace

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

void LabelWalks::push(const LabelledNode& label) {
  const auto& [l, y] = label;
  std::uint64_t met = 0;
  visit(l, 1);
  for (std::size_t first = 0; first < queue_.size(); ++first) {
    const Node u = queue_[first];
    const double r = r_[u];
    r_[u] = 0;
    p_[u] += (1 - options_.alpha) * r;
    const auto neighbours = graph_.neighbours(u);
    const auto weights = graph_.weights(u);
    const double share = options_.alpha * r / degree_[u];
    for (std::size_t k = 0; k < neighbours.size(); ++k)
      visit(neighbours[k], share * (weights.empty() ? 1.0 : weights[k]));
    met += neighbours.size();
  }
  for (const Node i : touched_) {
    F_(static_cast<Eigen::Index>(i), y) += p_[i] * degree_[l] / degree_[i];
    p_[i] = r_[i] = 0;
  }
  touched_.clear();
  queue_.clear();
  reaches_all_ = options_.epsilon >= kFloats && met > graph_.all_neighbours().size();
}

void LabelWalks::pass(std::span<const LabelledNode> labels, NodeScores* before, std::size_t first) {
  constexpr std::size_t b = kBlockColumns;
  using Row = std::array<float, b>;
  const std::uint64_t n = degree_.size();
  std::vector<float> none(n, 0), ahead(n, 0);  // ahead: the recurrence halves step 1
  for (std::uint64_t i = 0; i < n; ++i) {
    if (degree_[i] > 0) ahead[i] = static_cast<float>(2 * options_.alpha / degree_[i]);
  }
  DenseBlock<float> q(n, b), next(n, b), s(n, b);
  Row ends{};  // 1 − α while the walk continues, then 0
  const auto end = static_cast<float>(1 - options_.alpha);
  for (std::size_t c = 0; c < labels.size(); ++c) {
    const Node l = labels[c].node;
    if (!(degree_[l] > 0)) continue;
    q.row(l)[c] = static_cast<float>(1 / degree_[l]);
    s.row(l)[c] = end * q.row(l)[c];
    ends[c] = end;
  }
  const auto enough = static_cast<float>(options_.epsilon / mean_degree_);
  while (std::any_of(ends.begin(), ends.end(), [](float e) { return e > 0; })) {
    recurrence_rows(graph_, 0, n, b, none.data(), ahead.data(), q.data(), next.data(), true);
    std::swap(q, next);
    Row most{};
    for (std::uint64_t i = 0; i < n; ++i) {
      const float* const q_i = q.row(i);
      float* const s_i = s.row(i);
      for (std::size_t c = 0; c < b; ++c) {
        s_i[c] += ends[c] * q_i[c];
        most[c] = std::max(most[c], q_i[c]);
      }
    }
    for (std::size_t c = 0; c < b; ++c) {
      if (most[c] <= enough) ends[c] = 0;
    }
  }
  for (std::size_t c = 0; c < labels.size(); ++c) {
    const auto& [l, y] = labels[c];
    if (before != nullptr) before->row(static_cast<Eigen::Index>(first + c)) = scores(l);
    if (!(degree_[l] > 0)) {
      F_(static_cast<Eigen::Index>(l), y) += 1;
      continue;
    }
    for (std::uint64_t i = 0; i < n; ++i)
      F_(static_cast<Eigen::Index>(i), y) += static_cast<double>(s.row(i)[c]) * degree_[l];
  }
}

void LabelWalks::learn(std::span<const LabelledNode> labels, NodeScores* before) {
  for (std::size_t first = 0; first < labels.size();) {
    const LabelledNode& label = labels[first];
    if (reaches_all_) {
      const std::size_t together = std::min<std::size_t>(kBlockColumns, labels.size() - first);
      pass(labels.subspan(first, together), before, first);
      first += together;
      continue;
    }
    if (before != nullptr) before->row(static_cast<Eigen::Index>(first)) = scores(label.node);
    if (degree_[label.node] > 0) {
      push(label);
    } else {  // every walk from it ends there, and no other walk reaches it
      F_(static_cast<Eigen::Index>(label.node), label.label) += 1;
    }
    ++first;
  }
}

void LabelWalks::learn(Node l, int y) {
  const LabelledNode label{.node = l, .label = y};
  learn(std::span(&label, 1));
}

}  // namespace querent
