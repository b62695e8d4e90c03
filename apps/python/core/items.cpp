// SPDX-License-Identifier: Apache-2.0
// What a session labels: the nodes of an embedded graph, or rows.
#include <optional>

#include <pybind11/eigen.h>
#include <pybind11/stl.h>

#include <querent/datasets/error.hpp>
#include <querent/learners/session/items.hpp>

#include "rows.hpp"

namespace querent::python {

namespace {

using SharedItems = std::shared_ptr<const Items>;

SharedItems items_of_graph(const std::shared_ptr<Graph>& graph,
                           const std::shared_ptr<Embedding>& embedding,
                           const std::optional<Exact<double>>& words) {
  if (!words) return std::make_shared<Items>(items_of(graph, *embedding));
  return std::make_shared<Items>(items_of(graph, *embedding, rows_of(*words)));
}

SharedItems items_of_rows(const Rows& rows) {
  auto items = std::make_shared<Items>();
  if (rows.sparse()) {
    SparseItems sparse;
    sparse.dim = rows.dim();
    RowRoom room;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const SparseRow x = rows.row(i, room);
      sparse.index.insert(sparse.index.end(), x.index.begin(), x.index.end());
      sparse.value.insert(sparse.value.end(), x.value.begin(), x.value.end());
      sparse.offsets.push_back(sparse.index.size());
    }
    items->rows = std::move(sparse);
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

// Items as what is pickled, and back.
py::tuple items_state(const Items& items) {
  const auto graph = std::const_pointer_cast<Graph>(items.graph);
  if (const auto* dense = std::get_if<Embedding::Rows>(&items.rows))
    return py::make_tuple(graph, items.eigenvalues, items.word_columns, as_array(*dense));
  const auto& sparse = std::get<SparseItems>(items.rows);
  return py::make_tuple(graph, items.eigenvalues, items.word_columns, as_array(sparse.offsets),
                        as_array(sparse.index), as_array(sparse.value), sparse.dim);
}

std::shared_ptr<Items> items_of_state(const py::tuple& state) {
  if (state.size() != 4 && state.size() != 7)
    throw CorruptError("pickled items are of another version");
  const auto values = [&]<class T>(std::size_t k, T) {
    const auto array = state[k].cast<Exact<T>>();
    return std::vector<T>(array.data(), array.data() + array.size());
  };
  auto items = std::make_shared<Items>();
  items->graph = state[0].cast<std::shared_ptr<Graph>>();
  items->eigenvalues = state[1].cast<Eigen::VectorXd>();
  items->word_columns = state[2].cast<std::size_t>();
  if (state.size() == 4) {
    items->rows = rows_of(state[3].cast<Exact<double>>());
  } else {
    SparseItems sparse;
    sparse.offsets = values(3, std::uint64_t{});
    sparse.index = values(4, std::uint32_t{});
    sparse.value = values(5, double{});
    sparse.dim = state[6].cast<std::size_t>();
    items->rows = std::move(sparse);
  }
  check_items(*items);
  return items;
}

}  // namespace

void add_items(py::module_& module) {
  py::class_<Items, std::shared_ptr<Items>>(module, "Items", "What can be labelled.")
      .def("__len__", &Items::size)
      .def(py::pickle(&items_state, &items_of_state));
  module.def(
      "items_of_graph",
      [](const std::shared_ptr<Graph>& graph, const std::shared_ptr<Embedding>& embedding,
         const std::optional<Exact<double>>& words) {
        return std::const_pointer_cast<Items>(items_of_graph(graph, embedding, words));
      },
      py::arg("graph"), py::arg("embedding"), py::arg("words") = py::none());
  module.def(
      "items_of_rows",
      [](const Rows& rows) { return std::const_pointer_cast<Items>(items_of_rows(rows)); },
      py::arg("rows"));
}

}  // namespace querent::python
