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

/// Treatment of a record u u. There is no "keep": a loop cancels in D − S, S_ii = 0 in all papers
/// here, and W_ii of the normalized Laplacian would need a diagonal in Graph. Dropped loops are
/// counted.
enum class SelfLoops { kDrop, kError };
/// Treatment of two records of one edge (u v again, or v u if the source is undirected).
enum class Duplicates {
  kMergeEqual,  ///< merged if the weights are equal, else an error naming both lines
  kSum,         ///< weights are added; unweighted edges get their number of records
  kMax,
  kFirst,
  kError,
};
/// Treatment of a source that declares its edges directed.
enum class Symmetrize {
  kRefuse,  ///< an error that names the options
  kOr,      ///< max(S, Sᵀ), the papers' rule
  kAnd,     ///< min(S, Sᵀ): edges named in both directions
  kSum,     ///< S + Sᵀ
};
enum class Component {
  kLargest,
  kAll,
  kAllWithFeatures,  ///< all if nodes have features, since these describe isolated nodes
};

/// Options for reading a graph; the defaults are the strict policy.
struct ReadOptions {
  SelfLoops self_loops = SelfLoops::kDrop;          ///< edges from a node to itself
  Duplicates duplicates = Duplicates::kMergeEqual;  ///< edges with several records
  Symmetrize symmetrize = Symmetrize::kRefuse;      ///< sources with directed edges
  Component component = Component::kLargest;        ///< of equal ones, that with the first node
  bool nodes_from_labels = false;    ///< unknown ids in the label file become isolated nodes
  bool label_sets = false;           ///< the label file has sets of labels ("DM,IR")
  std::string class_attribute = {};  ///< class of GML and GraphML nodes; empty: guessed
  /// Columns of edge tables: header names, or numbers from 1; empty: as the header indicates, else
  /// the first two columns and the third.
  std::string source_column = {}, target_column = {}, weight_column = {};
  /// The same for label files; empty: as the header indicates, else the first two.
  std::string id_column = {}, label_column = {};
  char delimiter = 0;      ///< column separator of edges and labels; 0: detected
  bool adjacency = false;  ///< each line is a node and all its neighbours
  bool lenient = false;    ///< count and skip minor errors
  /// weight_column=none: every edge has the weight 1, in all formats.
  bool without_weights() const { return weight_column == "none"; }
};

/// Merges two records of one edge according to `duplicates`; calls `refuse` for incompatible
/// records.
Merge merge_by(Duplicates duplicates, std::function<void(Node, Node)> refuse);

/// Maximum number of nodes without an edge, plus 64 per edge read; a larger number of nodes
/// indicates a damaged file.
inline constexpr std::uint64_t kFreeNodes = std::uint64_t{1} << 20;

/// Collects nodes, edges, labels and features from a reader and applies the policy once, in
/// finish(). Nodes are numbered by first appearance. Recoverable errors go to errors() and are
/// thrown together.
class GraphBuilder {
 public:
  /// `source_name` names the source in messages.
  explicit GraphBuilder(std::string source_name, ReadOptions options = {});

  const std::string& source_name() const { return source_name_; }
  const ReadOptions& options() const { return options_; }  ///< as given
  std::uint64_t num_nodes() const { return ids_.size(); }  ///< nodes found so far

  /// Finds or adds. Throws DataError at `place` if the id is empty or longer than
  /// NodeIds::kMaxBytes.
  Node node(std::string_view id, const Place& place);
  /// Finds or adds an id already checked by the reader: 1 … NodeIds::kMaxBytes bytes.
  Node node(std::string_view id) { return ids_.find_or_add(id); }
  /// The node whose id is `number` in decimal; number < 10^19.
  Node node(std::uint64_t number) { return ids_.find_or_add(number); }
  /// The ids found so far, by node.
  const NodeNames& names() const { return ids_.names(); }
  const NodeIds& ids() const { return ids_; }
  /// The node of an id; nullopt if no record has named it.
  std::optional<Node> find(std::string_view id) const { return ids_.find(id); }

  /// Adds a record of the file, counted in report().lines. `line` (0: unknown) and `column` are for
  /// messages. A weight of 0 is counted and gives no edge; a negative or infinite weight or NaN is
  /// an error. Throws std::invalid_argument for an unknown node.
  void add_edge(Node u, Node v, double weight, std::uint64_t line, std::uint64_t column = 1) {
    if (u >= ids_.size() || v >= ids_.size()) refuse_unknown(u, v);
    ++report_.lines;
    if (unweighted_) weight = 1;
    if (u == v || !(weight > 0 && weight <= kMaxWeight))
      return add_odd_edge(u, v, weight, line, column);
    if (line != 0 && (line != ++next_line_ || column != run_column_)) start_run(line, column);
    if (weight != 1 && weights_.empty()) weights_.assign(edges_.size(), 1.0);
    edges_.push_back({u, v});
    if (weight != 1 || !weights_.empty()) weights_.push_back(weight);
  }
  /// Declares the file's edges directed: u v is then the entry S_uv, and finish() symmetrises
  /// according to the options. Do not call it for sources that the papers read as undirected
  /// (citation lists; edge lists unless symmetrize is given). `line`: the line of the declaration.
  void set_directed(bool directed, std::uint64_t line = 0) {
    set_directed(directed, Place{source_name_, line, 1});
  }
  void set_directed(bool directed, Place place) {
    directed_ = directed;
    directed_place_ = std::move(place);
  }

  /// "" and "?" mean unlabelled. A second, different label is an error naming both places.
  void set_label(Node node, std::string_view label, const Place& place);
  /// Adds a label of a node of a multilabel source.
  void add_label_to_set(Node node, std::string_view label);
  /// The nodes of the lines of a label file.
  void set_label_order(std::vector<std::optional<Node>> order) { label_order_ = std::move(order); }
  /// Removes all labels, with a note if there were any.
  void forget_labels();
  /// Sets the number of columns of the feature matrix.
  void set_feature_dim(std::uint64_t dim) { feature_dim_ = dim; }
  /// Sets the features of a node, at most once: `index` ascends and is below the dimension. Other
  /// nodes have a row of zeros.
  void set_features(Node node, std::span<const std::uint32_t> index, std::span<const double> value);
  /// The same by pairs of index and value.
  void set_features(Node node, const std::vector<std::pair<std::uint32_t, double>>& row);

  /// Counts during reading; finish() returns them.
  ReadReport& report() { return report_; }
  ErrorList& errors() { return errors_; }  ///< errors that finish() throws together

  /// The first half of finish(): consumes the edges and returns one symmetric matrix.
  Graph assemble();
  /// Applies the policy, selects the component and counts. Throws the collected errors(). Leaves
  /// the builder empty.
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
  CsrMatrix features_of(const std::vector<Node>& kept) const;

  std::string source_name_;
  ReadOptions options_;
  NodeIds ids_;
  bool unweighted_;
  std::vector<Edge> edges_;
  std::vector<double> weights_;  // empty if all weights are 1
  std::vector<Run> runs_;        // one per run of edges on consecutive lines in the same column
  std::uint64_t next_line_ = ~std::uint64_t{1};  // not a line, so the first edge begins a run
  std::uint64_t run_column_ = 1;
  bool directed_ = false;
  Place directed_place_;

  std::map<std::string, int, std::less<>> class_ids_;
  std::vector<int> labels_;  // may be shorter than the number of nodes, like the next three
  std::vector<std::uint64_t> label_lines_;
  std::string label_source_;
  std::vector<std::vector<int>> label_sets_;
  std::vector<std::optional<Node>> label_order_;
  std::vector<std::uint64_t> feature_row_;  // 1 + row; 0: no features
  CsrMatrix features_;
  std::uint64_t feature_dim_ = 0;

  ReadReport report_;
  ErrorList errors_;
};

}  // namespace querent
