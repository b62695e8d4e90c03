// SPDX-License-Identifier: Apache-2.0
// Graphs from arrays, their embedding, and propagation over graphs.
#include <memory>
#include <optional>
#include <stdexcept>

#include <pybind11/eigen.h>
#include <pybind11/stl.h>

#include <querent/datasets/error.hpp>
#include <querent/graph/graph.hpp>
#include <querent/learners/session/items.hpp>
#include <querent/spectral/embedding.hpp>
#include <querent/spectral/out_of_sample.hpp>
#include <querent/spectral/propagation/correct_and_smooth.hpp>
#include <querent/spectral/propagation/label_spreading.hpp>
#include <querent/spectral/propagation/label_walks.hpp>
#include <querent/spectral/propagation/propagated_features.hpp>

#include "arrays.hpp"
#include "rows.hpp"

namespace querent::python {

namespace {

// The pickled form of an embedding, and the way back.
py::tuple embedding_state(const Embedding& embedding) {
  return py::make_tuple(as_array(embedding.rows), embedding.eigenvalues, embedding.residuals,
                        embedding.solver, embedding.seconds);
}

std::shared_ptr<Embedding> embedding_of(const py::tuple& state) {
  if (state.size() != 5) throw CorruptError("this embedding was pickled by another version");
  return std::make_shared<Embedding>(Embedding{.rows = rows_of(state[0].cast<Exact<double>>()),
                                               .eigenvalues = state[1].cast<Eigen::VectorXd>(),
                                               .residuals = state[2].cast<Eigen::VectorXd>(),
                                               .solver = state[3].cast<std::string>(),
                                               .seconds = state[4].cast<double>()});
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
  if (!edges.sparse())
    throw std::invalid_argument("expected the edges of new nodes as sparse rows");
  if (edges.dim() != graph->num_nodes())
    throw std::invalid_argument(
        "expected one column per node of the graph in the edges of new nodes");
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

std::vector<int> spread(const SharedGraph& graph, const Exact<std::int32_t>& labels,
                        int num_classes, double alpha) {
  const auto known = view(labels);
  const py::gil_scoped_release release;
  return spread_labels(*graph, std::vector<int>(known.begin(), known.end()), num_classes,
                       {.alpha = alpha, .go_on = go_on});
}

NodeScores spread_all(const SharedGraph& graph, const Exact<double>& Y, double alpha) {
  const NodeScores scores = rows_of(Y);
  const py::gil_scoped_release release;
  return spread_scores(*graph, scores, {.alpha = alpha, .go_on = go_on});
}

std::vector<LabelledNode> labelled(const Graph& graph, const Exact<std::uint32_t>& nodes,
                                   const Exact<std::int32_t>& labels, std::int64_t num_classes) {
  if (nodes.size() != labels.size())
    throw std::invalid_argument("expected one label per labelled node");
  std::vector<LabelledNode> all;
  for (py::ssize_t k = 0; k < nodes.size(); ++k) {
    all.push_back({.node = nodes.data()[k], .label = labels.data()[k]});
    if (all.back().node >= graph.num_nodes() || all.back().label < 0 ||
        all.back().label >= num_classes)
      throw std::invalid_argument(
          "expected nodes of the graph and labels below the number of classes");
  }
  return all;
}

NodeScores over_graph(const SharedGraph& graph, const Exact<double>& Z,
                      const Exact<std::uint32_t>& nodes, const Exact<std::int32_t>& labels) {
  const NodeScores scores = rows_of(Z);
  const auto known = labelled(*graph, nodes, labels, scores.cols());
  const py::gil_scoped_release release;
  return scores_over_graph(*graph, scores, known, {.go_on = go_on}).scores;
}

NodeScores walk(const SharedGraph& graph, const Exact<std::uint32_t>& nodes,
                const Exact<std::int32_t>& labels, int num_classes, double alpha, double epsilon) {
  const auto known = labelled(*graph, nodes, labels, num_classes);
  const py::gil_scoped_release release;
  LabelWalks walks(*graph, num_classes, {.alpha = alpha, .epsilon = epsilon});
  for (const auto& [node, label] : known) {
    if (!go_on()) throw Cancelled();
    walks.learn(node, label);
  }
  NodeScores scores(static_cast<Eigen::Index>(graph->num_nodes()), num_classes);
  for (Node i = 0; i < graph->num_nodes(); ++i) scores.row(i) = walks.scores(i);
  return scores;
}

CsrMatrix features_of(const Rows& words) {
  CsrMatrix features{.dim = words.dim()};
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
  const CsrMatrix features = features_of(words);
  const py::gil_scoped_release release;
  return propagate_features(
      *graph, features,
      {.dim = dim, .steps = steps, .tf_idf = tf_idf, .threads = threads, .go_on = go_on});
}

Embedding::Rows words_of_pool(const SharedGraph& graph, const Rows& words, int threads) {
  const CsrMatrix features = features_of(words);
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
      .def("csr", &csr_of, "indptr, indices, data (None: all 1), views of the graph's own arrays")
      .def(py::pickle(&csr_of, [](const py::tuple& state) {
        return graph_from_csr(state[0].cast<py::array>(), state[1].cast<py::array>(),
                              state[2].cast<std::optional<py::array>>());
      }));
  py::class_<Embedding, std::shared_ptr<Embedding>>(module, "Embedding")
      .def_property_readonly("rows",
                             [](const std::shared_ptr<Embedding>& self) {
                               return view_of(self->rows, py::cast(self));
                             })
      .def_property_readonly("eigenvalues", [](const Embedding& self) { return self.eigenvalues; })
      .def_property_readonly("residuals", [](const Embedding& self) { return self.residuals; })
      .def_readonly("solver", &Embedding::solver)
      .def(py::pickle(&embedding_state, &embedding_of));
  module.def("embed", &embed_graph);
  module.def("out_of_sample", &rows_of_new);
  module.def("spread_labels",
             [](const SharedGraph& graph, const Exact<std::int32_t>& labels, int num_classes,
                double alpha) { return as_array(spread(graph, labels, num_classes, alpha)); });
  module.def("spread_scores", &spread_all);
  module.def("scores_over_graph", &over_graph);
  module.def("walk_scores", &walk);
  module.def("propagate_features", &propagate);
  module.def("pool_words", &words_of_pool);
}

}  // namespace querent::python
