// SPDX-License-Identifier: Apache-2.0
// A graph from the arrays of a symmetric CSR matrix, and back.
#pragma once

#include <memory>
#include <optional>

#include <querent/graph/graph.hpp>

#include "arrays.hpp"

namespace querent::python {

using SharedGraph = std::shared_ptr<Graph>;

/// Arrays that can be written to are copied: another thread may do so. No `data`: every weight is 1.
SharedGraph graph_from_csr(const py::array& indptr, const py::array& indices,
                           const std::optional<py::array>& data);
/// indptr, indices and data (None: all 1): read-only views of the graph's own arrays.
py::tuple csr_of(const SharedGraph& graph);

}  // namespace querent::python
