// SPDX-License-Identifier: Apache-2.0
#include <querent/datasets/write_whole.hpp>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <cstring>
#include <streambuf>
#include <system_error>

#include <fmt/format.h>

#include <querent/datasets/error.hpp>
#include <querent/datasets/platform/file.hpp>
#include <querent/datasets/platform/lock.hpp>
#include <querent/datasets/platform/process.hpp>
#include <querent/datasets/text/printable.hpp>

namespace querent {
namespace fs = std::filesystem;
namespace {

[[noreturn]] void fail(std::string_view what, const fs::path& path, int error) {
  throw IoError(
      fmt::format("cannot {} {}: {}", what, printable(path.string()), std::strerror(error)));
}

void sync(const fs::path& path) {
  if (!platform::sync_path(path)) fail("sync", path, errno);
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
      const std::int64_t written = platform::write_some(fd_, bytes, count);
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
    platform::close_file(fd);
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
  const std::string mark = fmt::format("{}{}-{}", kMark, platform::process_id(), number);
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
int open_locked(const fs::path& file, bool own) {
  platform::OpenAs how{.write = true, .create = true, .must_be_new = true};
  if (own) how.access = 0600;  // from the beginning: who has opened it may always read it
  for (;;) {
    const int fd = platform::open_file(file, how);
    if (fd < 0) return fd;
    // It may have been swept between the two calls.
    if (platform::lock_file(fd, true) != platform::Locking::kLocked) return fd;
    if (const auto status = platform::status_of(fd); !status || status->has_name) return fd;
    platform::close_file(fd);
  }
}

// Resolves the symbolic links of a target; for a dangling link, the path it names.
fs::path end_of_links(fs::path target) {
  constexpr int kMost = 40;  // the kernel's limit
  std::error_code error;
  for (int k = 0; fs::is_symlink(target, error); ++k) {
    if (k == kMost) fail("write", target, ELOOP);
    const fs::path to = fs::read_symlink(target, error);
    if (error) fail("write", target, error.default_error_condition().value());
    target = target.parent_path() / to;  // an absolute path replaces it
  }
  return target;
}

}  // namespace

WholeFile::WholeFile(const fs::path& target, Links links) {
  const bool follow = links == Links::kFollow;
  using Kind = platform::FileStatus::Kind;
  const auto there = platform::status_of(target, follow);
  const bool link = there && there->kind == Kind::kLink;  // to be replaced
  if (there && there->kind == Kind::kDirectory) fail("write", target, EISDIR);
  if (there && there->kind == Kind::kOther) {
    impl_ = std::make_unique<Impl>(target, target);
    impl_->fd = platform::open_file(target, {.write = true});
    if (impl_->fd < 0) fail("write", target, errno);
    return;
  }
  const fs::path real = follow ? end_of_links(target) : target;
  static std::atomic<unsigned> counter{0};
  for (;;) {
    impl_ = std::make_unique<Impl>(
        real, name_beside(real, counter++));  // nothing can fail before the file has an owner
    impl_->fd = open_locked(impl_->temporary, links == Links::kPrivate);
    if (impl_->fd < 0 && errno == EEXIST) continue;  // left by a killed process with the same id
    if (impl_->fd < 0) fail("write", target, errno);
    if (links != Links::kPrivate && there && !link) platform::set_access(impl_->fd, there->access);
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

void WholeFile::finish() {
  impl_->stream.flush();
  if (impl_->buffer.error() != 0) fail("write", impl_->target, impl_->buffer.error());
  if (!impl_->stream) throw IoError(fmt::format("cannot write {}", impl_->target.string()));
  if (!impl_->direct()) sync(impl_->temporary);
}

void WholeFile::commit() {
  finish();
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
  std::error_code error, ignored;
  for (fs::directory_iterator entry(directory, error), end; !error && entry != end;
       entry.increment(error)) {
    const fs::path file = entry->path();
    if (!is_beside(file.filename().string())) continue;
    const int fd = platform::open_file(file, {.follow_links = false, .waits = false});
    if (fd < 0) continue;
    const auto status = platform::status_of(fd);
    if (status && status->kind == platform::FileStatus::Kind::kFile &&
        platform::lock_file(fd, false) == platform::Locking::kLocked)
      fs::remove(file, ignored);
    platform::close_file(fd);
  }
}

void sync_file(const fs::path& file) {
  sync(file);
}

void publish(const fs::path& from, const fs::path& to) {
  sync_file(from);
  std::error_code error;
  fs::rename(from, to, error);
  if (error) fail("write", to, error.default_error_condition().value());
  sync(directory_of(to));
}

}  // namespace querent
