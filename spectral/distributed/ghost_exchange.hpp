// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include <querent/graph/matrices/dense_block.hpp>
#include <querent/graph/matrices/graph_part.hpp>
#include <querent/spectral/distributed/petsc.hpp>
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

/// A row of another rank.
struct Ghost {
  int rank;
  std::uint32_t row;  ///< among the rank's
};

/// The communication of the processes of a job while they solve.
struct Traffic {
  std::uint64_t exchanges = 0;  ///< of ghosts, the same on every rank
  std::uint64_t sums = 0;       ///< over all ranks, and the numbers in them
  std::uint64_t numbers = 0;
  std::uint64_t most_ghosts = 0, all_ghosts = 0;  ///< received by a rank per exchange, by all
  std::uint64_t most_near = 0, all_near = 0;      ///< rows of other ranks that are read in place
  std::uint64_t most_messages = 0, all_messages = 0;  ///< that contain them
  double bytes = 0;                                   ///< of all ghosts of all exchanges
  double seconds = 0;  ///< maximum over the ranks of the time in sums and exchanges
};

/// The ranks of a job as the processes that share a matrix: sums by MPI, ghosts by PETSc's star
/// forests, rows of ranks of the same machine by shared memory. Rows are sent while the caller
/// works on its own rows.
class GhostExchange final : public Communicator {
 public:
  /// This rank has `rows` rows and needs `ghosts`, numbered in this order, and `near` rows of other
  /// ranks on `machine`, which must outlive the object. Collective.
  GhostExchange(const Ranks& ranks, const Machine& machine, std::uint64_t rows,
                const std::vector<Ghost>& ghosts, std::uint64_t near);
  ~GhostExchange() override;

  void sum(std::span<double> x) const override;
  void max(std::span<double> x) const override;
  void send(const void* rows, std::size_t bytes) const override;
  const void* near() const override;
  const void* receive() const override;
  void release() const override;
  DenseBlock<float> borrow() const override;
  void give_back(DenseBlock<float> block) const override;

  /// So far. Collective.
  Traffic traffic() const;

 private:
  static constexpr std::array<int, 3> kDoubles{
      1, 4, 8};  // of a row: a number, eight floats, eight doubles

  bool alone_;
  bool sends_;  // whether any rank has a ghost
  const Machine& machine_;
  std::uint64_t near_;
  std::uint64_t senders_ = 0;  // number of ranks that own ghosts of this rank
  OwnedStarForest forest_;
  std::array<MPI_Datatype, kDoubles.size()> types_{};
  mutable DenseBlock<double> ghosts_;  // aligned as products require
  mutable std::array<DenseBlock<float>, Machine::kPieces> lendable_;
  std::array<const void*, Machine::kPieces> pieces_{};  // start of each piece
  mutable const void* shown_ = nullptr;                 // the first row of all on the machine
  mutable const void* rows_ = nullptr;                  // the rows being sent
  mutable MPI_Datatype type_ = MPI_DATATYPE_NULL;
  mutable std::uint64_t exchanges_ = 0, bytes_ = 0, sums_ = 0, numbers_ = 0;
  mutable double seconds_ = 0;
};

}  // namespace querent::distributed
