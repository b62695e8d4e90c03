// SPDX-License-Identifier: Apache-2.0
// Converts the arrays of a symmetric CSR matrix to a graph, and back.
#pragma once

#include <memory>
#include <optional>

#include <querent/graph/graph.hpp>

#include "arrays.hpp"

namespace querent::python {

using SharedGraph = std::shared_ptr<Graph>;

/// Writeable arrays are copied, since another thread may write to them. Without `data` all weights
/// are 1.
SharedGraph graph_from_csr(const py::array& indptr, const py::array& indices,
                           const std::optional<py::array>& data);
/// indptr, indices and data (None: all 1) as read-only views of the graph's own arrays.
py::tuple csr_of(const SharedGraph& graph);

}  // namespace querent::python
