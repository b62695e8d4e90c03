// SPDX-License-Identifier: Apache-2.0
#include <querent/datasets/vectors/parallel_blocks.hpp>

#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace querent {

// Block t of the text uses slot t mod slots: claimed, read, parsed, ready, taken. Reading has its
// own lock, so chunks are numbered in the order of the text, whichever thread reads them.
struct ParallelBlocks::State {
  struct Slot {
    bool ready = false;
    bool is_end = false;  // the text had ended
    std::string chunk;
    RowBlock block;
    std::exception_ptr error;
  };

  State(Read reader, Parse parser, unsigned threads)
      : read(std::move(reader)),
        parse(std::move(parser)),
        slots(threads == 1 ? 1 : 2 * std::size_t{threads}) {}

  // Reads and parses the next chunk if there is a free slot and text left; false if there was
  // nothing to do.
  bool work() {
    std::unique_lock reading_lock(reading);
    Slot* slot = nullptr;
    {
      std::lock_guard lock(mutex);
      if (!may_claim()) return false;
      slot = &slots[claimed++ % slots.size()];
    }
    bool more = false;
    try {
      more = read(slot->chunk);
      slot->chunk.reserve(slot->chunk.size() + kPadding);
    } catch (...) {
      slot->error = std::current_exception();
    }
    if (!more) {
      std::lock_guard lock(mutex);
      at_end = true;
    }
    reading_lock.unlock();
    slot->is_end = !more;
    if (more) {
      try {
        parse(slot->chunk, slot->block);
      } catch (...) {
        slot->error = std::current_exception();
      }
    }
    {
      std::lock_guard lock(mutex);
      slot->ready = true;
    }
    changed.notify_all();
    return true;
  }

  void work_until_stopped() {
    for (;;) {
      if (work()) continue;
      std::unique_lock lock(mutex);
      changed.wait(lock, [&] { return stopping || may_claim(); });
      if (stopping) return;
    }
  }

  bool may_claim() const { return !at_end && claimed < taken + slots.size(); }

  Read read;
  Parse parse;
  std::vector<Slot> slots;

  std::mutex reading;  // held while a chunk is read; before `mutex`
  std::mutex mutex;    // guards the members below and Slot::ready
  std::condition_variable changed;
  std::uint64_t claimed = 0;  // chunks being read or parsed, or parsed
  std::uint64_t taken = 0;    // blocks that the caller has finished with
  bool at_end = false;
  bool stopping = false;
  bool holding = false;  // the caller is using block `taken`
  std::vector<std::thread> workers;
};

ParallelBlocks::ParallelBlocks(Read read, Parse parse, unsigned threads)
    : state_(std::make_unique<State>(std::move(read), std::move(parse), threads)) {
  for (unsigned i = 1; QUERENT_THREADS && i < threads; ++i)
    state_->workers.emplace_back([state = state_.get()] { state->work_until_stopped(); });
}

ParallelBlocks::~ParallelBlocks() {
  {
    std::lock_guard lock(state_->mutex);
    state_->stopping = true;
  }
  state_->changed.notify_all();
  for (auto& worker : state_->workers) worker.join();
}

RowBlock* ParallelBlocks::next() {
  State& state = *state_;
  std::unique_lock lock(state.mutex);
  if (state.holding) {
    state.slots[state.taken++ % state.slots.size()].ready = false;
    state.holding = false;
    state.changed.notify_all();
  }
  State::Slot& slot = state.slots[state.taken % state.slots.size()];
  while (!slot.ready) {
    lock.unlock();
    const bool worked = state.work();
    lock.lock();
    if (!worked) state.changed.wait(lock, [&] { return slot.ready; });
  }
  if (slot.error) std::rethrow_exception(slot.error);
  if (slot.is_end) return nullptr;
  state.holding = true;
  return &slot.block;
}

}  // namespace querent
