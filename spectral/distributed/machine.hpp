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

/// The ranks of one machine, this one among them, and memory in which each writes rows of its own
/// and all read those of all where they lie. No such memory where a rank is alone on its machine,
/// or where the system does not let one process open what another has.
///
/// The rows of all follow each other, each rank's from a place on at which pages begin, three times:
/// two pieces for blocks of floats, and one into which rows of up to kStaged bytes are copied.
class Machine {
 public:
  static constexpr std::size_t kPieces = 2, kStaged = 64;

  /// This rank has `rows` rows. Collective.
  Machine(const Ranks& ranks, std::uint64_t rows);
  Machine(const Machine&) = delete;
  Machine& operator=(const Machine&) = delete;
  ~Machine();

  bool alone() const { return base_ == nullptr; }
  /// Where the rows of another rank begin; none when it is on another machine.
  const std::optional<std::uint64_t>& start(int rank) const {
    return starts_[static_cast<std::size_t>(rank)];
  }

  /// This rank's rows of a piece, and the first row of all in it.
  DenseBlock<float> block(std::size_t piece) const;
  const void* rows_of(std::size_t piece) const;
  /// Copies this rank's rows of `bytes` ≤ kStaged bytes each; the first row of all. What was copied
  /// before is gone.
  const void* stage(const void* rows, std::size_t bytes) const;

  /// Says that this rank has written what others read.
  void written() const;
  /// Until all have said so.
  void wait() const;
  /// Until all have read what they want.
  void read() const;

 private:
  void open_memory(int rank);

  std::uint64_t rows_, own_ = 0, all_ = 0;  // of this rank, their place, of all and what is between
  std::vector<std::optional<std::uint64_t>> starts_;
  MPI_Comm group_ = MPI_COMM_NULL;
  mutable MPI_Request written_ = MPI_REQUEST_NULL;
  int file_ = -1;
  char* base_ = nullptr;
};

}  // namespace querent::distributed
