// SPDX-License-Identifier: Apache-2.0
// Files as the program reads them.
#include <pybind11/stl.h>
#include <pybind11/stl/filesystem.h>

#include <querent/datasets/vectors/vector_data.hpp>
#include <querent/graph/read.hpp>

#include "arrays.hpp"

namespace querent::python {

namespace {

py::dict features_of(const NodeFeatures& features) {
  py::dict result;
  result["dim"] = features.dim;
  result["indptr"] = as_array(features.offsets);
  result["indices"] = as_array(features.index);
  result["data"] = as_array(features.value);
  return result;
}

py::dict read_graph_file(const std::filesystem::path& edges,
                         const std::optional<std::filesystem::path>& labels,
                         const std::optional<std::filesystem::path>& features, bool largest_component,
                         bool lenient) {
  GraphData data;
  {
    const py::gil_scoped_release release;
    ReadOptions options;
    options.component = largest_component ? Component::kLargest : Component::kAll;
    options.symmetrize = Symmetrize::kOr;
    options.lenient = lenient;
    data = read_graph({.edges = edges, .labels = labels, .features = features}, options,
                      [](double) { return go_on(); });
  }
  py::dict result;
  result["name"] = data.name;
  py::list names;
  for (Node i = 0; i < data.graph.num_nodes(); ++i) names.append(py::str(std::string(data.names[i])));
  result["names"] = names;
  result["labels"] = as_array(std::move(data.labels));
  result["classes"] = data.classes;
  result["features"] = data.features.empty() ? py::object(py::none()) : py::object(features_of(data.features));
  py::dict report;
  report["format"] = data.report.format;
  report["self_loops"] = data.report.self_loops;
  report["duplicate_edges"] = data.report.duplicate_edges;
  report["components"] = data.report.components;
  report["nodes_outside_largest_component"] = data.report.nodes_outside_largest_component;
  report["notes"] = data.report.notes;
  result["report"] = report;
  result["graph"] = std::make_shared<Graph>(std::move(data.graph));
  return result;
}

py::dict read_rows_file(const std::filesystem::path& path, const std::string& label_column) {
  VectorData data;
  {
    const py::gil_scoped_release release;
    VectorOptions options;
    if (!label_column.empty()) options.label_column = label_column;
    data = read_vectors(path, options);
  }
  py::dict result;
  result["name"] = data.name;
  result["labels"] = as_array(std::move(data.labels));
  result["classes"] = data.classes;
  result["feature_names"] = data.feature_names;
  result["dim"] = data.features;
  result["sparse"] = data.layout == RowLayout::kSparse;
  result["indptr"] = as_array(std::move(data.offsets));
  result["indices"] = as_array(std::move(data.index));
  result["data"] = as_array(std::move(data.value));
  return result;
}

}  // namespace

void add_reading(py::module_& module) {
  module.def("read_graph", &read_graph_file, py::arg("edges"), py::arg("labels") = py::none(),
             py::arg("features") = py::none(), py::arg("largest_component") = true,
             py::arg("lenient") = false);
  module.def("read_rows", &read_rows_file, py::arg("path"), py::arg("label_column") = "");
}

}  // namespace querent::python
