// SPDX-License-Identifier: Apache-2.0
// Converts NumPy's arrays to the library's rows and back. A returned array keeps its owner alive.
// Ids, labels, counts and numbers are converted once, in querent/_checked.py; here arrays of other
// types are rejected and never converted, so that no number wraps around.
// Converts the arrays of a symmetric CSR matrix to a graph, and back.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <Eigen/Core>

#include <querent/graph/graph.hpp>
#include <querent/spectral/embedding.hpp>

namespace querent::python {

namespace py = pybind11;
using namespace pybind11::literals;

/// A contiguous array, converted if necessary.
template <class T>
using Array = py::array_t<T, py::array::c_style | py::array::forcecast>;

/// A contiguous array; other types are rejected.
template <class T>
using Exact = py::array_t<T, py::array::c_style>;

template <class T, int kFlags>
std::span<const T> view(const py::array_t<T, kFlags>& array) {
  return {array.data(), static_cast<std::size_t>(array.size())};
}

/// A vector as an array, without a copy.
template <class T>
py::array_t<T> as_array(std::vector<T> values) {
  auto* kept = new std::vector<T>(std::move(values));
  py::capsule owner(kept, [](void* p) { delete static_cast<std::vector<T>*>(p); });
  return py::array_t<T>({kept->size()}, {sizeof(T)}, kept->data(), owner);
}

/// A view of a row-major matrix as an n × d array that keeps `owner`, which holds the matrix,
/// alive.
inline py::array_t<double> view_of(const Embedding::Rows& rows, py::handle owner) {
  const auto n = static_cast<py::ssize_t>(rows.rows()), d = static_cast<py::ssize_t>(rows.cols());
  py::array_t<double> array(
      {n, d},
      {d * static_cast<py::ssize_t>(sizeof(double)), static_cast<py::ssize_t>(sizeof(double))},
      rows.data(), owner);
  array.attr("setflags")(py::arg("write") = false);  // other code may use this graph
  return array;
}

/// An n × d array, without a copy.
inline py::array_t<double> as_array(Embedding::Rows rows) {
  auto* kept = new Embedding::Rows(std::move(rows));
  py::capsule owner(kept, [](void* p) { delete static_cast<Embedding::Rows*>(p); });
  const auto n = static_cast<py::ssize_t>(kept->rows()), d = static_cast<py::ssize_t>(kept->cols());
  return py::array_t<double>(
      {n, d},
      {d * static_cast<py::ssize_t>(sizeof(double)), static_cast<py::ssize_t>(sizeof(double))},
      kept->data(), owner);
}

/// A copy of an n × d array.
Embedding::Rows rows_of(const Exact<double>& array);

/// Keeps a Python object alive from C++, regardless of which thread releases it last.
std::shared_ptr<const void> keep(py::object object);

/// Lets Python check for Ctrl-C during work that has released the interpreter. Returns false if an
/// exception must be raised.
bool go_on();

void add_rows(py::module_& module);
void add_graphs(py::module_& module);
void add_learners(py::module_& module);
void add_catalogue(py::module_& module);
void add_items(py::module_& module);
void add_sessions(py::module_& module);
void add_reading(py::module_& module);
void add_rules(py::module_& module);
void add_datasets(py::module_& module);

using SharedGraph = std::shared_ptr<Graph>;

/// Writeable arrays are copied, since another thread may write to them. Without `data` all weights
/// are 1.
SharedGraph graph_from_csr(const py::array& indptr, const py::array& indices,
                           const std::optional<py::array>& data);
/// indptr, indices and data (None: all 1) as read-only views of the graph's own arrays.
py::tuple csr_of(const SharedGraph& graph);

}  // namespace querent::python
