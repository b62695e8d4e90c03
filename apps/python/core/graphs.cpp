// SPDX-License-Identifier: Apache-2.0
// Graphs from arrays, their embedding, and what spreads over them.
#include <memory>
#include <optional>
#include <stdexcept>

#include <pybind11/eigen.h>
#include <pybind11/stl.h>

#include <querent/datasets/error.hpp>
#include <querent/graph/from_memory.hpp>
#include <querent/graph/graph.hpp>
#include <querent/spectral/correct_and_smooth.hpp>
#include <querent/spectral/embedding.hpp>
#include <querent/spectral/label_spreading.hpp>
#include <querent/spectral/label_walks.hpp>
#include <querent/spectral/out_of_sample.hpp>
#include <querent/learners/session/items.hpp>
#include <querent/spectral/propagated_features.hpp>

#include "rows.hpp"

namespace querent::python {

namespace {

using SharedGraph = std::shared_ptr<Graph>;

// An array that the library reads as it lies, or its values in the library's type: 4 bytes an
// index, 8 an offset or weight.
template <class To>
struct Lent {
  std::span<const To> values;
  std::shared_ptr<const void> owner;

  template <class From>
  void copy(const py::array& array) {
    const auto* from = static_cast<const From*>(array.data());
    const auto count = static_cast<std::size_t>(array.size());
    auto kept = std::make_shared<std::vector<To>>(count);
    bool fits = true;
    for (std::size_t k = 0; k < count; ++k) {
      (*kept)[k] = static_cast<To>(from[k]);
      fits &= static_cast<From>((*kept)[k]) == from[k];
    }
    if (!fits) throw std::invalid_argument("CSR graph: a number that is no node, or no weight");
    values = *kept;
    owner = std::move(kept);
  }
};

// `Same`: NumPy's signed type of the same size, whose non-negative numbers are the library's.
template <class To, class Same, class... Others>
Lent<To> lent(const py::array& array) {
  if (array.ndim() != 1) throw std::invalid_argument("CSR graph: expected arrays of one dimension");
  Lent<To> result;
  const bool packed = array.size() < 2 || array.strides(0) == array.itemsize();
  const bool aligned = (array.flags() & py::detail::npy_api::NPY_ARRAY_ALIGNED_) != 0;
  if (packed && aligned &&
      (py::isinstance<py::array_t<To>>(array) || py::isinstance<py::array_t<Same>>(array))) {
    result.values = {static_cast<const To*>(array.data()), static_cast<std::size_t>(array.size())};
    result.owner = keep(array);
    return result;
  }
  const bool done = ((packed && aligned && py::isinstance<py::array_t<Others>>(array) &&
                      (result.template copy<Others>(array), true)) ||
                     ...);
  if (!done) result.template copy<double>(Array<double>(array));
  return result;
}

template <class T>
bool all_one(const py::array& array) {
  if (!py::isinstance<py::array_t<T>>(array) || array.ndim() != 1) return false;
  const auto values = py::reinterpret_borrow<py::array_t<T>>(array).template unchecked<1>();
  bool one = true;
  for (py::ssize_t k = 0; k < values.shape(0); ++k) one &= values(k) == T{1};
  return one;
}

SharedGraph graph_from_csr(const py::array& indptr, const py::array& indices,
                           const std::optional<py::array>& data) {
  struct Kept {
    Lent<std::uint64_t> offsets;
    Lent<Node> neighbours;
    Lent<double> weights;
  };
  const auto kept = std::make_shared<Kept>();
  kept->offsets = lent<std::uint64_t, std::int64_t, std::int32_t>(indptr);
  kept->neighbours = lent<Node, std::int32_t, std::int64_t>(indices);
  const bool pattern = !data || all_one<float>(*data) || all_one<bool>(*data) ||
                       all_one<std::int8_t>(*data) || all_one<std::int64_t>(*data);
  if (!pattern) kept->weights = lent<double, double, float>(*data);
  const py::gil_scoped_release release;
  return std::make_shared<Graph>(
      graph_of_csr(kept, kept->offsets.values, kept->neighbours.values, kept->weights.values));
}

py::tuple csr_of(const SharedGraph& graph) {
  const py::object owner = py::cast(graph);
  const auto offsets = graph->offsets();
  const auto neighbours = graph->all_neighbours();
  const auto weights = graph->all_weights();
  return py::make_tuple(
      py::array_t<std::uint64_t>({offsets.size()}, {sizeof(std::uint64_t)}, offsets.data(), owner),
      py::array_t<Node>({neighbours.size()}, {sizeof(Node)}, neighbours.data(), owner),
      weights.empty() ? py::object(py::none())
                      : py::object(py::array_t<double>({weights.size()}, {sizeof(double)},
                                                       weights.data(), owner)));
}

LaplacianKind kind_of(const std::string& name) {
  if (name == "normalized") return LaplacianKind::kNormalized;
  if (name == "combinatorial") return LaplacianKind::kCombinatorial;
  throw std::invalid_argument("laplacian: expected 'normalized' or 'combinatorial', found '" +
                              name + "'");
}

std::shared_ptr<Embedding> embed_graph(const SharedGraph& graph, int dim,
                                       const std::string& laplacian, double tolerance,
                                       int threads) {
  const LaplacianKind kind = kind_of(laplacian);
  const py::gil_scoped_release release;
  return std::make_shared<Embedding>(embed(*graph, {.dim = dim,
                                                    .laplacian = kind,
                                                    .tolerance = tolerance,
                                                    .threads = threads,
                                                    .progress = [](double) { return go_on(); }}));
}

Embedding::Rows rows_of_new(const SharedGraph& graph, const std::shared_ptr<Embedding>& embedding,
                            const std::string& laplacian, const Rows& edges) {
  if (!edges.sparse()) throw std::invalid_argument("the edges of new nodes are sparse rows");
  if (edges.dim() != graph->num_nodes())
    throw std::invalid_argument("the edges of new nodes have one column a node of the graph");
  const LaplacianKind kind = kind_of(laplacian);
  const py::gil_scoped_release release;
  NodeRows nodes{.laplacian = kind,
                 .eigenvalues = embedding->eigenvalues,
                 .rows = embedding->rows,
                 .degree = Eigen::VectorXd(static_cast<Eigen::Index>(graph->num_nodes()))};
  for (Node i = 0; i < graph->num_nodes(); ++i) nodes.degree[i] = graph->degree(i);
  Embedding::Rows rows(static_cast<Eigen::Index>(edges.size()), embedding->rows.cols());
  RowRoom room;
  for (std::size_t i = 0; i < edges.size(); ++i) {
    const SparseRow row = edges.row(i, room);
    rows.row(static_cast<Eigen::Index>(i)) = out_of_sample(nodes, row.index, row.value);
  }
  return rows;
}

std::vector<int> spread(const SharedGraph& graph, const Array<std::int32_t>& labels,
                        int num_classes, double alpha) {
  const auto known = view(labels);
  const py::gil_scoped_release release;
  return spread_labels(*graph, std::vector<int>(known.begin(), known.end()), num_classes,
                       {.alpha = alpha, .go_on = go_on});
}

NodeScores spread_all(const SharedGraph& graph, const Array<double>& Y, double alpha) {
  const NodeScores scores = rows_of(Y);
  const py::gil_scoped_release release;
  return spread_scores(*graph, scores, {.alpha = alpha, .go_on = go_on});
}

NodeScores over_graph(const SharedGraph& graph, const Array<double>& Z,
                      const Array<std::uint32_t>& nodes, const Array<std::int32_t>& labels) {
  if (nodes.size() != labels.size()) throw std::invalid_argument("one label a labelled node");
  const NodeScores scores = rows_of(Z);
  std::vector<LabelledNode> labelled;
  for (py::ssize_t k = 0; k < nodes.size(); ++k) {
    const LabelledNode node{.node = nodes.data()[k], .label = labels.data()[k]};
    if (node.node >= graph->num_nodes() || node.label < 0 || node.label >= scores.cols())
      throw std::invalid_argument(
          "a labelled node beyond the graph, or a label beyond the columns");
    labelled.push_back(node);
  }
  const py::gil_scoped_release release;
  return scores_over_graph(
             *graph, scores, labelled,
             {.threads = 1, .for_new_nodes = false, .progress = [](double) { return go_on(); }})
      .scores;
}

NodeScores walk(const SharedGraph& graph, const Array<std::uint32_t>& nodes,
                const Array<std::int32_t>& labels, int num_classes, double alpha, double epsilon) {
  if (nodes.size() != labels.size()) throw std::invalid_argument("one label a labelled node");
  const auto known = view(nodes);
  for (py::ssize_t k = 0; k < nodes.size(); ++k) {
    if (nodes.data()[k] >= graph->num_nodes() || labels.data()[k] < 0 ||
        labels.data()[k] >= num_classes)
      throw std::invalid_argument(
          "a labelled node beyond the graph, or a label beyond the classes");
  }
  const py::gil_scoped_release release;
  LabelWalks walks(*graph, num_classes, {.alpha = alpha, .epsilon = epsilon});
  for (std::size_t k = 0; k < known.size(); ++k) {
    if (!go_on()) throw Cancelled();
    walks.learn(known[k], labels.data()[k]);
  }
  NodeScores scores(static_cast<Eigen::Index>(graph->num_nodes()), num_classes);
  for (Node i = 0; i < graph->num_nodes(); ++i) scores.row(i) = walks.scores(i);
  return scores;
}

NodeFeatures features_of(const Rows& words) {
  NodeFeatures features{.dim = words.dim(), .offsets = {0}, .index = {}, .value = {}};
  words.for_each([&](std::size_t, const auto& x) {
    for_each_nonzero(x, words.dim(), [&](std::size_t j, double value) {
      if (value == 0) return;
      features.index.push_back(static_cast<std::uint32_t>(j));
      features.value.push_back(value);
    });
    features.offsets.push_back(features.index.size());
  });
  return features;
}

Embedding::Rows propagate(const SharedGraph& graph, const Rows& words, int dim, int steps,
                          bool tf_idf, int threads) {
  const NodeFeatures features = features_of(words);
  const py::gil_scoped_release release;
  return propagate_features(
      *graph, features,
      {.dim = dim, .steps = steps, .tf_idf = tf_idf, .threads = threads, .go_on = go_on});
}

Embedding::Rows words_of_pool(const SharedGraph& graph, const Rows& words, int threads) {
  const NodeFeatures features = features_of(words);
  const py::gil_scoped_release release;
  return pool_words(*graph, features, threads, go_on);
}

}  // namespace

void add_graphs(py::module_& module) {
  py::class_<Graph, SharedGraph>(module, "Graph",
                                 "An undirected simple graph with positive weights.")
      .def_static("from_csr", &graph_from_csr, py::arg("indptr"), py::arg("indices"),
                  py::arg("data") = py::none())
      .def_property_readonly("num_nodes", &Graph::num_nodes)
      .def_property_readonly("num_edges", &Graph::num_edges)
      .def_property_readonly("weighted", &Graph::weighted)
      .def("csr", &csr_of, "indptr, indices, data (None: all 1), views of the graph's own arrays");
  py::class_<Embedding, std::shared_ptr<Embedding>>(module, "Embedding")
      .def_property_readonly("rows",
                             [](const std::shared_ptr<Embedding>& self) {
                               return look_at(self->rows, py::cast(self));
                             })
      .def_property_readonly("eigenvalues", [](const Embedding& self) { return self.eigenvalues; })
      .def_property_readonly("residuals", [](const Embedding& self) { return self.residuals; })
      .def_readonly("solver", &Embedding::solver)
      .def_readonly("seconds", &Embedding::seconds);
  module.def("embed", &embed_graph, py::arg("graph"), py::arg("dim"), py::arg("laplacian"),
             py::arg("tolerance"), py::arg("threads"));
  module.def(
      "out_of_sample",
      [](const SharedGraph& graph, const std::shared_ptr<Embedding>& embedding,
         const std::string& laplacian,
         const Rows& edges) { return as_array(rows_of_new(graph, embedding, laplacian, edges)); },
      py::arg("graph"), py::arg("embedding"), py::arg("laplacian"), py::arg("edges"));
  module.def(
      "spread_labels",
      [](const SharedGraph& graph, const Array<std::int32_t>& labels, int num_classes,
         double alpha) { return as_array(spread(graph, labels, num_classes, alpha)); },
      py::arg("graph"), py::arg("labels"), py::arg("num_classes"), py::arg("alpha"));
  module.def(
      "spread_scores",
      [](const SharedGraph& graph, const Array<double>& Y, double alpha) {
        return as_array(spread_all(graph, Y, alpha));
      },
      py::arg("graph"), py::arg("Y"), py::arg("alpha"));
  module.def(
      "scores_over_graph",
      [](const SharedGraph& graph, const Array<double>& Z, const Array<std::uint32_t>& nodes,
         const Array<std::int32_t>& labels) {
        return as_array(over_graph(graph, Z, nodes, labels));
      },
      py::arg("graph"), py::arg("Z"), py::arg("nodes"), py::arg("labels"));
  module.def(
      "walk_scores",
      [](const SharedGraph& graph, const Array<std::uint32_t>& nodes,
         const Array<std::int32_t>& labels, int num_classes, double alpha, double epsilon) {
        return as_array(walk(graph, nodes, labels, num_classes, alpha, epsilon));
      },
      py::arg("graph"), py::arg("nodes"), py::arg("labels"), py::arg("num_classes"),
      py::arg("alpha"), py::arg("epsilon"));
  module.def(
      "propagate_features",
      [](const SharedGraph& graph, const Rows& words, int dim, int steps, bool tf_idf,
         int threads) { return as_array(propagate(graph, words, dim, steps, tf_idf, threads)); },
      py::arg("graph"), py::arg("words"), py::arg("dim"), py::arg("steps"), py::arg("tf_idf"),
      py::arg("threads"));
  module.def(
      "pool_words",
      [](const SharedGraph& graph, const Rows& words, int threads) {
        return as_array(words_of_pool(graph, words, threads));
      },
      py::arg("graph"), py::arg("words"), py::arg("threads"));
}

}  // namespace querent::python
