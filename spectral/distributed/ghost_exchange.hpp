// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <querent/graph/dense_block.hpp>
#include <querent/graph/share.hpp>
#include <querent/spectral/distributed/machine.hpp>
#include <querent/spectral/distributed/petsc.hpp>
#include <querent/spectral/distributed/ranks.hpp>

namespace querent::distributed {

/// A row of another rank.
struct Ghost {
  int rank;
  std::uint32_t row;  ///< among the rank's
};

/// What the processes of a job have said to each other while they solved.
struct Traffic {
  std::uint64_t exchanges = 0;  ///< of ghosts, the same on every rank
  std::uint64_t sums = 0;       ///< over all ranks, and the numbers in them
  std::uint64_t numbers = 0;
  std::uint64_t most_ghosts = 0, all_ghosts = 0;  ///< that a rank receives an exchange, that all do
  std::uint64_t most_near = 0, all_near = 0;      ///< rows of others that are read where they lie
  std::uint64_t most_messages = 0, all_messages = 0;  ///< in which they come
  double bytes = 0;                                   ///< of all ghosts of all exchanges
  double seconds = 0;  ///< most that a rank has spent in sums and exchanges
};

/// The ranks of a job as the processes that share a matrix: sums by MPI, ghosts by PETSc's star
/// forests, rows of ranks of the same machine by its memory. Rows are sent while the caller works on
/// its own.
class GhostExchange final : public Communicator {
 public:
  /// This rank has `rows` rows and needs `ghosts`, which are numbered as they stand, and `near` rows
  /// of others on `machine`, which must outlive this. Collective.
  GhostExchange(const Ranks& ranks, const Machine& machine, std::uint64_t rows,
                const std::vector<Ghost>& ghosts, std::uint64_t near);
  ~GhostExchange() override;

  void sum(std::span<double> x) const override;
  void max(std::span<double> x) const override;
  void send(const void* rows, std::size_t bytes) const override;
  const void* near() const override;
  const void* receive() const override;
  void release() const override;
  DenseBlock<float> lend() const override;
  void give_back(DenseBlock<float> block) const override;

  /// So far. Collective.
  Traffic traffic() const;

 private:
  static constexpr std::array<int, 3> kDoubles{1, 4,
                                               8};  // a row: a number, eight floats, eight doubles

  bool alone_;
  bool sends_;  // whether any rank has a ghost
  const Machine& machine_;
  std::uint64_t near_;
  std::uint64_t senders_ = 0;  // ranks that own ghosts of this one
  OwnedStarForest forest_;
  std::array<MPI_Datatype, kDoubles.size()> types_{};
  mutable DenseBlock<double> ghosts_;  // aligned as products want it
  mutable std::array<DenseBlock<float>, Machine::kPieces> lendable_;
  std::array<const void*, Machine::kPieces> pieces_{};  // where they begin
  mutable const void* shown_ = nullptr;                 // the first row of all on the machine
  mutable const void* rows_ = nullptr;                  // what is on its way
  mutable MPI_Datatype type_ = MPI_DATATYPE_NULL;
  mutable std::uint64_t exchanges_ = 0, bytes_ = 0, sums_ = 0, numbers_ = 0;
  mutable double seconds_ = 0;
};

}  // namespace querent::distributed
