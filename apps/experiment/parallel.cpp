// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/experiment/parallel.hpp>

#include <algorithm>
#include <atomic>
#include <exception>
#include <thread>
#include <vector>

namespace querent::apps {

void parallel_for(std::size_t count, int threads, const std::function<void(std::size_t)>& work) {
  std::atomic<std::size_t> next{0};
  std::atomic<bool> failed{false};
  std::vector<std::exception_ptr> errors(count);
  const auto pull = [&] {
    for (std::size_t i = next++; i < count && !failed; i = next++) {
      try {
        work(i);
      } catch (...) {
        errors[i] = std::current_exception();
        failed = true;
      }
    }
  };
  const std::size_t workers =
      QUERENT_THREADS ? std::min(count, static_cast<std::size_t>(std::max(1, threads))) : 1;
  std::vector<std::thread> others;
  for (std::size_t i = 1; i < workers; ++i) others.emplace_back(pull);
  pull();
  for (auto& other : others) other.join();
  const auto error = std::ranges::find_if(errors, [](const auto& e) { return e != nullptr; });
  if (error != errors.end()) std::rethrow_exception(*error);
}

}  // namespace querent::apps
