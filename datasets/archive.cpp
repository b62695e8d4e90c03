// SPDX-License-Identifier: Apache-2.0
#include <querent/datasets/archive.hpp>

#include <array>
#include <cstdint>
#include <memory>
#include <string_view>

#include <archive.h>
#include <archive_entry.h>
#include <fmt/format.h>

#include <querent/datasets/error.hpp>
#include <querent/datasets/write_whole.hpp>

namespace querent {
namespace {

constexpr std::uint64_t kMaxMember = std::uint64_t{64} << 30;
constexpr std::size_t kBlock = 65536;

std::string_view last_part(std::string_view path) {
  return path.substr(path.rfind('/') + 1);
}

}  // namespace

void extract_member(const std::filesystem::path& archive, const std::string& name,
                    const std::filesystem::path& target) {
  const auto damaged = [&](::archive* reader) {
    const char* why = archive_error_string(reader);
    throw DataError({archive.string()},
                    fmt::format("expected a tar or zip archive, found damage: {} — fetch it again",
                                why == nullptr ? "unknown" : why));
  };
  const std::unique_ptr<::archive, decltype(&archive_read_free)> reader(archive_read_new(),
                                                                        &archive_read_free);
  archive_read_support_filter_all(reader.get());
  archive_read_support_format_tar(reader.get());
  archive_read_support_format_zip(reader.get());
  if (archive_read_open_filename(reader.get(), archive.c_str(), kBlock) != ARCHIVE_OK)
    damaged(reader.get());

  WholeFile file(target);
  bool found = false;
  for (;;) {
    archive_entry* entry = nullptr;
    const int status = archive_read_next_header(reader.get(), &entry);
    if (status == ARCHIVE_EOF) break;
    if (status != ARCHIVE_OK && status != ARCHIVE_WARN) damaged(reader.get());
    const char* path = archive_entry_pathname(entry);
    if (path == nullptr || archive_entry_filetype(entry) != AE_IFREG || last_part(path) != name)
      continue;
    if (found)
      throw DataError({archive.string()},
                      fmt::format("expected one file named {}, found several", querent::quoted(name)));
    found = true;
    std::uint64_t written = 0;
    std::array<char, kBlock> block;
    for (;;) {
      const la_ssize_t count = archive_read_data(reader.get(), block.data(), block.size());
      if (count == 0) break;
      if (count < 0) damaged(reader.get());
      written += static_cast<std::uint64_t>(count);
      if (written > kMaxMember)
        throw LimitError(fmt::format("{} in {} is larger than 64 GiB", name, archive.string()));
      file.stream().write(block.data(), count);
      if (!file.stream()) break;  // commit says why
    }
  }
  if (!found)
    throw DataError(
        {archive.string()},
        fmt::format("expected a file named {} in this archive, found none", querent::quoted(name)));
  file.commit();
}

}  // namespace querent
