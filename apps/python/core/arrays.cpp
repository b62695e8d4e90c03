// SPDX-License-Identifier: Apache-2.0
#include "arrays.hpp"

#include <cmath>
#include <stdexcept>

namespace querent::python {

Embedding::Rows rows_of(const Array<double>& array) {
  if (array.ndim() != 2) throw std::invalid_argument("expected an n x d array");
  using Map = Eigen::Map<const Embedding::Rows>;
  return Map(array.data(), static_cast<Eigen::Index>(array.shape(0)),
             static_cast<Eigen::Index>(array.shape(1)));
}

Rows::Rows(Array<double> dense) : sparse_(false), dense_(std::move(dense)) {
  if (dense_.ndim() != 2) throw std::invalid_argument("expected an n x d array of rows");
  n_ = static_cast<std::size_t>(dense_.shape(0));
  dim_ = static_cast<std::size_t>(dense_.shape(1));
  for (const double x : view(dense_)) {
    if (!std::isfinite(x)) throw std::invalid_argument("Input X contains NaN or infinity.");
  }
}

Rows::Rows(Array<std::int64_t> offsets, Array<std::uint32_t> index, Array<double> value,
           std::size_t dim)
    : sparse_(true),
      dim_(dim),
      offsets_(std::move(offsets)),
      index_(std::move(index)),
      value_(std::move(value)) {
  const auto need = [](bool condition, const char* what) {
    if (!condition) throw std::invalid_argument(std::string("CSR rows: ") + what);
  };
  need(offsets_.size() > 0 && offsets_.data()[0] == 0 && index_.size() == value_.size(),
       "indptr must begin with 0, indices and data be equally long");
  n_ = static_cast<std::size_t>(offsets_.size()) - 1;
  need(offsets_.data()[n_] == index_.size(), "indptr must end with the number of entries");
  for (std::size_t i = 0; i < n_; ++i) {
    const std::int64_t begin = offsets_.data()[i], end = offsets_.data()[i + 1];
    need(begin <= end && end <= index_.size(), "indptr must not decrease");
    for (std::int64_t k = begin; k < end; ++k) {
      need(index_.data()[k] < dim_, "an index beyond the columns");
      need(k == begin || index_.data()[k - 1] < index_.data()[k], "indices must ascend in a row");
      if (!std::isfinite(value_.data()[k]))
        throw std::invalid_argument("Input X contains NaN or infinity.");
    }
  }
}

bool go_on() {
  const py::gil_scoped_acquire hold;
  return PyErr_CheckSignals() == 0;
}

void add_arrays(py::module_& module) {
  py::class_<Rows>(module, "Rows", "Rows that NumPy holds: n x d, or CSR.")
      .def(py::init<Array<double>>(), py::arg("dense"))
      .def(py::init<Array<std::int64_t>, Array<std::uint32_t>, Array<double>, std::size_t>(),
           py::arg("indptr"), py::arg("indices"), py::arg("data"), py::arg("dim"))
      .def("__len__", &Rows::size)
      .def_property_readonly("dim", &Rows::dim);
}

}  // namespace querent::python
