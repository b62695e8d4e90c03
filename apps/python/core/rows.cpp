// SPDX-License-Identifier: Apache-2.0
#include "rows.hpp"

#include <bit>
#include <limits>
#include <stdexcept>
#include <string>

namespace querent::python {

namespace {

[[noreturn]] void refuse(std::size_t i, const char* what) {
  throw std::invalid_argument("Input X: row " + std::to_string(i) + ": " + what);
}

constexpr std::size_t kBlock = 8192;  // entries: 96 KB

// Whether all values are finite: an exponent of all ones overflows when 1 is added.
bool finite(std::span<const double> values) {
  constexpr std::uint64_t kExponent = 0x7FF0000000000000U, kOne = 0x0010000000000000U;
  std::uint64_t carried = 0;
  for (const double v : values) carried |= (std::bit_cast<std::uint64_t>(v) & kExponent) + kOne;
  return carried >> 63 == 0;
}

// The number of indices that do not exceed their predecessor; the smallest and the largest are
// below 2^31.
std::uint32_t descents(std::span<const std::uint32_t> index) {
  std::uint32_t count = 0;
  for (std::size_t k = 1; k < index.size(); ++k)
    count +=
        static_cast<std::int32_t>(index[k - 1]) >= static_cast<std::int32_t>(index[k]) ? 1U : 0U;
  return count;
}

template <class From, class To>
void turn(const void* from, std::size_t begin, std::size_t count, std::vector<To>& to) {
  to.resize(count);
  const auto* values = static_cast<const From*>(from) + begin;
  for (std::size_t k = 0; k < count; ++k) to[k] = static_cast<To>(values[k]);
}

bool in_place(const py::array& array) {
  const char order = array.dtype().byteorder();
  return (array.flags() & py::detail::npy_api::NPY_ARRAY_ALIGNED_) != 0 &&
         (order == '=' || order == '|');
}

// Converts an array of numbers to one that can be read in place.
py::array readable(py::array array) {
  const char kind = array.dtype().kind();
  const auto size = array.itemsize();
  const bool known = (kind == 'f' && (size == 8 || size == 4)) || kind == 'b' ||
                     ((kind == 'i' || kind == 'u') && size == 1);
  if (known && array.ndim() > 0 && array.strides(array.ndim() - 1) == size && in_place(array))
    return array;
  return Array<double>(std::move(array));
}

py::array whole_numbers(const py::array& array) {
  const char kind = array.dtype().kind();
  const bool known =
      (kind == 'i' || kind == 'u') && (array.itemsize() == 4 || array.itemsize() == 8);
  const bool packed =
      array.ndim() == 1 && (array.size() < 2 || array.strides(0) == array.itemsize());
  if (known && packed && in_place(array)) return array;
  return Array<std::int64_t>(array);
}

}  // namespace

Rows::Rows(py::array dense) {
  if (dense.ndim() != 2) throw std::invalid_argument("expected an n x d array of rows");
  py::array kept = readable(std::move(dense));
  type_ = kept.dtype().kind() != 'f' ? Type::kByte
          : kept.itemsize() == 4     ? Type::kFloat
                                     : Type::kDouble;
  signed_ = kept.dtype().kind() == 'i';
  n_ = static_cast<std::size_t>(kept.shape(0));
  dim_ = static_cast<std::size_t>(kept.shape(1));
  if (n_ > 1 && kept.strides(0) < 0) kept = Array<double>(std::move(kept)), type_ = Type::kDouble;
  stride_ = static_cast<std::size_t>(kept.strides(0));
  value_ = static_cast<const char*>(kept.data());
  kept_[0] = std::move(kept);
}

Rows::Rows(const py::array& offsets, py::array index, py::array value, std::size_t dim)
    : sparse_(true), dim_(dim) {
  const auto need = [](bool condition, const char* what) {
    if (!condition) throw std::invalid_argument(std::string("CSR rows: ") + what);
  };
  const py::array places = whole_numbers(offsets);
  index = whole_numbers(index);
  value = readable(std::move(value));
  need(places.size() > 0 && index.size() == value.size() && value.ndim() == 1,
       "indptr must begin with 0, indices and data be equally long");
  need(dim < std::uint64_t{1} << 32, "fewer than 2^32 columns");
  n_ = static_cast<std::size_t>(places.size()) - 1;
  long_index_ = index.itemsize() == 8;
  type_ = value.dtype().kind() != 'f' ? Type::kByte
          : value.itemsize() == 4     ? Type::kFloat
                                      : Type::kDouble;
  signed_ = value.dtype().kind() == 'i';
  if (places.itemsize() == 8) {
    turn<std::uint64_t>(places.data(), 0, n_ + 1, offsets_);
  } else {
    turn<std::int32_t>(places.data(), 0, n_ + 1, offsets_);
  }
  index_ = index.data();
  value_ = static_cast<const char*>(value.data());
  need(offset(0) == 0, "indptr must begin with 0");
  bool ascend = true;
  for (std::size_t i = 0; i < n_; ++i) ascend &= offset(i) <= offset(i + 1);
  need(ascend, "indptr must not decrease");
  need(offset(n_) == static_cast<std::size_t>(index.size()),
       "indptr must end with the number of entries");
  kept_[0] = std::move(index);
  kept_[1] = std::move(value);
}

std::size_t Rows::entries() const {
  return sparse_ ? offset(n_) : n_ * dim_;
}

DenseRow Rows::dense(std::size_t i, RowRoom& room) const {
  const char* begin = value_ + i * stride_;
  std::span<const double> values;
  if (type_ == Type::kDouble) {
    values = {reinterpret_cast<const double*>(begin), dim_};
  } else {
    if (type_ == Type::kFloat) {
      turn<float>(begin, 0, dim_, room.value);
    } else if (signed_) {
      turn<std::int8_t>(begin, 0, dim_, room.value);
    } else {
      turn<std::uint8_t>(begin, 0, dim_, room.value);
    }
    values = room.value;
  }
  if (!finite(values)) refuse(i, "contains NaN or infinity");
  return {values};
}

std::span<const std::uint32_t> Rows::indices(std::size_t begin, std::size_t count,
                                             RowRoom& room) const {
  if (!long_index_) {
    turn<std::uint32_t>(index_, begin, count, room.index);
    return room.index;
  }
  const auto* places = static_cast<const std::uint64_t*>(index_) + begin;
  room.index.resize(count);
  std::uint64_t all = 0;
  for (std::size_t k = 0; k < count; ++k) {
    const std::uint64_t place = places[k];
    room.index[k] = static_cast<std::uint32_t>(place);
    all |= place;
  }
  if (all >> 32 != 0)
    room.index[0] = std::numeric_limits<std::uint32_t>::max();  // a value that every check rejects
  return room.index;
}

std::span<const double> Rows::values(std::size_t begin, std::size_t count, RowRoom& room) const {
  switch (type_) {
    case Type::kDouble:
      return {reinterpret_cast<const double*>(value_) + begin, count};
    case Type::kFloat:
      turn<float>(value_, begin, count, room.value);
      break;
    case Type::kByte:
      if (signed_) {
        turn<std::int8_t>(value_, begin, count, room.value);
      } else {
        turn<std::uint8_t>(value_, begin, count, room.value);
      }
      break;
  }
  return room.value;
}

SparseRow Rows::row(std::size_t i, RowRoom& room) const {
  const std::size_t begin = offset(i), count = offset(i + 1) - begin;
  if (count == 0) return {};
  const std::span<const std::uint32_t> index = indices(begin, count, room);
  if (long_index_ && index.front() == std::numeric_limits<std::uint32_t>::max())
    refuse(i, "an index is beyond the columns or negative");
  if (index.back() >= dim_) refuse(i, "an index is beyond the columns");
  bool ascend = true;
  for (std::size_t k = 1; k < count; ++k) ascend &= index[k - 1] < index[k];
  if (!ascend) refuse(i, "indices must ascend and not be negative");
  const std::span<const double> found = values(begin, count, room);
  if (type_ != Type::kByte && !finite(found)) refuse(i, "contains NaN or infinity");
  return {index, found};
}

std::size_t Rows::end_of_block(std::size_t first) const {
  const std::size_t enough = offset(first) + kBlock;
  std::size_t last = first + 1;
  while (last < n_ && offset(last + 1) <= enough) ++last;
  return last;
}

bool Rows::fits(std::size_t first, std::size_t last, std::span<const std::uint32_t> index) const {
  if (dim_ > std::uint64_t{1} << 31)
    return false;  // too large for the faster comparison of signed numbers
  std::uint32_t all = 0;
  for (const std::uint32_t j : index) all |= j;
  if (all >> 31 != 0) return false;
  std::uint32_t expected = 0;  // from the end of a row to the start of the next
  bool within = true;
  const std::size_t origin = offset(first);
  for (std::size_t i = first; i < last; ++i) {
    const std::size_t begin = offset(i), end = offset(i + 1);
    if (begin == end) continue;
    if (begin > origin) expected += index[begin - origin - 1] >= index[begin - origin] ? 1U : 0U;
    within &= index[end - origin - 1] < dim_;
  }
  return within && descents(index) == expected;
}

SparseRow Rows::block(std::size_t first, std::size_t last, RowRoom& room) const {
  const std::size_t begin = offset(first), count = offset(last) - begin;
  if (count == 0) return {};
  const SparseRow all{indices(begin, count, room), values(begin, count, room)};
  if (fits(first, last, all.index) && (type_ == Type::kByte || finite(all.value))) return all;
  for (std::size_t i = first; i < last; ++i)
    row(i, room);  // throws with the number of the row, if one is wrong
  // All rows are valid but have more columns than fits() compares, or another thread writes to
  // them.
  const SparseRow again{indices(begin, count, room), values(begin, count, room)};
  for (const std::uint32_t j : again.index) {
    if (j >= dim_) refuse(first, "an index is beyond the columns");
  }
  return again;
}

bool Rows::ascending() const {
  RowRoom room;
  for (std::size_t first = 0, last = 0; sparse_ && first < n_; first = last) {
    last = end_of_block(first);
    const std::size_t begin = offset(first), count = offset(last) - begin;
    if (count > 0 && !fits(first, last, indices(begin, count, room))) return false;
  }
  return true;
}

void Rows::check() const {
  for_each([](std::size_t, const auto&) {});
}

void add_rows(py::module_& module) {
  py::class_<Rows>(module, "Rows", "Rows held by NumPy, n x d or CSR, which are read in place.")
      .def(py::init<py::array>(), py::arg("dense"))
      .def(py::init<const py::array&, py::array, py::array, std::size_t>(), py::arg("indptr"),
           py::arg("indices"), py::arg("data"), py::arg("dim"))
      .def("__len__", &Rows::size)
      .def("check", &Rows::check, py::call_guard<py::gil_scoped_release>())
      .def("ascending", &Rows::ascending, py::call_guard<py::gil_scoped_release>())
      .def_property_readonly("dim", &Rows::dim);
}

}  // namespace querent::python
