// SPDX-License-Identifier: Apache-2.0
// Reads files as the program does.
#include <pybind11/stl.h>
#include <pybind11/stl/filesystem.h>

#include <querent/datasets/error.hpp>
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

Duplicates duplicates_of(const std::string& name) {
  if (name == "equal") return Duplicates::kMergeEqual;
  if (name == "sum") return Duplicates::kSum;
  if (name == "max") return Duplicates::kMax;
  if (name == "first") return Duplicates::kFirst;
  if (name == "error") return Duplicates::kError;
  throw std::invalid_argument(
      "duplicates: expected 'equal', 'sum', 'max', 'first' or 'error', found '" + name + "'");
}

py::dict read_graph_file(const std::filesystem::path& edges,
                         const std::optional<std::filesystem::path>& labels,
                         const std::optional<std::filesystem::path>& features,
                         bool largest_component, bool lenient, bool nodes_from_labels,
                         bool label_sets, const std::string& duplicates) {
  GraphData data;
  const Duplicates merging = duplicates_of(duplicates);
  {
    const py::gil_scoped_release release;
    ReadOptions options;
    options.component = largest_component ? Component::kLargest : Component::kAll;
    options.symmetrize = Symmetrize::kOr;
    options.lenient = lenient;
    options.nodes_from_labels = nodes_from_labels;
    options.label_sets = label_sets;
    options.duplicates = merging;
    data = read_graph({.edges = edges, .labels = labels, .features = features}, options,
                      [](double) { return go_on(); });
  }
  py::dict result;
  result["name"] = data.name;
  py::list names;
  for (Node i = 0; i < data.graph.num_nodes(); ++i)
    names.append(py::str(std::string(data.names[i])));
  result["names"] = names;
  result["labels"] = as_array(std::move(data.labels));
  result["classes"] = data.classes;
  result["features"] =
      data.features.empty() ? py::object(py::none()) : py::object(features_of(data.features));
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

py::dict read_rows_file(const std::filesystem::path& path, const std::string& label_column,
                        const std::optional<std::filesystem::path>& labels) {
  VectorData data;
  {
    const py::gil_scoped_release release;
    VectorOptions options;
    if (!label_column.empty()) options.label_column = label_column;
    if (labels) options.labels = *labels;
    data = read_vectors(RowStream::open(path, options), [](std::uint64_t) {
      if (!go_on()) throw Cancelled();
    });
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
             py::arg("lenient") = false, py::arg("nodes_from_labels") = false,
             py::arg("label_sets") = false, py::arg("duplicates") = "equal");
  module.def("read_rows", &read_rows_file, py::arg("path"), py::arg("label_column") = "",
             py::arg("labels") = py::none());
}

}  // namespace querent::python
