// SPDX-License-Identifier: Apache-2.0
#include <querent/graph/builder.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>

#include <fmt/format.h>

#include <querent/datasets/text/number.hpp>
#include <querent/graph/components.hpp>
#include <querent/graph/matrices/symmetrize.hpp>
#include <querent/graph/subgraph.hpp>

namespace querent {

Merge merge_by(Duplicates duplicates, std::function<void(Node, Node)> refuse) {
  switch (duplicates) {
    case Duplicates::kSum:
      return [](Node, Node, double a, double b) { return a + b; };
    case Duplicates::kMax:
      return [](Node, Node, double a, double b) { return std::max(a, b); };
    case Duplicates::kFirst:
      return {};
    case Duplicates::kError:
      return [refuse = std::move(refuse)](Node u, Node v, double a, double) {
        refuse(u, v);
        return a;
      };
    case Duplicates::kMergeEqual:
      return [refuse = std::move(refuse)](Node u, Node v, double a, double b) {
        if (a != b) refuse(u, v);
        return a;
      };
  }
  return {};
}

GraphBuilder::GraphBuilder(std::string source_name, ReadOptions options)
    : source_name_(std::move(source_name)),
      options_(std::move(options)),
      unweighted_(options_.without_weights()) {}

Node GraphBuilder::node(std::string_view id, const Place& place) {
  if (id.empty())
    throw DataError(place, "expected a node id, found an empty one — give the node an id");
  if (id.size() > NodeIds::kMaxBytes) {
    throw DataError(place,
                    fmt::format("expected a node id of at most {} bytes, found {} bytes — give the "
                                "nodes short ids",
                                NodeIds::kMaxBytes, id.size()));
  }
  return ids_.find_or_add(id);
}

void GraphBuilder::add_odd_edge(Node u, Node v, double weight, std::uint64_t line,
                                std::uint64_t column) {
  const Place place{source_name_, line, column};
  if (std::isnan(weight) || std::isinf(weight)) {
    errors_.add(
        place, fmt::format("expected a finite edge weight, found {} — correct it, or drop the edge",
                           weight));
  } else if (weight < 0) {
    errors_.add(
        place,
        fmt::format(
            "expected an edge weight of at least 0, found {} — a negative weight has no Laplacian: "
            "drop the edge, or write its similarity",
            weight));
  } else if (u == v) {
    ++report_.self_loops;
    if (options_.self_loops == SelfLoops::kError) {
      errors_.add(
          place,
          fmt::format(
              "expected two different nodes, found {} twice — self_loops=drop drops such edges",
              in_quotes(ids_.names()[u])));
    }
  } else {
    ++report_.zero_weights;
  }
}

Place GraphBuilder::place_of(std::uint64_t edge) const {
  const auto after = std::ranges::upper_bound(runs_, edge, {}, &Run::first_edge);
  if (after == runs_.begin()) return {source_name_};
  const Run& run = *std::prev(after);
  return {source_name_, run.first_line + (edge - run.first_edge), run.column};
}

int GraphBuilder::class_of(std::string_view label) {
  auto found = class_ids_.find(label);
  if (found == class_ids_.end())
    found = class_ids_.emplace(label, static_cast<int>(class_ids_.size())).first;
  return found->second;
}

void GraphBuilder::set_label(Node node, std::string_view label, const Place& place) {
  if (label.empty() || label == "?") return;
  if (label.size() > NodeIds::kMaxBytes) {
    return errors_.add(place, fmt::format("expected a label of at most {} bytes, found {} bytes — "
                                          "is it the name of a class?",
                                          NodeIds::kMaxBytes, label.size()));
  }
  if (labels_.size() <= node) {
    labels_.resize(std::max<std::size_t>(num_nodes(), node + 1), kUnlabelled);
    label_lines_.resize(labels_.size());
  }
  const int c = class_of(label);
  label_source_ = place.source;
  if (labels_[node] != kUnlabelled && labels_[node] != c) {
    if (errors_.count() >= ErrorList::kShown) return errors_.add(place, {});  // only counted
    const auto& before = std::find_if(class_ids_.begin(), class_ids_.end(), [&](const auto& entry) {
                           return entry.second == labels_[node];
                         })->first;
    errors_.add(
        place,
        fmt::format(
            "expected one label for {}, found {} after {} on line {} — keep one of the two lines",
            in_quotes(ids_.names()[node]), in_quotes(label), in_quotes(before),
            label_lines_[node]));
    return;
  }
  labels_[node] = c;
  label_lines_[node] = place.line;
}

void GraphBuilder::add_label_to_set(Node node, std::string_view label) {
  if (label.empty() || label == "?") return;
  if (label_sets_.size() <= node) label_sets_.resize(std::max<std::size_t>(num_nodes(), node + 1));
  label_sets_[node].push_back(class_of(label));
}

void GraphBuilder::forget_labels() {
  if (class_ids_.empty()) return;
  report_.notes.emplace_back("the label file replaces the labels of the graph file");
  class_ids_.clear();
  labels_.clear();
  label_lines_.clear();
  label_sets_.clear();
}

void GraphBuilder::set_features(Node node, std::span<const std::uint32_t> index,
                                std::span<const double> value) {
  if (feature_row_.size() <= node)
    feature_row_.resize(std::max<std::size_t>(num_nodes(), node + 1));
  feature_row_[node] = features_.offsets.size();
  features_.add_row({index, value});
  if (!index.empty())
    feature_dim_ = std::max<std::uint64_t>(feature_dim_, std::uint64_t{index.back()} + 1);
}

void GraphBuilder::set_features(Node node,
                                const std::vector<std::pair<std::uint32_t, double>>& row) {
  std::vector<std::uint32_t> index;
  std::vector<double> value;
  index.reserve(row.size());
  value.reserve(row.size());
  for (const auto& [j, v] : row) {
    index.push_back(j);
    value.push_back(v);
  }
  set_features(node, index, value);
}

void GraphBuilder::refuse_duplicate(Node u, Node v) {
  if (errors_.count() >= ErrorList::kShown) return errors_.add({source_name_}, {});
  // Error path: searches all records for those of the pair.
  std::vector<std::uint64_t> found;
  for (std::uint64_t e = 0; e < edges_.size() && found.size() < 2; ++e) {
    const auto [a, b] = edges_[e];
    const bool same = (a == u && b == v) || (!directed_ && a == v && b == u);
    if (!same) continue;
    const bool differs = !found.empty() && !weights_.empty() && weights_[e] != weights_[found[0]];
    if (found.empty() || differs || options_.duplicates == Duplicates::kError) found.push_back(e);
  }
  if (found.size() < 2) return;
  const auto [first, second] = std::pair(found[0], found[1]);
  const auto weight = [&](std::uint64_t e) { return weights_.empty() ? 1.0 : weights_[e]; };
  const std::uint64_t line = place_of(first).line;
  errors_.add(place_of(second),
              fmt::format("expected each edge once, found {} {} with weight {} after weight {}{} — "
                          "duplicates=sum|max|first decides",
                          in_quotes(ids_.names()[u]), in_quotes(ids_.names()[v]), weight(second),
                          weight(first), line > 0 ? fmt::format(" on line {}", line) : ""));
}

void GraphBuilder::refuse_unknown(Node u, Node v) const {
  throw std::invalid_argument(
      fmt::format("GraphBuilder: an edge joins {} and {}, there are {} nodes", u, v, num_nodes()));
}

Graph GraphBuilder::assemble() {
  const std::uint64_t n = num_nodes();
  Entries entries;
  entries.key.reserve(edges_.size());
  for (const Edge& e : edges_) {
    if (directed_)
      entries.add(e.u, e.v);
    else
      entries.add(std::min(e.u, e.v), std::max(e.u, e.v));
  }
  entries.weight = weights_;
  const bool all_equal = options_.duplicates == Duplicates::kMergeEqual && weights_.empty();
  const Merge merge =
      all_equal ? Merge()
                : merge_by(options_.duplicates, [this](Node u, Node v) { refuse_duplicate(u, v); });
  const std::uint64_t records = edges_.size();
  const SparseRows rows = sorted_rows(n, std::move(entries), merge);
  errors_.throw_if_any();
  edges_ = {};
  weights_ = {};
  if (!directed_) {
    report_.duplicate_edges = records - rows.column.size();
    return mirrored(rows);
  }
  Graph graph = symmetrized(rows, options_.symmetrize);
  report_.duplicate_edges = records - graph.num_edges();
  if (options_.symmetrize == Symmetrize::kAnd) {
    const std::uint64_t one_way = rows.column.size() - 2 * graph.num_edges();
    report_.duplicate_edges -= one_way;
    report_.notes.push_back(fmt::format("{} edges without a reverse edge were left out", one_way));
  }
  return graph;
}

void GraphBuilder::label(GraphData& data, const std::vector<Node>& kept) {
  // Keeps only classes of kept nodes: numbers by value, then names by bytes.
  std::vector<bool> occurs(class_ids_.size());
  for (const Node i : kept) {
    if (i < labels_.size() && labels_[i] != kUnlabelled)
      occurs[static_cast<std::size_t>(labels_[i])] = true;
    if (i < label_sets_.size()) {
      for (const int c : label_sets_[i]) occurs[static_cast<std::size_t>(c)] = true;
    }
  }
  std::uint64_t labelled = 0, kept_labels = 0;
  const auto has_label = [&](Node i) {
    return (i < labels_.size() && labels_[i] != kUnlabelled) ||
           (i < label_sets_.size() && !label_sets_[i].empty());
  };
  for (Node i = 0; i < num_nodes(); ++i) labelled += has_label(i);
  for (const Node i : kept) kept_labels += has_label(i);
  data.report.labels_outside_largest_component = labelled - kept_labels;
  std::vector<std::pair<std::string, int>> found;
  bool numeric = true;
  for (const auto& [name, c] : class_ids_) {
    if (!occurs[static_cast<std::size_t>(c)]) continue;
    found.emplace_back(name, c);
    numeric = numeric && scan_integer(name).has_value();
  }
  if (numeric) {
    std::stable_sort(found.begin(), found.end(), [](const auto& a, const auto& b) {
      return *scan_integer(a.first) < *scan_integer(b.first);
    });
  }
  std::vector<int> rank(class_ids_.size(), kUnlabelled);
  for (std::size_t k = 0; k < found.size(); ++k) {
    rank[static_cast<std::size_t>(found[k].second)] = static_cast<int>(k);
    data.classes.push_back(found[k].first);
  }
  if (found.size() < class_ids_.size()) {
    data.report.notes.push_back(fmt::format("{} classes occur only outside the kept nodes",
                                            class_ids_.size() - found.size()));
  }
  const auto renamed = [&](int c) {
    return c == kUnlabelled ? c : rank[static_cast<std::size_t>(c)];
  };
  data.labels.assign(kept.size(), kUnlabelled);
  if (!label_sets_.empty()) data.label_sets.resize(kept.size());
  for (std::size_t k = 0; k < kept.size(); ++k) {
    const Node i = kept[k];
    if (i < labels_.size()) data.labels[k] = renamed(labels_[i]);
    if (i < label_sets_.size()) {
      for (const int c : label_sets_[i]) data.label_sets[k].push_back(renamed(c));
      auto& set = data.label_sets[k];
      std::sort(set.begin(), set.end());
      set.erase(std::unique(set.begin(), set.end()), set.end());
      if (!data.label_sets[k].empty()) data.labels[k] = data.label_sets[k].front();
    }
    if (data.labels[k] == kUnlabelled) ++data.report.unlabelled_nodes;
  }
}

CsrMatrix GraphBuilder::features_of(const std::vector<Node>& kept) const {
  if (feature_row_.empty()) return {};
  CsrMatrix result{.dim = feature_dim_};
  for (const Node i : kept) {
    const std::uint64_t row = i < feature_row_.size() ? feature_row_[i] : 0;
    result.add_row(row > 0 ? features_[row - 1] : CsrMatrix::Row());
  }
  return result;
}

GraphData GraphBuilder::finish() {
  errors_.throw_if_any();
  if (directed_ && options_.symmetrize == Symmetrize::kRefuse) {
    throw DataError(directed_place_,
                    "expected an undirected graph, found one whose edges are directed — "
                    "symmetrize=or|and|sum makes it undirected");
  }
  GraphData data;
  data.name = source_name_;
  data.graph = assemble();
  data.report = std::move(report_);
  auto& report = data.report;

  const Components components = connected_components(data.graph);
  report.components = components.count();
  std::vector<Node> kept(num_nodes());
  std::iota(kept.begin(), kept.end(), Node{0});
  for (const Node i : kept) report.isolated_nodes += data.graph.neighbours(i).empty();
  static_assert(kNoNode == kLeftOut);
  std::vector<Node> place(num_nodes(), kNoNode);
  const bool all = options_.component == Component::kAll ||
                   (options_.component == Component::kAllWithFeatures && !feature_row_.empty());
  if (components.count() > 1 && !all) {
    kept = components.nodes(components.largest());
    report.nodes_outside_largest_component = num_nodes() - kept.size();
    data.graph = subgraph(data.graph, kept, place);
  }
  for (const Node i : kept) {
    place[i] = static_cast<Node>(data.names.size());
    data.names.push_back(ids_.names()[i]);
  }
  for (Node i = 0; i < place.size(); ++i) {
    if (place[i] == kNoNode) data.outside.push_back(ids_.names()[i]);
  }
  for (const std::optional<Node> node : label_order_)
    data.label_order.push_back(node ? place[*node] : kNoNode);
  label(data, kept);
  data.features = features_of(kept);
  *this = GraphBuilder(source_name_, options_);
  return data;
}

}  // namespace querent
