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

py::dict features_of(const CsrMatrix& features) {
  return py::dict("dim"_a = features.dim, "indptr"_a = as_array(features.offsets),
                  "indices"_a = as_array(features.index), "data"_a = as_array(features.value));
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
  py::list names;
  for (Node i = 0; i < data.graph.num_nodes(); ++i)
    names.append(py::str(std::string(data.names[i])));
  const ReadReport& counts = data.report;
  const py::dict report(
      "format"_a = counts.format, "self_loops"_a = counts.self_loops,
      "duplicate_edges"_a = counts.duplicate_edges, "components"_a = counts.components,
      "nodes_outside_largest_component"_a = counts.nodes_outside_largest_component,
      "notes"_a = counts.notes);
  return py::dict(
      "name"_a = data.name, "names"_a = names, "labels"_a = as_array(std::move(data.labels)),
      "classes"_a = data.classes,
      "features"_a = data.features.empty() ? py::object(py::none()) : features_of(data.features),
      "report"_a = report, "graph"_a = std::make_shared<Graph>(std::move(data.graph)));
}

py::dict read_rows_file(const std::filesystem::path& path, const std::string& label_column,
                        const std::optional<std::filesystem::path>& labels, bool one_hot,
                        const std::string& missing, const std::vector<std::string>& drop_column) {
  VectorData data;
  {
    const py::gil_scoped_release release;
    VectorOptions options{
        .label_column = label_column, .drop_columns = drop_column, .one_hot = one_hot};
    if (missing == "drop") options.missing = MissingValues::kDrop;
    if (missing == "mean") options.missing = MissingValues::kMean;
    if (labels) options.labels = *labels;
    data = read_vectors(RowStream::open(path, options), [](std::uint64_t) {
      if (!go_on()) throw Cancelled();
    });
  }
  return py::dict("name"_a = data.name, "labels"_a = as_array(std::move(data.labels)),
                  "classes"_a = data.classes, "feature_names"_a = data.feature_names,
                  "dim"_a = data.features, "sparse"_a = data.layout == RowLayout::kSparse,
                  "indptr"_a = as_array(std::move(data.offsets)),
                  "indices"_a = as_array(std::move(data.index)),
                  "data"_a = as_array(std::move(data.value)));
}

}  // namespace

void add_reading(py::module_& module) {
  module.def("read_graph", &read_graph_file);
  module.def("read_rows", &read_rows_file);
}

}  // namespace querent::python
