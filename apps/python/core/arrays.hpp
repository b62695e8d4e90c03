// SPDX-License-Identifier: Apache-2.0
// NumPy's arrays as the library's rows and back. What comes in is looked at in place where its type allows; what goes
// out keeps its owner alive.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include <Eigen/Core>
#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

#include <querent/learners/row.hpp>
#include <querent/spectral/embedding.hpp>

namespace querent::python {

namespace py = pybind11;

/// Contiguous, converted where it must be.
template <class T>
using Array = py::array_t<T, py::array::c_style | py::array::forcecast>;

template <class T>
std::span<const T> view(const Array<T>& array) {
  return {array.data(), static_cast<std::size_t>(array.size())};
}

/// A vector as an array, without a copy.
template <class T>
py::array_t<T> as_array(std::vector<T> values) {
  auto* kept = new std::vector<T>(std::move(values));
  py::capsule owner(kept, [](void* p) { delete static_cast<std::vector<T>*>(p); });
  return py::array_t<T>({kept->size()}, {sizeof(T)}, kept->data(), owner);
}

/// A matrix by rows as an n × d array that looks at it and keeps `owner`, which holds it, alive.
inline py::array_t<double> look_at(const Embedding::Rows& rows, py::handle owner) {
  const auto n = static_cast<py::ssize_t>(rows.rows()), d = static_cast<py::ssize_t>(rows.cols());
  py::array_t<double> array({n, d}, {d * static_cast<py::ssize_t>(sizeof(double)),
                                     static_cast<py::ssize_t>(sizeof(double))},
                            rows.data(), owner);
  array.attr("setflags")(py::arg("write") = false);  // the graph of others is not ours to change
  return array;
}

/// n × d, without a copy.
inline py::array_t<double> as_array(Embedding::Rows rows) {
  auto* kept = new Embedding::Rows(std::move(rows));
  py::capsule owner(kept, [](void* p) { delete static_cast<Embedding::Rows*>(p); });
  const auto n = static_cast<py::ssize_t>(kept->rows()), d = static_cast<py::ssize_t>(kept->cols());
  return py::array_t<double>({n, d}, {d * static_cast<py::ssize_t>(sizeof(double)),
                                      static_cast<py::ssize_t>(sizeof(double))},
                             kept->data(), owner);
}

/// A copy of an n × d array.
Embedding::Rows rows_of(const Array<double>& array);

/// Rows that somebody else holds: n × d doubles, or CSR. Holds the arrays it looks at.
class Rows {
 public:
  explicit Rows(Array<double> dense);
  /// std::invalid_argument where the arrays are not a CSR matrix of `dim` columns with ascending indices.
  Rows(Array<std::int64_t> offsets, Array<std::uint32_t> index, Array<double> value, std::size_t dim);

  std::size_t size() const { return n_; }
  std::size_t dim() const { return dim_; }
  bool sparse() const { return sparse_; }
  DenseRow dense(std::size_t i) const { return {{dense_.data() + i * dim_, dim_}}; }
  SparseRow row(std::size_t i) const {
    const auto begin = static_cast<std::size_t>(offsets_.data()[i]);
    const auto count = static_cast<std::size_t>(offsets_.data()[i + 1]) - begin;
    return {{index_.data() + begin, count}, {value_.data() + begin, count}};
  }
  /// visit(i, x_i) for every row, of whichever kind.
  template <class Visit>
  void for_each(Visit&& visit) const {
    for (std::size_t i = 0; i < n_; ++i) {
      if (sparse_) {
        visit(i, row(i));
      } else {
        visit(i, dense(i));
      }
    }
  }

 private:
  bool sparse_;
  std::size_t n_ = 0, dim_ = 0;
  Array<double> dense_;
  Array<std::int64_t> offsets_;
  Array<std::uint32_t> index_;
  Array<double> value_;
};

/// Asks Python now and then whether the user has pressed Ctrl-C: for work that has released the interpreter. False
/// when there is an exception to be raised.
bool go_on();

void add_arrays(py::module_& module);
void add_graphs(py::module_& module);
void add_learners(py::module_& module);
void add_sessions(py::module_& module);
void add_reading(py::module_& module);

}  // namespace querent::python
