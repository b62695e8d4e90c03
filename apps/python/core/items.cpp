// SPDX-License-Identifier: Apache-2.0
// The items of a session: the nodes of an embedded graph, or rows.
#include <optional>

#include <pybind11/eigen.h>
#include <pybind11/stl.h>

#include <querent/datasets/error.hpp>
#include <querent/learners/session/items.hpp>

#include "rows.hpp"

namespace querent::python {

namespace {

using SharedItems = std::shared_ptr<const Items>;

CsrMatrix sparse_items(const Rows& rows) {
  CsrMatrix sparse;
  sparse.dim = rows.dim();
  RowRoom room;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const SparseRow x = rows.row(i, room);
    sparse.add_row({x.index, x.value});
  }
  return sparse;
}

// `term_rows`: the unsmoothed features of a session that finds a class.
SharedItems items_of_graph(const std::shared_ptr<Graph>& graph,
                           const std::shared_ptr<Embedding>& embedding,
                           const std::optional<Exact<double>>& words, const Rows* term_rows) {
  Items items = words ? items_of(graph, *embedding, rows_of(*words)) : items_of(graph, *embedding);
  if (term_rows != nullptr) items.terms = terms_of(*graph, sparse_items(*term_rows));
  check_items(items);
  return std::make_shared<Items>(std::move(items));
}

SharedItems items_of_rows(const Rows& rows) {
  auto items = std::make_shared<Items>();
  if (rows.sparse()) {
    items->rows = sparse_items(rows);
  } else {
    Embedding::Rows dense(static_cast<Eigen::Index>(rows.size()),
                          static_cast<Eigen::Index>(rows.dim()));
    RowRoom room;
    for (std::size_t i = 0; i < rows.size(); ++i)
      dense.row(static_cast<Eigen::Index>(i)) = rows.dense(i, room).vector().transpose();
    items->rows = std::move(dense);
  }
  check_items(*items);
  return items;
}

// The pickled form of items, and the way back.
py::tuple state_of(const CsrMatrix& sparse) {
  return py::make_tuple(as_array(sparse.offsets), as_array(sparse.index), as_array(sparse.value),
                        sparse.dim);
}

CsrMatrix sparse_of_state(const py::tuple& state) {
  const auto values = [&]<class T>(std::size_t k, T) {
    const auto array = state[k].cast<Exact<T>>();
    return std::vector<T>(array.data(), array.data() + array.size());
  };
  return {.offsets = values(0, std::uint64_t{}),
          .index = values(1, std::uint32_t{}),
          .value = values(2, double{}),
          .dim = state[3].cast<std::size_t>()};
}

py::tuple items_state(const Items& items) {
  const auto graph = std::const_pointer_cast<Graph>(items.graph);
  const auto* dense = std::get_if<Embedding::Rows>(&items.rows);
  py::list terms;
  for (const CsrMatrix& view : items.terms) terms.append(state_of(view));
  return py::make_tuple(
      graph, items.eigenvalues, items.word_columns,
      dense ? py::object(as_array(*dense)) : state_of(std::get<CsrMatrix>(items.rows)), terms);
}

std::shared_ptr<Items> items_of_state(const py::tuple& state) {
  if (state.size() != 5) throw CorruptError("these items were pickled by another version");
  auto items = std::make_shared<Items>();
  items->graph = state[0].cast<std::shared_ptr<Graph>>();
  items->eigenvalues = state[1].cast<Eigen::VectorXd>();
  items->word_columns = state[2].cast<std::size_t>();
  if (py::isinstance<py::tuple>(state[3])) {
    items->rows = sparse_of_state(state[3].cast<py::tuple>());
  } else {
    items->rows = rows_of(state[3].cast<Exact<double>>());
  }
  for (const py::handle view : state[4].cast<py::list>())
    items->terms.push_back(sparse_of_state(view.cast<py::tuple>()));
  check_items(*items);
  return items;
}

}  // namespace

void add_items(py::module_& module) {
  py::class_<Items, std::shared_ptr<Items>>(module, "Items", "Items that can be labelled.")
      .def("__len__", &Items::size)
      .def(py::pickle(&items_state, &items_of_state));
  module.def(
      "items_of_graph",
      [](const std::shared_ptr<Graph>& graph, const std::shared_ptr<Embedding>& embedding,
         const std::optional<Exact<double>>& words, const Rows* term_rows) {
        return std::const_pointer_cast<Items>(items_of_graph(graph, embedding, words, term_rows));
      },
      py::arg("graph"), py::arg("embedding"), py::arg("words") = py::none(),
      py::arg("looked_at") = nullptr);
  module.def(
      "items_of_rows",
      [](const Rows& rows) { return std::const_pointer_cast<Items>(items_of_rows(rows)); },
      py::arg("rows"));
}

}  // namespace querent::python
