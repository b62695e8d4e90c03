// SPDX-License-Identifier: Apache-2.0
#include <querent/datasets/archive.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <new>
#include <utility>

#if QUERENT_WITH_ARCHIVES
#include <archive.h>
#include <archive_entry.h>
#endif
#include <fmt/format.h>

#include <querent/datasets/error.hpp>
#include <querent/datasets/write_whole.hpp>

namespace querent {

std::string array_names(const std::vector<UnpackedFile>& files) {
  constexpr std::size_t kShown = 8;
  std::string names;
  for (std::size_t k = 0; k < std::min(files.size(), kShown); ++k) {
    names += (k == 0 ? "" : ", ") +
             in_quotes(std::string_view(files[k].path).substr(0, files[k].path.rfind(".npy")));
  }
  if (files.size() > kShown) names += fmt::format(" and {} more", files.size() - kShown);
  return names.empty() ? "none" : names;
}

bool is_archive(std::string_view head) {
  constexpr std::size_t kMagicOfTar = 257;
  return head.starts_with("PK\x03\x04") || head.starts_with("PK\x05\x06") ||
         (head.size() > kMagicOfTar && head.substr(kMagicOfTar).starts_with("ustar"));
}

std::vector<UnpackedFile> unpack(Input& input,
                                 const std::function<bool(std::string_view)>& wanted) {
  std::vector<UnpackedFile> unpacked;
  for_each_file(input, wanted, [&](UnpackedFile&& file) { unpacked.push_back(std::move(file)); });
  return unpacked;
}

#if QUERENT_WITH_ARCHIVES

namespace {

constexpr std::uint64_t kMaxMember = std::uint64_t{64} << 30;
// For an archive in memory; deflate expands at most 1032:1.
constexpr std::uint64_t kFreeBytes = std::uint64_t{1} << 27;
constexpr std::uint64_t kMaxRatio = 100;
constexpr std::size_t kArchiveBlock = 65536;

/// The regular files of an archive, in order.
class Files {
 public:
  explicit Files(std::string name)
      : name_(std::move(name)), place_(name_), reader_(archive_read_new(), &archive_read_free) {
    if (!reader_) throw std::bad_alloc();
    check(archive_read_support_format_tar(reader_.get()));
    check(archive_read_support_format_zip(reader_.get()));
  }
  void open_file(const std::filesystem::path& path) {
    archive_read_support_filter_all(reader_.get());  // it warns when it needs an external program
    check(archive_read_open_filename(reader_.get(), path.c_str(), kArchiveBlock));
  }
  void open_memory(std::string_view bytes) {
    check(archive_read_open_memory(reader_.get(), bytes.data(), bytes.size()));
  }
  /// The path of the next file; nullptr at the end.
  const char* next() {
    for (;;) {
      archive_entry* entry = nullptr;
      const int status = archive_read_next_header(reader_.get(), &entry);
      if (status == ARCHIVE_EOF) return nullptr;
      if (status != ARCHIVE_WARN) check(status);  // warnings concern times and owners
      const char* path = archive_entry_pathname_utf8(entry);
      if (path == nullptr) path = archive_entry_pathname(entry);
      if (path == nullptr || archive_entry_filetype(entry) != AE_IFREG) continue;
      place_ = fmt::format("{}:{}", name_, path);
      return path;
    }
  }
  /// The next bytes of the current file, valid until the next call; empty at its end.
  std::string_view read() {
    const la_ssize_t count = archive_read_data(reader_.get(), block_.data(), block_.size());
    check(count);
    return {block_.data(), static_cast<std::size_t>(count)};
  }

 private:
  void check(la_ssize_t status) const {
    if (status >= ARCHIVE_OK) return;
    const char* why = archive_error_string(reader_.get());
    throw DataError({place_},
                    fmt::format("expected a tar or zip archive, found damage: {} — fetch it again",
                                why == nullptr ? "unknown" : why));
  }

  std::string name_, place_;  // place_: "archive:current file"
  std::unique_ptr<::archive, decltype(&archive_read_free)> reader_;
  std::array<char, kArchiveBlock> block_;
};
// A zip ends with its central directory's record of 22 bytes and a comment. Without it the file was
// cut, even if every member is complete.
void check_end_of_zip(std::string_view packed, const std::string& name) {
  constexpr std::size_t kRecord = 22, kMostComment = 65535;
  if (!packed.starts_with("PK\x03\x04")) return;
  const std::string_view tail =
      packed.substr(packed.size() - std::min(packed.size(), kRecord + kMostComment));
  const std::size_t at = tail.rfind("PK\x05\x06");
  const auto byte = [&](std::size_t k) { return static_cast<unsigned char>(tail[at + k]); };
  if (at != tail.npos && tail.size() - at >= kRecord &&
      tail.size() - at - kRecord >= std::size_t{byte(20)} + 256 * std::size_t{byte(21)})
    return;
  throw DataError(
      {name}, fmt::format("truncated at byte {}: the archive's directory ends too early — fetch it "
                          "again",
                          packed.size()));
}

}  // namespace

void extract_member(const std::filesystem::path& archive, const std::string& name,
                    const std::filesystem::path& target) {
  Files files(archive.string());
  files.open_file(archive);
  WholeFile file(target);
  bool found = false;
  while (const char* member = files.next()) {
    const std::string_view path = member;
    if (path.substr(path.rfind('/') + 1) != name) continue;
    if (found)
      throw DataError(
          {archive.string()},
          fmt::format("expected one file named {}, found several — unpack it and give the file",
                      in_quotes(name)));
    found = true;
    std::uint64_t written = 0;
    for (auto bytes = files.read(); !bytes.empty(); bytes = files.read()) {
      written += bytes.size();
      if (written > kMaxMember)
        throw LimitError(fmt::format("{} in {} is larger than 64 GiB", name, archive.string()));
      file.stream().write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
      if (!file.stream()) break;  // commit() reports the reason
    }
  }
  if (!found)
    throw DataError(
        {archive.string()},
        fmt::format("expected a file named {} in this archive, found none — fetch it again",
                    in_quotes(name)));
  file.commit();
}

void for_each_file(Input& input, const std::function<bool(std::string_view path)>& wanted,
                   const std::function<void(UnpackedFile&&)>& take) {
  const std::string packed = input.read_all();
  check_end_of_zip(packed, input.name());
  Files files(input.name());
  files.open_memory(packed);
  std::uint64_t total = 0;
  while (const char* path = files.next()) {
    if (!wanted(path)) continue;
    UnpackedFile file{.path = path, .name = fmt::format("{}:{}", input.name(), path), .bytes = {}};
    for (auto bytes = files.read(); !bytes.empty(); bytes = files.read()) {
      total += bytes.size();
      if (total > kFreeBytes && total / kMaxRatio > packed.size()) {
        throw LimitError(
            fmt::format("{}: expected an archive that expands at most {}:1, found more after {} "
                        "MiB — if you trust "
                        "it, unpack it and pack it again without compression (numpy.savez)",
                        file.name, kMaxRatio, kFreeBytes >> 20));
      }
      file.bytes.append(bytes);
    }
    take(std::move(file));
  }
}

#else

namespace {

[[noreturn]] void refuse(const std::string& name) {
  throw DataError({name},
                  "this build reads no tar or zip archives — unpack it first, or build with "
                  "-DQUERENT_WITH_ARCHIVES=ON");
}

}  // namespace

void extract_member(const std::filesystem::path& archive, const std::string&,
                    const std::filesystem::path&) {
  refuse(archive.string());
}

void for_each_file(Input& input, const std::function<bool(std::string_view)>&,
                   const std::function<void(UnpackedFile&&)>&) {
  refuse(input.name());
}

#endif

}  // namespace querent
