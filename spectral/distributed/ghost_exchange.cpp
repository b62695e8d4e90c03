// SPDX-License-Identifier: Apache-2.0
#include <querent/spectral/distributed/ghost_exchange.hpp>

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace querent::distributed {
namespace {

/// Adds the time until its end.
class Timed {
 public:
  explicit Timed(double& seconds) : seconds_(seconds) {}
  Timed(const Timed&) = delete;
  Timed& operator=(const Timed&) = delete;
  ~Timed() { seconds_ += MPI_Wtime() - start_; }

 private:
  double& seconds_;
  double start_ = MPI_Wtime();
};

}  // namespace

GhostExchange::GhostExchange(const Ranks& ranks, const Machine& machine, std::uint64_t rows,
                             const std::vector<Ghost>& ghosts, std::uint64_t near)
    : alone_(ranks.count == 1),
      sends_(distributed::max(static_cast<double>(ghosts.size())) > 0),
      machine_(machine),
      near_(near),
      ghosts_(ghosts.size(), static_cast<std::uint64_t>(kDoubles.back())) {
  if (!machine_.alone()) {
    for (std::size_t piece = 0; piece < pieces_.size(); ++piece) {
      lendable_[piece] = machine_.block(piece);
      pieces_[piece] = lendable_[piece].data();
    }
  }
  types_.fill(MPI_DATATYPE_NULL);
  for (std::size_t k = 0; k < kDoubles.size(); ++k) {
    check_mpi(MPI_Type_contiguous(kDoubles[k], MPIU_REAL, &types_[k]), "MPI_Type_contiguous");
    check_mpi(MPI_Type_commit(&types_[k]), "MPI_Type_commit");
  }
  std::vector<PetscSFNode> nodes;
  nodes.reserve(ghosts.size());
  for (const Ghost& ghost : ghosts)
    nodes.push_back({.rank = ghost.rank, .index = static_cast<PetscInt>(ghost.row)});
  std::vector<int> owners;
  for (const Ghost& ghost : ghosts) {
    if (owners.empty() || owners.back() != ghost.rank) owners.push_back(ghost.rank);
  }
  std::sort(owners.begin(), owners.end());
  senders_ = static_cast<std::uint64_t>(std::unique(owners.begin(), owners.end()) - owners.begin());
  check(PetscSFCreate(PETSC_COMM_WORLD, forest_.put()), "PetscSFCreate");
  check(PetscSFSetGraph(forest_.get(), static_cast<PetscInt>(rows),
                        static_cast<PetscInt>(ghosts.size()), nullptr, PETSC_COPY_VALUES,
                        nodes.data(), PETSC_COPY_VALUES),
        "PetscSFSetGraph");
  check(PetscSFSetUp(forest_.get()), "PetscSFSetUp");
}

GhostExchange::~GhostExchange() {
  for (MPI_Datatype& type : types_) {
    if (type != MPI_DATATYPE_NULL) MPI_Type_free(&type);
  }
}

Traffic GhostExchange::traffic() const {
  const std::uint64_t ghosts = alone_ ? 0 : ghosts_.rows();
  return {
      .exchanges = exchanges_,
      .sums = sums_,
      .numbers = numbers_,
      .most_ghosts = static_cast<std::uint64_t>(distributed::max(static_cast<double>(ghosts))),
      .all_ghosts = distributed::sum(ghosts),
      .most_near = static_cast<std::uint64_t>(distributed::max(static_cast<double>(near_))),
      .all_near = distributed::sum(near_),
      .most_messages = static_cast<std::uint64_t>(distributed::max(static_cast<double>(senders_))),
      .all_messages = distributed::sum(senders_),
      .bytes = distributed::sum(static_cast<double>(bytes_)),
      .seconds = distributed::max(seconds_)};
}

void GhostExchange::sum(std::span<double> x) const {
  if (alone_) return;
  ++sums_;
  numbers_ += x.size();
  const Timed timed(seconds_);
  distributed::sum(x);
}

void GhostExchange::max(std::span<double> x) const {
  if (alone_) return;
  const Timed timed(seconds_);
  distributed::max(x);
}

void GhostExchange::send(const void* rows, std::size_t bytes) const {
  ++exchanges_;
  if (alone_) return;
  const Timed timed(seconds_);
  if (!machine_.alone()) {
    const auto piece = std::find(pieces_.begin(), pieces_.end(), rows);
    shown_ = piece == pieces_.end()
                 ? machine_.stage(rows, bytes)
                 : machine_.rows_of(static_cast<std::size_t>(piece - pieces_.begin()));
    machine_.written();
  }
  if (!sends_) return;
  bytes_ += ghosts_.rows() * bytes;
  const auto size = std::ranges::find(kDoubles, static_cast<int>(bytes / sizeof(double)));
  if (size == kDoubles.end() || bytes % sizeof(double) != 0)
    throw std::invalid_argument(
        "GhostExchange: expected a row of a double, eight floats or eight doubles");
  rows_ = rows;
  type_ = types_[static_cast<std::size_t>(size - kDoubles.begin())];
  check(PetscSFBcastBegin(forest_.get(), type_, rows_, ghosts_.data(), MPI_REPLACE),
        "PetscSFBcastBegin");
}

const void* GhostExchange::near() const {
  if (machine_.alone()) return nullptr;
  const Timed timed(seconds_);
  machine_.wait();
  return shown_;
}

void GhostExchange::release() const {
  if (machine_.alone()) return;
  const Timed timed(seconds_);
  machine_.read();
}

DenseBlock<float> GhostExchange::borrow() const {
  for (DenseBlock<float>& block : lendable_) {
    if (block.rows() > 0) return std::move(block);
  }
  return {};
}

void GhostExchange::give_back(DenseBlock<float> block) const {
  const auto piece = std::find(pieces_.begin(), pieces_.end(), block.data());
  if (block.rows() > 0 && piece != pieces_.end())
    lendable_[static_cast<std::size_t>(piece - pieces_.begin())] = std::move(block);
}

const void* GhostExchange::receive() const {
  if (!sends_) return ghosts_.data();
  const Timed timed(seconds_);
  check(PetscSFBcastEnd(forest_.get(), type_, rows_, ghosts_.data(), MPI_REPLACE),
        "PetscSFBcastEnd");
  return ghosts_.data();
}

}  // namespace querent::distributed
