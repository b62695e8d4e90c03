// SPDX-License-Identifier: Apache-2.0
#include <querent/datasets/write_whole.hpp>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <cstring>
#include <streambuf>
#include <system_error>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <querent/datasets/error.hpp>
#include <querent/datasets/printable.hpp>

namespace querent {
namespace fs = std::filesystem;
namespace {

[[noreturn]] void fail(std::string_view what, const fs::path& path, int error) {
  throw IoError(
      fmt::format("cannot {} {}: {}", what, printable(path.string()), std::strerror(error)));
}

void sync_path(const fs::path& path, int flags) {
  const int fd = ::open(path.c_str(), flags | O_CLOEXEC);
  if (fd < 0) fail("open", path, errno);
  const int error = ::fsync(fd) == 0 ? 0 : errno;
  ::close(fd);
  if (error != 0 && error != EINVAL)
    fail("sync", path, error);  // EINVAL: this file system does not sync directories
}

/// Output to a descriptor that remembers the first error.
class DescriptorBuffer : public std::streambuf {
 public:
  explicit DescriptorBuffer(const int& fd) : fd_(fd) {
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

  const int& fd_;
  int error_ = 0;
  std::array<char, 65536> buffer_;
};

}  // namespace

struct WholeFile::Impl {
  Impl(fs::path target_path, fs::path temporary_path)
      : target(std::move(target_path)), temporary(std::move(temporary_path)) {}
  Impl(const Impl&) = delete;
  Impl& operator=(const Impl&) = delete;
  ~Impl() {
    if (fd < 0) return;
    ::close(fd);
    if (direct() || committed) return;
    std::error_code ignored;
    fs::remove(temporary, ignored);
  }
  bool direct() const { return temporary == target; }

  fs::path target;
  fs::path temporary;
  int fd = -1;
  DescriptorBuffer buffer{fd};
  std::ostream stream{&buffer};
  bool committed = false;
};

namespace {

// ".NAME.querent-PID-N.SUFFIX" is the temporary file of NAME.SUFFIX.
constexpr std::string_view kMark = ".querent-";

fs::path name_beside(const fs::path& target, unsigned number) {
  constexpr std::size_t kLongest = 255;  // bytes of a name, on all common file systems
  const std::string suffix = target.extension().string();
  const std::string mark = fmt::format("{}{}-{}", kMark, ::getpid(), number);
  std::string stem = target.stem().string();
  if (1 + stem.size() + mark.size() + suffix.size() > kLongest) {
    stem.clear();
    if (mark.size() + suffix.size() > kLongest) return target.parent_path() / mark;
  }
  return target.parent_path() /
         fmt::format("{}{}{}{}", stem.empty() ? "" : ".", stem, mark, suffix);
}

bool is_beside(std::string_view name) {
  const auto digits = [&] {
    const std::size_t count = std::min(name.find_first_not_of("0123456789"), name.size());
    name.remove_prefix(count);
    return count > 0;
  };
  const std::size_t mark = name.rfind(kMark);
  if (!name.starts_with('.') || mark == name.npos) return false;
  name.remove_prefix(mark + kMark.size());
  if (!digits() || !name.starts_with('-')) return false;
  name.remove_prefix(1);
  return digits() && (name.empty() || name.front() == '.');
}

// Creates a new, locked file; -1 with errno on failure.
int open_locked(const fs::path& file) {
  for (;;) {
    const int fd = ::open(file.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (fd < 0) return fd;
    struct stat status {};
    // It may have been swept between the two calls.
    if (::flock(fd, LOCK_EX) != 0 || ::fstat(fd, &status) != 0 || status.st_nlink > 0) return fd;
    ::close(fd);
  }
}

// Resolves the symbolic links of a target; for a dangling link, the path it names.
fs::path end_of_links(fs::path target) {
  constexpr int kMost = 40;  // the kernel's limit
  std::error_code error;
  for (int k = 0; fs::is_symlink(target, error); ++k) {
    if (k == kMost) fail("write", target, ELOOP);
    const fs::path to = fs::read_symlink(target, error);
    if (error) fail("write", target, error.value());
    target = target.parent_path() / to;  // an absolute path replaces it
  }
  return target;
}

}  // namespace

WholeFile::WholeFile(const fs::path& target, Links links) {
  const bool follow = links == Links::kFollow;
  struct stat there {};
  const bool exists =
      (follow ? ::stat(target.c_str(), &there) : ::lstat(target.c_str(), &there)) == 0;
  const bool link = exists && S_ISLNK(there.st_mode);  // to be replaced
  if (exists && S_ISDIR(there.st_mode)) fail("write", target, EISDIR);
  if (exists && !link && !S_ISREG(there.st_mode)) {
    impl_ = std::make_unique<Impl>(target, target);
    impl_->fd = ::open(target.c_str(), O_WRONLY | O_CLOEXEC);
    if (impl_->fd < 0) fail("write", target, errno);
    return;
  }
  const fs::path real = follow ? end_of_links(target) : target;
  static std::atomic<unsigned> counter{0};
  for (;;) {
    impl_ = std::make_unique<Impl>(
        real, name_beside(real, counter++));  // nothing can fail before the file has an owner
    impl_->fd = open_locked(impl_->temporary);
    if (impl_->fd < 0 && errno == EEXIST) continue;  // left by a killed process with the same id
    if (impl_->fd < 0) fail("write", target, errno);
    if (links == Links::kPrivate) {
      static_cast<void>(::fchmod(impl_->fd, S_IRUSR | S_IWUSR));
    } else if (exists && !link) {
      static_cast<void>(::fchmod(impl_->fd, there.st_mode & 07777U));
    }
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

void write_whole(const fs::path& target, std::string_view bytes, Links links) {
  WholeFile file(target, links);
  file.stream().write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  file.commit();
}

fs::path directory_of(const fs::path& file) {
  return file.has_parent_path() ? file.parent_path() : fs::path(".");
}

void sweep_leftovers(const fs::path& directory) {
  std::error_code error;
  for (fs::directory_iterator entry(directory, error), end; !error && entry != end;
       entry.increment(error)) {
    const fs::path file = entry->path();
    if (!is_beside(file.filename().string())) continue;
    const int fd = ::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    if (fd < 0) continue;
    struct stat status {};
    if (::fstat(fd, &status) == 0 && S_ISREG(status.st_mode) && ::flock(fd, LOCK_EX | LOCK_NB) == 0)
      ::unlink(file.c_str());
    ::close(fd);
  }
}

void sync_file(const fs::path& file) {
  sync_path(file, O_RDONLY);
}

void publish(const fs::path& from, const fs::path& to) {
  sync_file(from);
  if (::rename(from.c_str(), to.c_str()) != 0) fail("write", to, errno);
  sync_path(directory_of(to), O_RDONLY | O_DIRECTORY);
}

}  // namespace querent
