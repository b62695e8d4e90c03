// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <querent/graph/graph.hpp>
#include <querent/graph/matrices/dense_block.hpp>

namespace querent {

/// Communication of the processes that hold the rows of one matrix. Every call is collective.
class Communicator {
 public:
  Communicator() = default;
  Communicator(const Communicator&) = delete;
  Communicator& operator=(const Communicator&) = delete;
  virtual ~Communicator() = default;

  /// Elementwise over all processes, in place; all processes get the same bits.
  virtual void sum(std::span<double> x) const = 0;
  virtual void max(std::span<double> x) const = 0;
  /// Starts sending rows of `bytes` bytes to the processes that need them. `rows` must not change
  /// before release().
  virtual void send(const void* rows, std::size_t bytes) const = 0;
  /// The rows of all processes of this machine, indexed by the columns of Share::near. Call it
  /// before release(), until which they are valid.
  virtual const void* near() const = 0;
  /// The rows of this process's ghosts, in the order of their numbers; valid until the next send().
  virtual const void* receive() const = 0;
  /// Completes send(): every process of this machine has finished reading.
  virtual void release() const = 0;

  /// Leases a block for this process's rows that the other processes of its machine read in place,
  /// without a copy; its content is undefined. The block has no rows if none is left.
  virtual DenseBlock<float> borrow() const = 0;
  /// Returns a block leased by borrow(); other blocks are freed.
  virtual void give_back(DenseBlock<float> block) const = 0;
};

/// One process's part of a distributed graph, in addition to the Graph of its own nodes and the
/// edges between them.
struct GraphPart {
  const Communicator& communicator;
  /// Edges to other processes' nodes, one row per node of this process: `near` to processes of the
  /// same machine, with columns counting that machine's rows, `ghosts` to other machines, with
  /// columns numbering the ghosts. Neither is a symmetric matrix.
  Graph near, ghosts;
  std::uint64_t nodes = 0;           ///< nodes of the whole graph
  std::uint64_t first = 0;           ///< number of nodes on preceding processes
  std::uint64_t components = 1;      ///< components of the whole graph
  std::vector<Node> component = {};  ///< of this process's nodes; empty if there is one
};

}  // namespace querent
