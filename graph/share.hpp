// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <querent/graph/dense_block.hpp>
#include <querent/graph/graph.hpp>

namespace querent {

/// What the processes that hold the rows of one matrix say to each other. Every call is collective.
class Communicator {
 public:
  Communicator() = default;
  Communicator(const Communicator&) = delete;
  Communicator& operator=(const Communicator&) = delete;
  virtual ~Communicator() = default;

  /// Element by element over all processes, in place; the same bits on each.
  virtual void sum(std::span<double> x) const = 0;
  virtual void max(std::span<double> x) const = 0;
  /// Begins to give rows of `bytes` bytes each to the processes whose rows name them. What lies at
  /// `rows` must not change before release().
  virtual void send(const void* rows, std::size_t bytes) const = 0;
  /// The rows of all processes of this machine, by the columns of Share::near; until release(), and
  /// to be asked for before it.
  virtual const void* near() const = 0;
  /// The rows of this process's ghosts, in the order of their numbers; until the next send().
  virtual const void* receive() const = 0;
  /// Ends what send() began: every process of this machine has read what it wants.
  virtual void release() const = 0;

  /// A block for this process's rows which the others of its machine read where they lie, so that
  /// nothing is copied; what is in it means nothing. Of no rows where there is none left.
  virtual DenseBlock<float> lend() const = 0;
  /// Takes back what lend() gave; any other block is gone then.
  virtual void give_back(DenseBlock<float> block) const = 0;
};

/// The part that one process has of a graph whose rows lie on many, beside the Graph of its own
/// nodes and the edges between them.
struct Share {
  const Communicator& communicator;
  /// The edges to nodes of others, a row for each node of this process: to those of processes of
  /// the same machine, whose columns are rows among all of that machine, and to ghosts, whose
  /// columns are their numbers. So neither is a symmetric matrix.
  Graph near, ghosts;
  std::uint64_t nodes = 0;       ///< of the whole graph
  std::uint64_t first = 0;       ///< how many of them lie on the processes before this one
  std::uint64_t components = 1;  ///< of the whole graph
  std::vector<Node> component;   ///< of this process's nodes; empty when there is one
};

}  // namespace querent
