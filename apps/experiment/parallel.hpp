// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>

namespace querent::apps {

/// Calls work(0), …, work(count − 1), each once, on up to `threads` threads. After an exception no
/// further call begins; the exception with the lowest index is rethrown.
void parallel_for(std::size_t count, int threads, const std::function<void(std::size_t)>& work);

}  // namespace querent::apps
