// SPDX-License-Identifier: Apache-2.0
// The data sets of the catalogue.
#include <pybind11/stl.h>
#include <pybind11/stl/filesystem.h>

#include <querent/datasets/catalogue.hpp>
#include <querent/datasets/locate.hpp>

#include "arrays.hpp"

namespace querent::python {

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
