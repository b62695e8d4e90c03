// SPDX-License-Identifier: Apache-2.0
#include <querent/datasets/read_log.hpp>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <utility>

#include <fmt/format.h>

#include <querent/datasets/checksum.hpp>
#include <querent/datasets/error.hpp>
#include <querent/datasets/platform/file.hpp>
#include <querent/datasets/read_hash.hpp>

namespace querent {

struct ReadLog::Entry {
  std::string name;
  int fd = -1;
  bool regular = false;  // unread bytes can be read without affecting the reader
  bool used = false, finished = false;
  std::uint64_t bytes = 0;
  Sha256 sum;
  std::string hex = {};
  int error = 0;

  void finish() {
    if (finished) return;
    std::array<char, 65536> block;
    while (used && regular) {
      const std::int64_t count = platform::read_at(fd, block.data(), block.size(), bytes);
      if (count < 0) error = errno;
      if (count <= 0) break;
      sum.update({block.data(), static_cast<std::size_t>(count)});
      bytes += static_cast<std::uint64_t>(count);
    }
    hex = sum.hex();
    finished = true;
  }
};

struct ReadLog::Entries {
  std::vector<std::shared_ptr<Entry>> all;
};

namespace {

// Readers open their own files, so the log is found by thread instead of being passed to each.
template <class Entries>
Entries*& current() {
  thread_local Entries* entries = nullptr;
  return entries;
}

}  // namespace

ReadLog::ReadLog()
    : entries_(std::make_shared<Entries>()),
      outer_(std::exchange(current<Entries>(), entries_.get())) {}

ReadLog::~ReadLog() {
  current<Entries>() = outer_;
}

std::vector<ReadLog::File> ReadLog::files() const {
  std::vector<File> files;
  for (const auto& entry : entries_->all) {
    if (!entry->used) continue;
    entry->finish();
    if (entry->error != 0) {
      throw IoError(
          fmt::format("{}: cannot be read: {}", entry->name, std::strerror(entry->error)));
    }
    const auto before = std::ranges::find(files, entry->name, &File::name);
    if (before == files.end()) {
      files.push_back({entry->name, entry->hex});
    } else if (before->sha256 != entry->hex) {
      throw DataError({entry->name},
                      "the file was changed while it was read — repeat the command when no other "
                      "program writes it");
    }
  }
  return files;
}

ReadHash::ReadHash(std::string name, int fd, bool regular) {
  auto* const log = current<ReadLog::Entries>();
  if (log == nullptr) return;
  entry_ = std::make_shared<ReadLog::Entry>();
  entry_->name = std::move(name);
  entry_->fd = fd;
  entry_->regular = regular;
  log->all.push_back(entry_);
}

ReadHash::~ReadHash() {
  finish();
}

void ReadHash::add(std::string_view bytes) {
  if (entry_ == nullptr || entry_->finished) return;
  entry_->sum.update(bytes);
  entry_->bytes += bytes.size();
}

void ReadHash::used() {
  if (entry_ != nullptr) entry_->used = true;
}

void ReadHash::finish() noexcept {
  if (entry_ == nullptr) return;
  try {
    entry_->finish();
  } catch (const std::exception&) {
    entry_->error = EIO;
  }
}

}  // namespace querent
