// SPDX-License-Identifier: Apache-2.0
#include <querent/spectral/distributed/shared_text.hpp>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <querent/datasets/codec.hpp>
#include <querent/datasets/error.hpp>
#include <querent/datasets/input.hpp>

namespace querent::distributed {
namespace {

constexpr std::size_t kBlock = 65536;

}  // namespace

SharedText::SharedText(const std::filesystem::path& path, std::string name)
    : name_(std::move(name)), fd_(::open(path.c_str(), O_RDONLY | O_CLOEXEC)) {
  struct stat there {};
  if (fd_ < 0 || ::fstat(fd_, &there) != 0) fail("open");
  if (!S_ISREG(there.st_mode)) {
    throw IoError(fmt::format(
        "{}: not a file whose parts can be read — remedy: write the edges to a file", name_));
  }
  size_ = static_cast<std::uint64_t>(there.st_size);
  const std::string start = read(0, kBlock);
  compressed_ = Codec::for_content(start, name_) != nullptr || Codec::is_cut_magic(start, name_);
}

SharedText::~SharedText() {
  if (fd_ >= 0) ::close(fd_);
}

void SharedText::fail(const char* what) const {
  throw IoError(fmt::format("cannot {} {}: {}", what, name_, std::strerror(errno)));
}

std::string SharedText::read(std::uint64_t at, std::uint64_t most) const {
  std::string bytes(std::min(most, size_ - std::min(at, size_)), '\0');
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

std::uint64_t SharedText::next_line(std::uint64_t at) const {
  for (;;) {
    const std::string bytes = read(at, kBlock);
    const std::size_t feed = bytes.find('\n');
    if (feed != bytes.npos) return at + feed + 1;
    at += bytes.size();
    if (bytes.size() < kBlock) return at;
  }
}

void unpack(const std::filesystem::path& from, const std::filesystem::path& to) {
  Input input = Input::open(from);
  std::ofstream out(to, std::ios::binary | std::ios::trunc);
  for (auto block = input.read(); out && !block.empty(); block = input.read())
    out.write(block.data(), static_cast<std::streamsize>(block.size()));
  out.close();
  if (!out) {
    throw IoError(fmt::format("cannot write {}, the text of {}: {}", to.string(), from.string(),
                              std::strerror(errno)));
  }
}

}  // namespace querent::distributed
