// SPDX-License-Identifier: Apache-2.0
#include <querent/spectral/distributed/ranks.hpp>

#include <algorithm>
#include <limits>
#include <numeric>
#include <string>

#include <mpi.h>

namespace querent::distributed {
namespace {

template <class T>
T reduced(T x, MPI_Datatype type, MPI_Op op) {
  T result{};
  check_mpi(MPI_Allreduce(&x, &result, 1, type, op, MPI_COMM_WORLD), "MPI_Allreduce");
  return result;
}

template <class T>
void reduce(std::span<T> x, MPI_Datatype type, MPI_Op op) {
  constexpr std::size_t kMost = std::size_t{1} << 24;
  for (std::size_t first = 0; first < x.size(); first += kMost) {
    const auto count = static_cast<int>(std::min(kMost, x.size() - first));
    check_mpi(MPI_Allreduce(MPI_IN_PLACE, x.data() + first, count, type, op, MPI_COMM_WORLD),
              "MPI_Allreduce");
  }
}

void check_total(std::uint64_t total) {
  if (total > std::numeric_limits<int>::max()) {
    throw LimitError(
        "a rank would send or receive 2^31 items at once, more than MPI counts — remedy: start "
        "more ranks");
  }
}

}  // namespace

void check_mpi(int error, const char* what) {
  if (error != MPI_SUCCESS) throw IoError(std::string(what) + " failed: the job has lost a rank");
}

Ranks Ranks::of_job() {
  Ranks ranks{.rank = 0, .count = 1, .together = 0};
  check_mpi(MPI_Comm_rank(MPI_COMM_WORLD, &ranks.rank), "MPI_Comm_rank");
  check_mpi(MPI_Comm_size(MPI_COMM_WORLD, &ranks.count), "MPI_Comm_size");
  return ranks;
}

double sum(double x) {
  return reduced(x, MPI_DOUBLE, MPI_SUM);
}
std::uint64_t sum(std::uint64_t x) {
  return reduced(x, MPI_UINT64_T, MPI_SUM);
}
void sum(std::span<double> x) {
  reduce(x, MPI_DOUBLE, MPI_SUM);
}
double max(double x) {
  return reduced(x, MPI_DOUBLE, MPI_MAX);
}
void max(std::span<double> x) {
  reduce(x, MPI_DOUBLE, MPI_MAX);
}
std::uint64_t min(std::uint64_t x) {
  return reduced(x, MPI_UINT64_T, MPI_MIN);
}
void min(std::span<std::uint64_t> x) {
  reduce(x, MPI_UINT64_T, MPI_MIN);
}

std::uint64_t sum_before(std::uint64_t x) {
  std::uint64_t result = 0;
  check_mpi(MPI_Exscan(&x, &result, 1, MPI_UINT64_T, MPI_SUM, MPI_COMM_WORLD), "MPI_Exscan");
  return Ranks::of_job().first() ? 0 : result;  // MPI leaves rank 0's undefined
}

std::vector<std::uint64_t> gather(std::uint64_t x) {
  std::vector<std::uint64_t> all(static_cast<std::size_t>(Ranks::of_job().count));
  check_mpi(MPI_Allgather(&x, 1, MPI_UINT64_T, all.data(), 1, MPI_UINT64_T, MPI_COMM_WORLD),
            "MPI_Allgather");
  return all;
}

std::uint64_t from_first(std::uint64_t x) {
  check_mpi(MPI_Bcast(&x, 1, MPI_UINT64_T, 0, MPI_COMM_WORLD), "MPI_Bcast");
  return x;
}

void wait_for_all() {
  check_mpi(MPI_Barrier(MPI_COMM_WORLD), "MPI_Barrier");
}

std::uint64_t total_of(const std::vector<int>& counts) {
  const std::uint64_t total = std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
  check_total(total);
  return total;
}

std::vector<int> narrow(const std::vector<std::uint64_t>& counts) {
  check_total(std::accumulate(counts.begin(), counts.end(), std::uint64_t{0}));
  return {counts.begin(), counts.end()};
}

std::vector<int> starts_of(const std::vector<int>& counts) {
  std::vector<int> starts(counts.size(), 0);
  for (std::size_t r = 1; r < counts.size(); ++r) starts[r] = starts[r - 1] + counts[r - 1];
  return starts;
}

std::vector<int> exchange_counts(const std::vector<int>& counts) {
  std::vector<int> got(counts.size());
  check_mpi(MPI_Alltoall(counts.data(), 1, MPI_INT, got.data(), 1, MPI_INT, MPI_COMM_WORLD),
            "MPI_Alltoall");
  return got;
}

void exchange_bytes(const void* items, const std::vector<int>& counts, std::size_t size, void* got,
                    const std::vector<int>& got_counts) {
  MPI_Datatype type = MPI_DATATYPE_NULL;
  check_mpi(MPI_Type_contiguous(static_cast<int>(size), MPI_BYTE, &type), "MPI_Type_contiguous");
  check_mpi(MPI_Type_commit(&type), "MPI_Type_commit");
  const std::vector<int> from = starts_of(counts), to = starts_of(got_counts);
  check_mpi(MPI_Alltoallv(items, counts.data(), from.data(), type, got, got_counts.data(),
                          to.data(), type, MPI_COMM_WORLD),
            "MPI_Alltoallv");
  MPI_Type_free(&type);
}

Ranges Ranges::equal(std::uint64_t n, int ranks) {
  std::vector<std::uint64_t> starts;
  const auto count = static_cast<std::uint64_t>(ranks);
  for (std::uint64_t r = 0; r <= count; ++r) {
    starts.push_back(n / count * r + std::min(r, n % count));
  }
  return Ranges(std::move(starts));
}

int Ranges::owner(std::uint64_t node) const {
  const auto after = std::upper_bound(starts_.begin(), starts_.end(), node);
  return static_cast<int>(after - starts_.begin()) - 1;
}

}  // namespace querent::distributed
