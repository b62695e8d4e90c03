// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <querent/graph/dense_block.hpp>
#include <querent/graph/graph_part.hpp>
#include <querent/spectral/distributed/machine.hpp>
#include <querent/spectral/distributed/petsc.hpp>
#include <querent/spectral/distributed/ranks.hpp>

namespace querent::distributed {

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
