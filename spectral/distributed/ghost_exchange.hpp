// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <querent/graph/dense_block.hpp>
#include <querent/graph/share.hpp>
#include <querent/spectral/distributed/petsc.hpp>
#include <querent/spectral/distributed/ranks.hpp>

namespace querent::distributed {

/// A row of another rank.
struct Ghost {
  int rank;
  std::uint32_t row;  ///< among the rank's
};

/// The ranks of a job as the processes that share a matrix: sums by MPI, ghosts by PETSc's star
/// forests. Rows are sent while the caller works on its own.
class GhostExchange final : public Communicator {
 public:
  /// This rank has `rows` rows and needs `ghosts`, which are numbered as they stand. Collective.
  GhostExchange(const Ranks& ranks, std::uint64_t rows, const std::vector<Ghost>& ghosts);
  ~GhostExchange() override;

  void sum(std::span<double> x) const override;
  void max(std::span<double> x) const override;
  void send(const void* rows, std::size_t bytes) const override;
  const void* receive() const override;

  std::uint64_t exchanges() const { return exchanges_; }  ///< so far
  double seconds() const { return seconds_; }  ///< that this rank has spent in sums and exchanges

 private:
  static constexpr std::array<int, 3> kDoubles{1, 4, 8};  // a row: a number, eight floats, eight doubles

  bool alone_;
  OwnedStarForest forest_;
  std::array<MPI_Datatype, kDoubles.size()> types_{};
  mutable DenseBlock<double> ghosts_;  // aligned as products want it
  mutable const void* rows_ = nullptr;  // what is on its way
  mutable MPI_Datatype type_ = MPI_DATATYPE_NULL;
  mutable std::uint64_t exchanges_ = 0;
  mutable double seconds_ = 0;
};

}  // namespace querent::distributed
