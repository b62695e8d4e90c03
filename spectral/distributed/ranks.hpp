// SPDX-License-Identifier: Apache-2.0
// Communication of the processes of a job, on MPI_COMM_WORLD. Every function is collective.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include <querent/datasets/error.hpp>

namespace querent::distributed {

/// This process's number, from 0, and how many there are.
struct Ranks {
  int rank;
  int count;
  int together = 0;  ///< maximum number of ranks of a machine that share memory; 1: none, 0: all
  bool first() const { return rank == 0; }

  /// Of MPI_COMM_WORLD, which must be initialised.
  static Ranks of_job();
};

/// IoError if MPI's function `what` returned an `error`.
void check_mpi(int error, const char* what);

double sum(double x);
std::uint64_t sum(std::uint64_t x);
/// Element by element, in place; the same bits on every rank.
void sum(std::span<double> x);
double max(double x);
void max(std::span<double> x);
std::uint64_t min(std::uint64_t x);
void min(std::span<std::uint64_t> x);
/// Σ of x over the ranks before this one.
std::uint64_t sum_before(std::uint64_t x);
/// x of every rank, in their order.
std::vector<std::uint64_t> gather(std::uint64_t x);
/// x of rank 0 on all.
std::uint64_t from_first(std::uint64_t x);
void wait_for_all();

/// The items of the other ranks: `data` in the order of the senders, `counts` of each.
template <class T>
struct Received {
  std::vector<T> data;
  std::vector<int> counts;
};

/// The bytes of Received: `items` of `size` bytes each, grouped by receiver.
void exchange_bytes(const void* items, const std::vector<int>& counts, std::size_t size, void* got,
                    const std::vector<int>& got_counts);
std::vector<int> exchange_counts(const std::vector<int>& counts);
std::uint64_t total_of(const std::vector<int>& counts);
/// Where the items of each rank begin, if they are consecutive.
std::vector<int> starts_of(const std::vector<int>& counts);

/// Sends items[0 … counts[0]) to rank 0, the next counts[1] to rank 1, … LimitError if a rank would
/// receive 2^31 items or more, because MPI counts in 32 bits.
template <class T>
Received<T> exchange(std::span<const T> items, const std::vector<int>& counts) {
  static_assert(std::is_trivially_copyable_v<T>);
  Received<T> received{.data = {}, .counts = exchange_counts(counts)};
  received.data.resize(total_of(received.counts));
  exchange_bytes(items.data(), counts, sizeof(T), received.data.data(), received.counts);
  return received;
}

/// Contiguous ranges of nodes, rank r's from starts[r] to starts[r + 1].
class Ranges {
 public:
  Ranges() = default;
  explicit Ranges(std::vector<std::uint64_t> starts) : starts_(std::move(starts)) {}
  /// n nodes in equal shares.
  static Ranges equal(std::uint64_t n, int ranks);

  std::uint64_t begin(int rank) const { return starts_[static_cast<std::size_t>(rank)]; }
  std::uint64_t end(int rank) const { return starts_[static_cast<std::size_t>(rank) + 1]; }
  std::uint64_t size(int rank) const { return end(rank) - begin(rank); }
  std::uint64_t total() const { return starts_.back(); }
  int owner(std::uint64_t node) const;

 private:
  std::vector<std::uint64_t> starts_;
};

/// The memory of exchange() for the items that each rank receives. LimitError from 2^31 items on.
std::vector<int> narrow(const std::vector<std::uint64_t>& counts);

/// The number of items, of `n`, that go to each rank, where item k goes to owner(k).
template <class Owner>
std::vector<int> counts_by_owner(int ranks, std::uint64_t n, Owner owner) {
  std::vector<std::uint64_t> counts(static_cast<std::size_t>(ranks), 0);
  for (std::uint64_t k = 0; k < n; ++k) ++counts[static_cast<std::size_t>(owner(k))];
  return narrow(counts);
}

/// The position of each of `n` items when they are grouped by owner, in their order.
template <class Owner>
std::vector<std::uint32_t> places_by_owner(const std::vector<int>& counts, std::uint64_t n,
                                           Owner owner) {
  std::vector<int> next = starts_of(counts);
  std::vector<std::uint32_t> place(n);
  for (std::uint64_t k = 0; k < n; ++k)
    place[k] = static_cast<std::uint32_t>(next[static_cast<std::size_t>(owner(k))]++);
  return place;
}

/// values[id − begin] of the rank that owns each id; `ids` ascend.
template <class T>
std::vector<T> fetch(const Ranks& ranks, const Ranges& ranges, std::span<const T> values,
                     std::span<const std::uint32_t> ids) {
  const std::vector<int> counts = counts_by_owner(
      ranks.count, ids.size(), [&](std::uint64_t k) { return ranges.owner(ids[k]); });
  const Received<std::uint32_t> asked = exchange(ids, counts);
  std::vector<T> answers;
  answers.reserve(asked.data.size());
  for (const std::uint32_t id : asked.data) {
    answers.push_back(values[id - ranges.begin(ranks.rank)]);
  }
  return exchange(std::span<const T>(answers), asked.counts).data;
}

/// Calls f on every rank. If it throws on some, the first of them throws the exception, and the
/// others wait until it has ended the job: one message, the same in every run.
template <class F>
void together(const Ranks& ranks, F&& f) {
  const auto agree = [&](bool failed) {
    const auto mine = static_cast<std::uint64_t>(failed ? ranks.rank : ranks.count);
    const std::uint64_t first = min(mine);
    if (first < static_cast<std::uint64_t>(ranks.count) && first != mine) {
      for (;;) wait_for_all();
    }
  };
  try {
    f();
  } catch (...) {
    agree(true);
    throw;
  }
  agree(false);
}

}  // namespace querent::distributed
