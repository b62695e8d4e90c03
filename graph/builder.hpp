// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <querent/datasets/error.hpp>
#include <querent/graph/assemble.hpp>
#include <querent/graph/graph_data.hpp>
#include <querent/graph/node_ids.hpp>

namespace [[gnu::visibility("default")]] querent {

/// A record u u. There is no "keep": a loop cancels in D − S, S_ii = 0 in every paper here, and as
/// W_ii of the normalized Laplacian it would need a diagonal in Graph that nothing else reads; a
/// dropped loop is counted.
enum class SelfLoops { kDrop, kError };
/// Two records of one edge (u v again, or v u where the source is undirected).
enum class Duplicates {
  kMergeEqual,  ///< merged when their weights are equal, else an error that names both lines
  kSum,         ///< weights add up; unweighted records count how often the edge was named
  kMax,
  kFirst,
  kError,
};
/// What a source that declares its edges directed becomes.
enum class Symmetrize {
  kRefuse,  ///< an error that names the choice
  kOr,      ///< max(S, Sᵀ), the papers' rule
  kAnd,     ///< min(S, Sᵀ): edges named in both directions
  kSum,     ///< S + Sᵀ
};
enum class Component {
  kLargest,
  kAll,
  kAllWithFeatures,  ///< all where nodes have features, which tell of nodes that no edge reaches; else the largest
};

/// How a graph is read; the defaults are the strict policy.
struct ReadOptions {
  SelfLoops self_loops = SelfLoops::kDrop;          ///< edges from a node to itself
  Duplicates duplicates = Duplicates::kMergeEqual;  ///< edges that are named more than once
  Symmetrize symmetrize = Symmetrize::kRefuse;  ///< of sources that declare their edges directed
  Component component = Component::kLargest;    ///< of equal components the one with the first node
  bool nodes_from_labels =
      false;                ///< ids that only the label file names are isolated nodes, not errors
  bool label_sets = false;  ///< the label file gives sets of labels ("DM,IR")
  std::string class_attribute = {};  ///< of GML and GraphML nodes; empty: guessed by its name
  /// Of tables of edges: names of the header, or numbers from 1; empty: as the header says, else
  /// the first two columns and the third.
  std::string source_column = {}, target_column = {}, weight_column = {};
  /// Of label files: the same; empty: as the header says, else the first two.
  std::string id_column = {}, label_column = {};
  char delimiter = 0;      ///< that separates the columns of edges and labels; 0: by content
  bool adjacency = false;  ///< a line of text is a node and all its neighbours, not an edge
  bool lenient = false;    ///< what can be left out safely is counted instead of an error
};

/// What `duplicates` makes of two records of one edge; `refuse` hears of those that may not stand
/// beside each other.
Merge merge_by(Duplicates duplicates, std::function<void(Node, Node)> refuse);

/// A file may have as many nodes that none of its edges names: beyond it, and 64 for each edge
/// read, a number of nodes is a damaged one.
inline constexpr std::uint64_t kFreeNodes = std::uint64_t{1} << 20;

/// Collects nodes, edges, labels and features as a reader meets them, then applies the policy once,
/// in finish(). Nodes are numbered by first appearance. Errors that a reader can step over go to
/// errors() and are thrown together.
class GraphBuilder {
 public:
  /// `source_name` is what messages call the source.
  explicit GraphBuilder(std::string source_name, ReadOptions options = {});

  const ReadOptions& options() const { return options_; }  ///< as they were given
  std::uint64_t num_nodes() const { return ids_.size(); }  ///< met so far

  /// Finds or adds. DataError at `place` when the id is empty or longer than NodeIds::kMaxBytes.
  Node node(std::string_view id, const Place& place);
  /// Finds or adds an id that the reader has checked already: 1 … NodeIds::kMaxBytes bytes.
  Node node(std::string_view id) { return ids_.find_or_add(id); }
  /// The node whose id is `number` in decimal; number < 10^19.
  Node node(std::uint64_t number) { return ids_.find_or_add(number); }
  /// The ids met so far, by node.
  const NodeNames& names() const { return ids_.names(); }
  const NodeIds& ids() const { return ids_; }
  /// The node of an id; nothing when no record has named it.
  std::optional<Node> find(std::string_view id) const { return ids_.find(id); }

  /// A record of the file: counts as one of report().lines. `line` (0 = not known) and `column`
  /// serve messages. A weight of 0 is no edge, counted; a negative or infinite one or NaN is an
  /// error. std::invalid_argument for a node that node() has not given.
  void add_edge(Node u, Node v, double weight, std::uint64_t line, std::uint64_t column = 1) {
    if (u >= ids_.size() || v >= ids_.size()) refuse_unknown(u, v);
    ++report_.lines;
    if (u == v || !(weight > 0 && weight <= kMaxWeight))
      return add_odd_edge(u, v, weight, line, column);
    if (line != 0 && (line != ++next_line_ || column != run_column_)) start_run(line, column);
    if (weight != 1 && weights_.empty()) weights_.assign(edges_.size(), 1.0);
    edges_.push_back({u, v});
    if (weight != 1 || !weights_.empty()) weights_.push_back(weight);
  }
  /// What the file says of itself: with true, u v is the entry S_uv and finish() symmetrises as
  /// options say. Leave it at false where the papers read the source as undirected (edge lists,
  /// citation lists). `line`: where it says so.
  void set_directed(bool directed, std::uint64_t line = 0) {
    set_directed(directed, Place{source_name_, line, 1});
  }
  void set_directed(bool directed, Place place) {
    directed_ = directed;
    directed_place_ = std::move(place);
  }

  /// "" and "?" mean unlabelled. A second, different label is an error that names both places.
  void set_label(Node node, std::string_view label, const Place& place);
  /// One label more of a node of a multilabel source.
  void add_label_to_set(Node node, std::string_view label);
  /// The nodes of a label file's lines.
  void set_label_order(std::vector<std::optional<Node>> order) { label_order_ = std::move(order); }
  /// Leaves every node without a label; a note says so when there was one.
  void forget_labels();
  /// Number of columns of the feature matrix.
  void set_feature_dim(std::uint64_t dim) { feature_dim_ = dim; }
  /// The row of a node, once a node: `index` ascends and is below the dimension. Nodes without one
  /// have a row of zeros.
  void set_features(Node node, std::span<const std::uint32_t> index, std::span<const double> value);

  /// What is counted while reading; finish() hands it out.
  ReadReport& report() { return report_; }
  ErrorList& errors() { return errors_; }  ///< what finish() throws together

  /// The first half of finish(): the edges as one symmetric matrix. Consumes them.
  Graph assemble();
  /// Applies the policy, picks the component, counts. Throws what errors() collected. Leaves the
  /// builder empty.
  GraphData finish();

 private:
  struct Edge {
    Node u, v;
  };
  struct Run {
    std::uint64_t first_edge, first_line, column;
  };
  static constexpr double kMaxWeight = 1.7976931348623157e308;

  void add_odd_edge(Node u, Node v, double weight, std::uint64_t line, std::uint64_t column);
  void start_run(std::uint64_t line, std::uint64_t column) {
    runs_.push_back({edges_.size(), line, column});
    next_line_ = line;
    run_column_ = column;
  }
  Place place_of(std::uint64_t edge) const;
  int class_of(std::string_view label);
  void refuse_duplicate(Node u, Node v);
  [[noreturn]] void refuse_unknown(Node u, Node v) const;
  void label(GraphData& data, const std::vector<Node>& kept);
  NodeFeatures features_of(const std::vector<Node>& kept) const;

  std::string source_name_;
  ReadOptions options_;
  NodeIds ids_;
  std::vector<Edge> edges_;
  std::vector<double> weights_;  // empty while every weight is 1
  std::vector<Run> runs_;        // edges on consecutive lines, in the same column, share one
  std::uint64_t next_line_ = ~std::uint64_t{1};  // no line: the first edge begins a run
  std::uint64_t run_column_ = 1;
  bool directed_ = false;
  Place directed_place_;

  std::map<std::string, int, std::less<>> class_ids_;
  std::vector<int> labels_;  // may be shorter than the number of nodes, as the next three
  std::vector<std::uint64_t> label_lines_;
  std::string label_source_;
  std::vector<std::vector<int>> label_sets_;
  std::vector<std::optional<Node>> label_order_;
  std::vector<std::uint64_t> feature_row_;  // 1 + row, 0 for none
  NodeFeatures features_{.dim = 0, .offsets = {0}, .index = {}, .value = {}};
  std::uint64_t feature_dim_ = 0;

  ReadReport report_;
  ErrorList errors_;
};

}  // namespace querent
