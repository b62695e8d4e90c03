// SPDX-License-Identifier: Apache-2.0
#include <querent/graph/parallel.hpp>

#if QUERENT_THREADS
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <vector>
#endif

namespace querent {

#if QUERENT_THREADS
namespace {

// How often a helper polls for the next job before it sleeps: about the time between the products
// of a filter, so that it need not be woken between them.
constexpr int kSpins = 4000;

// Helpers of one calling thread. They share the chunks with the caller, who never waits for a chunk
// that has not begun; if the processors are busy, the caller does all the work.
class Team {
 public:
  Team() = default;
  Team(const Team&) = delete;
  Team& operator=(const Team&) = delete;
  ~Team() {
    {
      const std::lock_guard lock(mutex_);
      ending_ = true;
      ++generation_;
    }
    wake_.notify_all();
    for (auto& helper : helpers_) helper.join();
  }

  void run(int threads, std::int64_t chunks, const ChunkCall& call) {
    while (helpers_.size() + 1 < static_cast<std::size_t>(threads))
      helpers_.emplace_back([this] { help(); });
    {
      const std::lock_guard lock(mutex_);
      call_ = call;
      chunks_ = chunks;
      next_ = 0;
      wanted_ = threads - 1;
      ++generation_;
    }
    wake_.notify_all();
    take();
    {
      const std::lock_guard lock(mutex_);
      wanted_ = 0;
    }
    // Each started helper has at most one chunk left, so spinning is cheaper than sleeping.
    for (int spin = 0; spin < kSpins && active_ > 0; ++spin) pause();
    std::unique_lock lock(mutex_);
    done_.wait(lock, [&] { return active_ == 0; });
  }

 private:
  void take() {
    for (std::int64_t c; (c = next_.fetch_add(1)) < chunks_;) call_.function(call_.context, c);
  }

  void help() {
    std::uint64_t seen = 0;
    while (true) {
      for (int spin = 0; spin < kSpins && generation_ == seen; ++spin) pause();
      std::unique_lock lock(mutex_);
      wake_.wait(lock, [&] { return generation_ != seen; });
      if (ending_) return;
      seen = generation_;
      if (wanted_ == 0) continue;
      --wanted_;
      ++active_;
      lock.unlock();
      take();
      lock.lock();
      if (--active_ == 0) done_.notify_one();
    }
  }

  static void pause() {
#if defined(__x86_64__)
    __builtin_ia32_pause();
#else
    std::this_thread::yield();
#endif
  }

  std::mutex mutex_;
  std::condition_variable wake_, done_;
  std::vector<std::thread> helpers_;
  std::atomic<std::uint64_t> generation_ = 0;  // counts the jobs
  std::atomic<std::int64_t> next_ = 0;         // next chunk
  ChunkCall call_{};
  std::int64_t chunks_ = 0;
  int wanted_ = 0;               // helpers that may still begin
  std::atomic<int> active_ = 0;  // helpers that have not finished
  bool ending_ = false;
};

}  // namespace

void run_chunks(int threads, std::int64_t chunks, const ChunkCall& call) {
#if defined(_WIN32)  // mingw frees the memory of thread_local objects before it calls their destructors
  Team team;
#else
  thread_local Team team;
#endif
  team.run(threads, chunks, call);
}
#else
void run_chunks(int, std::int64_t chunks, const ChunkCall& call) {
  for (std::int64_t c = 0; c < chunks; ++c) call.function(call.context, c);
}
#endif

}  // namespace querent
