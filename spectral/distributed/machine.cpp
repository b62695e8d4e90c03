// SPDX-License-Identifier: Apache-2.0
// Memory shared by all ranks of a machine: a file without a name (memfd), which the machine's first
// rank creates and the others open through /proc. It needs no space in /dev/shm, which containers
// keep small, and disappears with the last rank, however that ends.
#include <querent/spectral/distributed/ghost_exchange.hpp>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <cassert>
#include <cstring>
#include <limits>
#include <string>
#include <utility>

#include <fmt/format.h>

#include <querent/graph/matrices/block_product.hpp>

namespace querent::distributed {
namespace {

// A rank's rows begin at a multiple of it: 64 kB of rows of 32 bytes, a multiple of every page
// size.
constexpr std::uint64_t kPlace = 2048;
constexpr std::uint64_t kFloats = kBlockColumns * sizeof(float);

/// Finds a file of another process, and identifies it.
struct Address {
  std::int64_t process = 0, file = -1;
  std::uint64_t device = 0, inode = 0, bytes = 0;
};

bool is_at(int file, const Address& address) {
  struct stat status {};
  return file >= 0 && fstat(file, &status) == 0 && status.st_dev == address.device &&
         status.st_ino == address.inode &&
         static_cast<std::uint64_t>(status.st_size) == address.bytes;
}

}  // namespace

Machine::Machine(const Ranks& ranks, std::uint64_t rows)
    : rows_(rows), starts_(static_cast<std::size_t>(ranks.count)) {
  if (ranks.count == 1 || ranks.together == 1) return;
  check_mpi(
      MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, ranks.rank, MPI_INFO_NULL, &group_),
      "MPI_Comm_split_type");
  int rank = 0, count = 0;
  check_mpi(MPI_Comm_rank(group_, &rank), "MPI_Comm_rank");
  if (ranks.together > 1) {
    MPI_Comm smaller = MPI_COMM_NULL;
    check_mpi(MPI_Comm_split(group_, rank / ranks.together, ranks.rank, &smaller),
              "MPI_Comm_split");
    MPI_Comm_free(&group_);
    group_ = smaller;
    check_mpi(MPI_Comm_rank(group_, &rank), "MPI_Comm_rank");
  }
  check_mpi(MPI_Comm_size(group_, &count), "MPI_Comm_size");
  if (count == 1) return;

  struct Rows {
    std::uint64_t rank, count;
  };
  const Rows mine{.rank = static_cast<std::uint64_t>(ranks.rank), .count = rows};
  std::vector<Rows> of_all(static_cast<std::size_t>(count));
  check_mpi(MPI_Allgather(&mine, 2, MPI_UINT64_T, of_all.data(), 2, MPI_UINT64_T, group_),
            "MPI_Allgather");
  bool each_has_some = true;
  std::vector<std::optional<std::uint64_t>> starts(starts_.size());
  for (const Rows& of_rank : of_all) {
    if (of_rank.rank == mine.rank) {
      own_ = all_;
    } else {
      starts[of_rank.rank] = all_;
    }
    all_ += (of_rank.count + kPlace - 1) / kPlace * kPlace;
    each_has_some = each_has_some && of_rank.count > 0;
  }
  if (!each_has_some || all_ > std::numeric_limits<Node>::max()) return;  // the same on all
  open_memory(rank);
  if (!alone()) starts_ = std::move(starts);
}

void Machine::open_memory(int rank) {
  Address address{.bytes = all_ * (kPieces * kFloats + kStaged)};
  if (rank == 0) {
    file_ = memfd_create("querent", MFD_CLOEXEC);
    struct stat status {};
    if (file_ >= 0 && ftruncate(file_, static_cast<off_t>(address.bytes)) == 0 &&
        fstat(file_, &status) == 0) {
      address.process = getpid();
      address.file = file_;
      address.device = status.st_dev;
      address.inode = status.st_ino;
    }
  }
  check_mpi(MPI_Bcast(&address, sizeof address, MPI_BYTE, 0, group_), "MPI_Bcast");
  if (rank != 0 && address.file >= 0) {
    const std::string name = fmt::format("/proc/{}/fd/{}", address.process, address.file);
    file_ = open(name.c_str(), O_RDWR | O_CLOEXEC);
  }
  // the number of a process in another container may name another file here
  if (is_at(file_, address)) {
    void* const at = mmap(nullptr, address.bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file_, 0);
    if (at != MAP_FAILED) base_ = static_cast<char*>(at);
  }
  int all_can = alone() ? 0 : 1;
  check_mpi(MPI_Allreduce(MPI_IN_PLACE, &all_can, 1, MPI_INT, MPI_MIN, group_), "MPI_Allreduce");
  if (all_can == 1 || alone()) return;
  munmap(base_, address.bytes);
  base_ = nullptr;
}

Machine::~Machine() {
  if (base_ != nullptr) munmap(base_, all_ * (kPieces * kFloats + kStaged));
  if (file_ >= 0) close(file_);
  if (group_ != MPI_COMM_NULL) MPI_Comm_free(&group_);
}

DenseBlock<float> Machine::block(std::size_t piece) const {
  return {file_, (piece * all_ + own_) * kFloats, rows_, kBlockColumns};
}

const void* Machine::rows_of(std::size_t piece) const {
  return base_ + piece * all_ * kFloats;
}

const void* Machine::stage(const void* rows, std::size_t bytes) const {
  assert(bytes <= kStaged);
  char* const all = base_ + kPieces * all_ * kFloats;
  std::memcpy(all + own_ * bytes, rows, rows_ * bytes);
  return all;
}

void Machine::written() const {
  check_mpi(MPI_Ibarrier(group_, &written_), "MPI_Ibarrier");
}

void Machine::wait() const {
  check_mpi(MPI_Wait(&written_, MPI_STATUS_IGNORE), "MPI_Wait");
}

void Machine::read() const {
  check_mpi(MPI_Barrier(group_), "MPI_Barrier");
}

}  // namespace querent::distributed
