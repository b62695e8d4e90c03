// SPDX-License-Identifier: Apache-2.0
// The catalogues of learners, query rules and data sets, a rule as a separate value, and the order in
// which a run plays rows.
#include <string>

#include <pybind11/stl.h>
#include <pybind11/stl/filesystem.h>

#include <querent/datasets/catalogue.hpp>
#include <querent/datasets/locate.hpp>
#include <querent/learners/catalogue/catalogue.hpp>
#include <querent/learners/catalogue/values.hpp>
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

namespace {

py::dict described(const DatasetInfo& dataset) {
  return py::dict("name"_a = dataset.name, "kind"_a = std::string(to_string(dataset.kind)),
                  "title"_a = dataset.title, "licence"_a = dataset.licence,
                  "homepage"_a = dataset.homepage, "note"_a = dataset.note,
                  "embedded"_a = dataset.embedded, "rows"_a = dataset.facts.nodes,
                  "edges"_a = dataset.facts.edges, "classes"_a = dataset.facts.classes,
                  "features"_a = dataset.facts.features);
}

py::list all() {
  py::list result;
  for (const DatasetInfo& dataset : catalogue()) result.append(described(dataset));
  return result;
}

py::dict find(const std::string& name, bool allow_network) {
  const DatasetInfo dataset = find_dataset(name);
  LocatedDataset located;
  {
    const py::gil_scoped_release release;
    located = locate(dataset, {.progress = [](const FetchProgress&) { return go_on(); },
                               .allow_network = allow_network});
  }
  py::dict result = described(dataset);
  py::dict files, options;
  for (const LocalFile& file : located.files)
    files[py::str(std::string(to_string(file.role)))] = file.path;
  for (const auto& [key, value] : dataset.read_options) options[py::str(key)] = value;
  result["files"] = files;
  result["options"] = options;
  result["notes"] = located.notes;
  return result;
}

}  // namespace

void add_datasets(py::module_& module) {
  module.def("datasets", &all, "The catalogue entries of all data sets.");
  module.def("locate", &find, py::arg("name"), py::arg("allow_network") = true,
             "The files of a data set; missing files are fetched.");
}

}  // namespace querent::python
