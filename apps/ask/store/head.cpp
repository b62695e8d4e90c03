// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/ask/store/head.hpp>

#include <cerrno>
#include <cstring>
#include <sstream>
#include <utility>

#include <fmt/format.h>

#include <querent/datasets/checksum.hpp>
#include <querent/datasets/error.hpp>
#include <querent/datasets/platform/file.hpp>
#include <querent/datasets/write_whole.hpp>

namespace querent::apps {

namespace {

constexpr std::size_t kSlot = 512, kStride = 4096;  // bytes; the slots never share a page
constexpr std::size_t kSumLength = 64;              // SHA-256 in hexadecimal
constexpr std::string_view kFormat = "querent-answers-1";

std::string table_line(const TableEnd& table) {
  return fmt::format("{} {}\n", table.rows, table.sum.empty() ? "-" : table.sum);
}

// A slot: the checksum, then the text, padded with blanks.
std::string slot_of(const StoreHead& head, std::uint64_t generation) {
  std::string text =
      fmt::format("\n{} {}\n{}{}{}{}", kFormat, generation, table_line(head.starts),
                  table_line(head.questions), table_line(head.events), table_line(head.sources));
  text.resize(kSlot - kSumLength, ' ');
  return sha256(text) + text;
}

struct Slot {
  StoreHead head = {};
  std::uint64_t generation = 0;
};

std::optional<Slot> parsed_slot(std::string_view bytes) {
  if (bytes.size() != kSlot || bytes.substr(0, kSumLength) != sha256(bytes.substr(kSumLength)))
    return std::nullopt;
  std::istringstream text{std::string(bytes.substr(kSumLength))};
  std::string format;
  Slot slot;
  text >> format >> slot.generation;
  for (TableEnd* table :
       {&slot.head.starts, &slot.head.questions, &slot.head.events, &slot.head.sources}) {
    text >> table->rows >> table->sum;
    if (table->sum == "-") table->sum.clear();
  }
  return text && format == kFormat ? std::optional(slot) : std::nullopt;
}

std::string read_file(int descriptor) {
  std::string bytes(kStride + kSlot, '\0');
  std::size_t have = 0;
  while (have < bytes.size()) {
    const std::int64_t got =
        platform::read_at(descriptor, bytes.data() + have, bytes.size() - have, have);
    if (got <= 0) break;
    have += static_cast<std::size_t>(got);
  }
  bytes.resize(have);
  return bytes;
}

void write_slot(int descriptor, std::string_view slot, std::size_t at,
                const std::filesystem::path& file) {
  while (!slot.empty()) {
    const std::int64_t written = platform::write_at(descriptor, slot.data(), slot.size(), at);
    if (written < 0) throw IoError(fmt::format("{}: {}", file.string(), std::strerror(errno)));
    slot.remove_prefix(static_cast<std::size_t>(written));
    at += static_cast<std::size_t>(written);
  }
  if (!platform::sync_data(descriptor))
    throw IoError(fmt::format("{}: {}", file.string(), std::strerror(errno)));
}

}  // namespace

HeadFile::HeadFile(std::filesystem::path file) : file_(std::move(file)) {
  const int descriptor = platform::open_file(file_, {.waits = false});
  if (descriptor < 0 && errno == ENOENT) return;
  if (descriptor < 0)
    throw IoError(fmt::format("cannot open {}: {}", file_.string(), std::strerror(errno)));
  const std::string bytes = read_file(descriptor);
  platform::close_file(descriptor);
  for (const std::size_t at : {std::size_t{0}, kStride}) {
    if (bytes.size() < at + kSlot) continue;
    const auto slot = parsed_slot(std::string_view(bytes).substr(at, kSlot));
    if (!slot || (known_ && slot->generation < generation_)) continue;
    known_ = slot->head;
    generation_ = slot->generation;
  }
  if (!known_)
    throw CorruptError(fmt::format(
        "{}: damaged: neither of its two records is intact — restore the directory from a backup",
        file_.string()));
}

HeadFile::~HeadFile() {
  if (descriptor_ >= 0) platform::close_file(descriptor_);
}

void HeadFile::write(const StoreHead& head) {
  if (known_ == head) return;
  if (!known_) {
    create(head);
  } else {
    open();
    const std::uint64_t next = generation_ + 1;
    write_slot(descriptor_, slot_of(head, next), next % 2 * kStride, file_);
    generation_ = next;
  }
  known_ = head;
}

// Creates the file atomically and syncs its directory.
void HeadFile::create(const StoreHead& head) {
  std::string bytes = slot_of(head, 0);
  bytes.resize(kStride, ' ');
  write_whole(file_, bytes + slot_of(head, 1), Links::kReplace);
  generation_ = 1;
}

void HeadFile::open() {
  if (descriptor_ >= 0) return;
  descriptor_ = platform::open_file(file_, {.write = true, .follow_links = false});
  if (descriptor_ < 0)
    throw IoError(fmt::format("cannot open {}: {}", file_.string(), std::strerror(errno)));
}

}  // namespace querent::apps
