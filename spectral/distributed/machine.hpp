// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include <mpi.h>

#include <querent/graph/dense_block.hpp>
#include <querent/spectral/distributed/ranks.hpp>

namespace querent::distributed {

/// The ranks of one machine, including this one, and memory in which each writes its own rows and
/// reads those of all in place. Such memory does not exist if a rank is alone on its machine, or if
/// the system does not let a process open the files of another.
///
/// The rows of all ranks are consecutive, each rank's starting at a page, in three pieces: two for
/// blocks of floats, and one into which rows of up to kStaged bytes are copied.
class Machine {
 public:
  static constexpr std::size_t kPieces = 2, kStaged = 64;

  /// This rank has `rows` rows. Collective.
  Machine(const Ranks& ranks, std::uint64_t rows);
  Machine(const Machine&) = delete;
  Machine& operator=(const Machine&) = delete;
  ~Machine();

  bool alone() const { return base_ == nullptr; }
  /// Start of the rows of another rank; null if it is on another machine.
  const std::optional<std::uint64_t>& start(int rank) const {
    return starts_[static_cast<std::size_t>(rank)];
  }

  /// This rank's rows of a piece, and the first row of all in it.
  DenseBlock<float> block(std::size_t piece) const;
  const void* rows_of(std::size_t piece) const;
  /// Copies this rank's rows of `bytes` ≤ kStaged bytes each; returns the first row of all.
  /// Overwrites the previous copy.
  const void* stage(const void* rows, std::size_t bytes) const;

  /// Signals that this rank has written the rows that others read.
  void written() const;
  /// Waits until all ranks have signalled.
  void wait() const;
  /// Waits until all ranks have finished reading.
  void read() const;

 private:
  void open_memory(int rank);

  std::uint64_t rows_, own_ = 0, all_ = 0;  // of this rank, their place, of all with the gaps
  std::vector<std::optional<std::uint64_t>> starts_;
  MPI_Comm group_ = MPI_COMM_NULL;
  mutable MPI_Request written_ = MPI_REQUEST_NULL;
  int file_ = -1;
  char* base_ = nullptr;
};

}  // namespace querent::distributed
