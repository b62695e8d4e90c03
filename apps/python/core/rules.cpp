// SPDX-License-Identifier: Apache-2.0
// A query rule of the catalogue as a separate value.
#include <string>

#include <pybind11/stl.h>

#include <querent/learners/catalogue/catalogue.hpp>
#include <querent/learners/catalogue/values.hpp>

#include "arrays.hpp"

namespace querent::python {

namespace {

Prediction prediction(int label, int runner_up, double margin, double uncertainty,
                      double squared_norm) {
  return {.label = label,
          .runner_up = runner_up,
          .margin = margin,
          .uncertainty = uncertainty,
          .squared_norm = squared_norm};
}

QueryValue rule_of(const std::string& text, const Params& params, std::size_t dim, int num_classes,
                   std::uint64_t rounds) {
  const Task task{.dim = dim, .num_classes = num_classes, .encoding = "one-hot", .rounds = rounds};
  return QueryValue(make_query(text, task, params));
}

}  // namespace

void add_rules(py::module_& module) {
  py::class_<QueryValue>(module, "Rule", "A query rule by name: the probability of asking.")
      .def(py::init(&rule_of), py::arg("text"), py::arg("params") = Params{}, py::arg("dim") = 1,
           py::arg("num_classes") = 2, py::arg("rounds") = 0)
      .def("probability",
           [](const QueryValue& self, int label, int runner_up, double margin, double uncertainty,
              double squared_norm) {
             return self.probability(
                 prediction(label, runner_up, margin, uncertainty, squared_norm));
           })
      .def("observe", [](QueryValue& self, int label, int runner_up, double margin,
                         double uncertainty, double squared_norm, bool asked, int answer) {
        self.observe(prediction(label, runner_up, margin, uncertainty, squared_norm),
                     Outcome{.asked = asked, .label = answer, .mistake = asked && answer != label});
      });
}

}  // namespace querent::python
