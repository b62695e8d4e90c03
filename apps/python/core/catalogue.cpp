// SPDX-License-Identifier: Apache-2.0
// The catalogue of learners and query rules, and the order in which a run plays rows.
#include <pybind11/stl.h>

#include <querent/learners/catalogue/catalogue.hpp>
#include <querent/learners/random.hpp>

#include "arrays.hpp"

namespace querent::python {

namespace {

// Fields that learners and query rules share.
py::dict described(const auto& spec) {
  py::dict params;
  for (const auto& param : spec.params)
    params[py::str(param.key)] =
        py::make_tuple(param.value, param.range.min, param.range.max, param.meaning);
  return py::dict("name"_a = spec.name, "paper"_a = spec.paper, "summary"_a = spec.summary,
                  "params"_a = params);
}

py::list specs() {
  py::list result;
  for (const auto& spec : learners()) {
    py::dict one = described(spec);
    one["family"] = spec.family;
    one["query"] = spec.query;
    one["second_order"] = spec.second_order;
    result.append(one);
  }
  return result;
}

py::list query_specs() {
  py::list result;
  for (const auto& spec : query_rules()) {
    py::dict one = described(spec);
    one["needs_uncertainty"] = spec.needs_uncertainty;
    result.append(one);
  }
  return result;
}

}  // namespace

void add_catalogue(py::module_& module) {
  module.def("learners", &specs, "The catalogue entries of all learners.");
  module.def("query_rules", &query_specs, "The catalogue entries of all query rules.");
  module.def(
      "random_order",
      [](std::uint32_t n, std::uint64_t seed, std::uint64_t run) {
        Rng rng = make_rng(seed, run, querent::Stream::kOrder);
        return as_array(random_order(n, rng));
      },
      "The order in which run `run` of the program plays n rows.");
}

}  // namespace querent::python
