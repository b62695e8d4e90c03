// SPDX-License-Identifier: Apache-2.0
// What an Input tells the ReadLog of its thread.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include <querent/datasets/read_log.hpp>

namespace querent {

/// The checksum of one input on its way; of no use, and free, where no ReadLog lives.
class ReadHash {
 public:
  ReadHash() = default;
  /// `fd` stays the caller's, and open until finish().
  ReadHash(std::string name, int fd, bool regular);
  ReadHash(const ReadHash&) = delete;
  ReadHash& operator=(const ReadHash&) = delete;
  ReadHash& operator=(ReadHash&&) noexcept = default;
  ~ReadHash();

  void add(std::string_view bytes);
  /// The content was asked for: an input that was only looked at is none that was read.
  void used();
  /// The last byte was read, or the input is about to be closed.
  void finish() noexcept;

 private:
  std::shared_ptr<ReadLog::Entry> entry_;
};

}  // namespace querent
