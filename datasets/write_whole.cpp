// SPDX-License-Identifier: Apache-2.0
#include <querent/datasets/write_whole.hpp>

#include <array>
#include <atomic>
#include <cerrno>
#include <cstring>
#include <streambuf>
#include <system_error>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <querent/datasets/error.hpp>

namespace querent {
namespace fs = std::filesystem;
namespace {

[[noreturn]] void fail(std::string_view what, const fs::path& path, int error) {
  throw IoError(fmt::format("cannot {} {}: {}", what, path.string(), std::strerror(error)));
}

void sync_path(const fs::path& path, int flags) {
  const int fd = ::open(path.c_str(), flags | O_CLOEXEC);
  if (fd < 0) fail("open", path, errno);
  const int error = ::fsync(fd) == 0 ? 0 : errno;
  ::close(fd);
  if (error != 0 && error != EINVAL)
    fail("sync", path, error);  // EINVAL: this file system syncs no directories
}

/// Output to a descriptor that remembers the first error.
class DescriptorBuffer : public std::streambuf {
 public:
  explicit DescriptorBuffer(int fd) : fd_(fd) {
    setp(buffer_.data(), buffer_.data() + buffer_.size());
  }
  int error() const { return error_; }

 protected:
  int sync() override {
    if (!write_all(pbase(), static_cast<std::size_t>(pptr() - pbase()))) return -1;
    setp(buffer_.data(), buffer_.data() + buffer_.size());
    return 0;
  }
  int_type overflow(int_type c) override {
    if (sync() != 0) return traits_type::eof();
    if (!traits_type::eq_int_type(c, traits_type::eof())) sputc(traits_type::to_char_type(c));
    return traits_type::not_eof(c);
  }
  std::streamsize xsputn(const char* bytes, std::streamsize count) override {
    if (count < epptr() - pptr()) return std::streambuf::xsputn(bytes, count);
    return sync() == 0 && write_all(bytes, static_cast<std::size_t>(count)) ? count : 0;
  }

 private:
  bool write_all(const char* bytes, std::size_t count) {
    while (count > 0 && error_ == 0) {
      const ssize_t written = ::write(fd_, bytes, count);
      if (written < 0 && errno == EINTR) continue;
      if (written < 0) {
        error_ = errno;
      } else {
        bytes += written;
        count -= static_cast<std::size_t>(written);
      }
    }
    return error_ == 0;
  }

  int fd_;
  int error_ = 0;
  std::array<char, 65536> buffer_;
};

}  // namespace

struct WholeFile::Impl {
  Impl(fs::path target_path, fs::path temporary_path, int descriptor)
      : target(std::move(target_path)), temporary(std::move(temporary_path)), fd(descriptor) {}
  Impl(const Impl&) = delete;
  Impl& operator=(const Impl&) = delete;
  ~Impl() {
    ::close(fd);
    if (direct() || committed) return;
    std::error_code ignored;
    fs::remove(temporary, ignored);
  }
  bool direct() const { return temporary == target; }

  fs::path target;
  fs::path temporary;
  int fd;
  DescriptorBuffer buffer{fd};
  std::ostream stream{&buffer};
  bool committed = false;
};

WholeFile::WholeFile(const fs::path& target) {
  std::error_code ignored;
  const fs::path real =
      fs::is_symlink(target, ignored) ? fs::weakly_canonical(target, ignored) : target;
  struct stat there {};
  const bool exists = ::stat(real.c_str(), &there) == 0;
  if (exists && S_ISDIR(there.st_mode)) fail("write", target, EISDIR);
  if (exists && !S_ISREG(there.st_mode)) {
    const int fd = ::open(real.c_str(), O_WRONLY | O_CLOEXEC);
    if (fd < 0) fail("write", target, errno);
    impl_ = std::make_unique<Impl>(real, real, fd);
    return;
  }
  static std::atomic<unsigned> counter{0};
  for (;;) {
    const fs::path temporary =
        real.parent_path() / fmt::format(".{}.{}-{}{}", real.stem().string(), ::getpid(), counter++,
                                         real.extension().string());
    const int fd = ::open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (fd < 0 && errno == EEXIST) continue;  // left by a process of the same id that was killed
    if (fd < 0) fail("write", target, errno);
    impl_ = std::make_unique<Impl>(real, temporary, fd);
    if (exists) static_cast<void>(::fchmod(fd, there.st_mode & 07777U));
    return;
  }
}

WholeFile::WholeFile(WholeFile&&) noexcept = default;
WholeFile& WholeFile::operator=(WholeFile&&) noexcept = default;
WholeFile::~WholeFile() = default;

std::ostream& WholeFile::stream() {
  return impl_->stream;
}

const fs::path& WholeFile::temporary() const {
  return impl_->temporary;
}

void WholeFile::commit() {
  impl_->stream.flush();
  if (impl_->buffer.error() != 0) fail("write", impl_->target, impl_->buffer.error());
  if (!impl_->stream) throw IoError(fmt::format("cannot write {}", impl_->target.string()));
  if (impl_->direct()) return;
  publish(impl_->temporary, impl_->target);
  impl_->committed = true;
}

void write_whole(const fs::path& target, std::string_view bytes) {
  WholeFile file(target);
  file.stream().write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  file.commit();
}

void sync_file(const fs::path& file) {
  sync_path(file, O_RDONLY);
}

void publish(const fs::path& from, const fs::path& to) {
  sync_file(from);
  if (::rename(from.c_str(), to.c_str()) != 0) fail("write", to, errno);
  sync_path(to.has_parent_path() ? to.parent_path() : fs::path("."), O_RDONLY | O_DIRECTORY);
}

}  // namespace querent
