// SPDX-License-Identifier: Apache-2.0
#include <querent/spectral/distributed/shared_text.hpp>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <querent/datasets/codec.hpp>
#include <querent/datasets/error.hpp>

namespace querent::distributed {
namespace {

// what is kept of a stream behind the place that was read last, and when the rest is given up
constexpr std::size_t kBehind = std::size_t{16} << 20;
constexpr std::size_t kWindow = 2 * kBehind;
constexpr std::size_t kBlock = 65536;

}  // namespace

SharedText::SharedText(const std::filesystem::path& path)
    : name_(path.string()), fd_(::open(path.c_str(), O_RDONLY | O_CLOEXEC)) {
  struct stat there {};
  if (fd_ < 0 || ::fstat(fd_, &there) != 0) fail("open");
  if (!S_ISREG(there.st_mode)) {
    throw IoError(fmt::format(
        "{}: not a file whose parts can be read — remedy: write the edges to a file", name_));
  }
  size_ = static_cast<std::uint64_t>(there.st_size);
  const std::string start = read_file(0, kBlock);
  compressed_ = Codec::for_content(start, name_) != nullptr || Codec::is_cut_magic(start, name_);
  if (compressed_) size_.reset();
}

SharedText::~SharedText() {
  if (fd_ >= 0) ::close(fd_);
}

void SharedText::fail(const char* what) const {
  throw IoError(fmt::format("cannot {} {}: {}", what, name_, std::strerror(errno)));
}

std::uint64_t SharedText::size() {
  if (!size_) {
    Input input = Input::open(name_);
    std::uint64_t bytes = 0;
    for (auto block = input.read(); !block.empty(); block = input.read()) bytes += block.size();
    size_ = bytes;
  }
  return *size_;
}

std::string SharedText::read_file(std::uint64_t at, std::uint64_t most) const {
  std::string bytes(std::min(most, *size_ - std::min(at, *size_)), '\0');
  for (std::size_t done = 0; done < bytes.size();) {
    const ssize_t got =
        ::pread(fd_, bytes.data() + done, bytes.size() - done, static_cast<off_t>(at + done));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) fail("read");
    if (got == 0) throw IoError(name_ + ": became shorter while it was read");
    done += static_cast<std::size_t>(got);
  }
  return bytes;
}

bool SharedText::decompress() {
  const auto block = stream_->read();
  if (window_.size() > kWindow) {
    window_at_ += window_.size() - kBehind;
    window_.erase(0, window_.size() - kBehind);
  }
  window_.append(block.data(), block.size());
  return !block.empty();
}

std::string SharedText::read(std::uint64_t at, std::uint64_t most) {
  if (!compressed_) return read_file(at, most);
  if (!stream_ || at < window_at_) {
    stream_.emplace(Input::open(name_));
    window_.clear();
    window_at_ = 0;
  }
  while (window_at_ + window_.size() < at && decompress()) {
  }
  if (at > window_at_ + window_.size()) return {};
  // the window moves on while it grows: take what is there each time
  std::string bytes;
  while (bytes.size() < most) {
    const std::uint64_t begin = at + bytes.size() - window_at_;
    bytes.append(window_, begin, most - bytes.size());
    if (bytes.size() < most && !decompress()) break;
  }
  return bytes;
}

std::uint64_t SharedText::next_line(std::uint64_t at) {
  for (;;) {
    const std::string bytes = read(at, kBlock);
    const std::size_t feed = bytes.find('\n');
    if (feed != bytes.npos) return at + feed + 1;
    at += bytes.size();
    if (bytes.size() < kBlock) return at;
  }
}

}  // namespace querent::distributed
