// SPDX-License-Identifier: Apache-2.0
// Connects an Input to the ReadLog of its thread.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include <querent/datasets/read_log.hpp>

namespace querent {

/// The running checksum of one input; does nothing, at no cost, without a ReadLog.
class ReadHash {
 public:
  ReadHash() = default;
  /// The caller owns `fd` and keeps it open until finish().
  ReadHash(std::string name, int fd, bool regular);
  ReadHash(const ReadHash&) = delete;
  ReadHash& operator=(const ReadHash&) = delete;
  ReadHash& operator=(ReadHash&&) noexcept = default;
  ~ReadHash();

  void add(std::string_view bytes);
  /// Marks the input as read; an input that was only peeked at is not logged.
  void used();
  /// Call after the last byte, or before the input is closed.
  void finish() noexcept;

 private:
  std::shared_ptr<ReadLog::Entry> entry_;
};

}  // namespace querent
