// SPDX-License-Identifier: Apache-2.0
#include "arrays.hpp"

#include <span>
#include <stdexcept>
#include <type_traits>
#include <vector>

#include <querent/graph/from_memory.hpp>

namespace querent::python {

namespace {

// Values in the library's type, 4 bytes per index and 8 per offset or weight: a copy, or an array
// that cannot be written to.
template <class To>
struct Borrowed {
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
    if (!fits) throw std::invalid_argument("CSR graph: an invalid node number or weight");
    values = *kept;
    owner = std::move(kept);
  }
};

// Whether no Python code can write to the memory of `array`: neither the array nor any array of
// which it is a view is writeable.
bool frozen(const py::array& array) {
  py::object at = array;
  while (py::isinstance<py::array>(at)) {
    if (py::reinterpret_borrow<py::array>(at).writeable()) return false;
    at = py::reinterpret_borrow<py::array>(at).base();
    if (!at) return true;
  }
  return true;
}

// `Same`: NumPy's signed type of the same size, whose non-negative values equal the library's.
template <class To, class Same, class... Others>
Borrowed<To> borrowed(const py::array& array) {
  if (array.ndim() != 1) throw std::invalid_argument("CSR graph: expected arrays of one dimension");
  Borrowed<To> result;
  const bool packed = array.size() < 2 || array.strides(0) == array.itemsize();
  const bool aligned = (array.flags() & py::detail::npy_api::NPY_ARRAY_ALIGNED_) != 0;
  const bool same =
      packed && aligned &&
      (py::isinstance<py::array_t<To>>(array) || py::isinstance<py::array_t<Same>>(array));
  if (same && frozen(array)) {
    result.values = {static_cast<const To*>(array.data()), static_cast<std::size_t>(array.size())};
    result.owner = keep(array);
    return result;
  }
  if (same) {
    const auto* from = static_cast<const To*>(array.data());
    auto copy = std::make_shared<std::vector<To>>(from, from + array.size());
    result.values = *copy;
    result.owner = std::move(copy);
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

}  // namespace

SharedGraph graph_from_csr(const py::array& indptr, const py::array& indices,
                           const std::optional<py::array>& data) {
  struct Kept {
    Borrowed<std::uint64_t> offsets;
    Borrowed<Node> neighbours;
    Borrowed<double> weights;
  };
  const auto kept = std::make_shared<Kept>();
  kept->offsets = borrowed<std::uint64_t, std::int64_t, std::int32_t>(indptr);
  kept->neighbours = borrowed<Node, std::int32_t, std::int64_t>(indices);
  const bool pattern = !data || all_one<double>(*data) || all_one<float>(*data) ||
                       all_one<bool>(*data) || all_one<std::int8_t>(*data) ||
                       all_one<std::int64_t>(*data);
  if (!pattern) kept->weights = borrowed<double, double, float>(*data);
  const py::gil_scoped_release release;
  return std::make_shared<Graph>(
      graph_of_csr(kept, kept->offsets.values, kept->neighbours.values, kept->weights.values));
}

py::tuple csr_of(const SharedGraph& graph) {
  const py::object owner = py::cast(graph);
  const auto offsets = graph->offsets();
  const auto neighbours = graph->all_neighbours();
  const auto weights = graph->all_weights();
  const auto seen = [&](const auto& values) -> py::object {
    using T = std::remove_cvref_t<decltype(values[0])>;
    py::array_t<T> array({values.size()}, {sizeof(T)}, values.data(), owner);
    array.attr("setflags")(py::arg("write") = false);
    return array;
  };
  return py::make_tuple(seen(offsets), seen(neighbours),
                        weights.empty() ? py::object(py::none()) : seen(weights));
}

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
