// SPDX-License-Identifier: Apache-2.0
#include "arrays.hpp"

#include <stdexcept>

namespace querent::python {

Embedding::Rows rows_of(const Exact<double>& array) {
  if (array.ndim() != 2) throw std::invalid_argument("expected an n x d array");
  using Map = Eigen::Map<const Embedding::Rows>;
  return Map(array.data(), static_cast<Eigen::Index>(array.shape(0)),
             static_cast<Eigen::Index>(array.shape(1)));
}

std::shared_ptr<const void> keep(py::object object) {
  return {new py::object(std::move(object)), [](const void* kept) {
            const py::gil_scoped_acquire hold;
            delete static_cast<const py::object*>(kept);
          }};
}

bool go_on() {
  const py::gil_scoped_acquire hold;
  return PyErr_CheckSignals() == 0;
}

}  // namespace querent::python
