// SPDX-License-Identifier: Apache-2.0
// Reading one edge list by many ranks.
//
//   head = the lines up to the first record, which determines the columns of all records
//   rank r's lines begin after the first line end at or behind |head| + r (size − |head|)/R;
//   rank 0's with the file
//   lines before r's = Σ of the line ends in the earlier shares (for messages)
//   each rank reads its lines in chunks of whole lines
//
// Every byte is read twice, once to count the lines, so an error has its line number in the whole
// file. A compressed file cannot be read from the middle: rank 0 unpacks it once, and the text is
// divided; its name is removed when every rank has opened it.
#include <querent/spectral/distributed/shared_graph.hpp>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include <querent/datasets/codec.hpp>
#include <querent/datasets/error.hpp>
#include <querent/datasets/input.hpp>
#include <querent/datasets/platform/file.hpp>
#include <querent/graph/read.hpp>
#include <querent/graph/readers/edge_list.hpp>

namespace querent::distributed {

namespace {

constexpr std::size_t kBlock = 65536;

/// The text of a regular file; every rank reads it at any position.
class SharedText {
 public:
  /// Messages call it `name`. IoError if it is not a regular file or cannot be read.
  SharedText(const std::filesystem::path& path, std::string name)
      : name_(std::move(name)), fd_(platform::open_file(path, {})) {
    const auto status = fd_ < 0 ? std::nullopt : platform::status_of(fd_);
    if (!status) fail("open");
    if (status->kind != platform::FileStatus::Kind::kFile) {
      throw IoError(fmt::format(
          "{}: not a file whose parts can be read — remedy: write the edges to a file", name_));
    }
    size_ = status->size;
    const std::string start = read(0, kBlock);
    compressed_ = Codec::for_content(start, name_) != nullptr || Codec::is_cut_magic(start, name_);
  }
  SharedText(const SharedText&) = delete;
  SharedText& operator=(const SharedText&) = delete;
  ~SharedText() {
    if (fd_ >= 0) platform::close_file(fd_);
  }

  const std::string& name() const { return name_; }
  /// Whether its bytes are compressed (gzip, bzip2, xz, zstd), so that positions are meaningless.
  bool compressed() const { return compressed_; }
  std::uint64_t size() const { return size_; }  ///< bytes
  /// Up to `most` bytes from `at`, fewer only at the end of the text.
  std::string read(std::uint64_t at, std::uint64_t most) const {
    std::string bytes(std::min(most, size_ - std::min(at, size_)), '\0');
    for (std::size_t done = 0; done < bytes.size();) {
      const std::int64_t got =
          platform::read_at(fd_, bytes.data() + done, bytes.size() - done, at + done);
      if (got < 0) fail("read");
      if (got == 0) throw IoError(name_ + ": became shorter while it was read");
      done += static_cast<std::size_t>(got);
    }
    return bytes;
  }
  /// Start of the line after the one that contains byte `at`.
  std::uint64_t next_line(std::uint64_t at) const {
    for (;;) {
      const std::string bytes = read(at, kBlock);
      const std::size_t feed = bytes.find('\n');
      if (feed != bytes.npos) return at + feed + 1;
      at += bytes.size();
      if (bytes.size() < kBlock) return at;
    }
  }

 private:
  [[noreturn]] void fail(const char* what) const {
    throw IoError(fmt::format("cannot {} {}: {}", what, name_, std::strerror(errno)));
  }

  std::string name_;
  int fd_;
  std::uint64_t size_ = 0;
  bool compressed_ = false;
};

// Writes the text of a compressed file. DataError for a damaged stream, IoError.
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

constexpr std::size_t kPiece = std::size_t{8} << 20;

void check_format(const SharedText& text) {
  const std::string start = text.read(0, 65536);
  const auto refuse = [&](std::string_view what, std::string_view remedy) {
    throw DataError(
        {.source = text.name()},
        fmt::format("expected an edge list, the format that several ranks can read, found {} — {}",
                    what, remedy));
  };
  const GraphFormat& format = recognise(FileHead(start));
  if (format.holds == Holds::kUnread) refuse(foreign_format(start), "write lines \"u v\"");
  if (format.holds != Holds::kPlainText)
    refuse(format.name, "write lines \"u v\", or embed on one machine");
}

/// The lines up to the first record.
std::string head_of(const SharedText& text) {
  std::uint64_t begin = 0;
  for (;;) {
    const std::uint64_t end = text.next_line(begin);
    const std::string line = text.read(begin, end - begin);
    if (line.empty()) break;
    begin = end;
    const std::size_t first = line.find_first_not_of(" \t\r\n\xEF\xBB\xBF");
    if (first != line.npos && line[first] != '#' && line[first] != '%') break;
  }
  return text.read(0, begin);
}

/// LF, CRLF and lone CR in the bytes [begin, end), which end with a line.
std::uint64_t line_ends(const SharedText& text, std::uint64_t begin, std::uint64_t end) {
  std::uint64_t count = 0;
  bool after_cr = false;
  for (std::uint64_t at = begin; at < end; at += kPiece) {
    const std::string bytes = text.read(at, std::min<std::uint64_t>(kPiece, end - at));
    if (!after_cr && bytes.find('\r') == bytes.npos) {
      count += static_cast<std::uint64_t>(std::count(bytes.begin(), bytes.end(), '\n'));
      continue;
    }
    for (const char c : bytes) {
      count += c == '\r' || (c == '\n' && !after_cr);
      after_cr = c == '\r';
    }
  }
  return count;
}

std::unique_ptr<SharedText> open_text(const std::filesystem::path& path,
                                      const std::filesystem::path& unpacked, const Ranks& ranks) {
  std::unique_ptr<SharedText> text;
  together(ranks, [&] { text = std::make_unique<SharedText>(path, path.string()); });
  if (!text->compressed()) return text;
  const auto drop = [&] {
    std::error_code gone;
    if (ranks.first()) std::filesystem::remove(unpacked, gone);
  };
  together(ranks, [&] {
    if (!ranks.first()) return;
    try {
      unpack(path, unpacked);
    } catch (...) {
      drop();
      throw;
    }
  });
  together(ranks, [&] { text = std::make_unique<SharedText>(unpacked, path.string()); });
  drop();
  return text;
}

struct FilePart {
  std::uint64_t begin, end;
};

FilePart part_of(const SharedText& text, std::uint64_t head, const Ranks& ranks) {
  const auto begin_of = [&](int r) {
    if (r == 0) return std::uint64_t{0};
    if (r == ranks.count) return text.size();
    const auto R = static_cast<std::uint64_t>(ranks.count);
    const std::uint64_t body = text.size() - head;
    const std::uint64_t at = body / R * static_cast<std::uint64_t>(r);
    return at == 0 ? head : text.next_line(head + at - 1);
  };
  return {begin_of(ranks.rank), begin_of(ranks.rank + 1)};
}

}  // namespace

GraphData read_part(const std::filesystem::path& path, const ReadOptions& wanted,
                    const Ranks& ranks, const std::filesystem::path& unpacked,
                    const std::function<void(double)>& progress) {
  ReadOptions options = wanted;
  options.component = Component::kAll;
  const std::unique_ptr<SharedText> text = open_text(path, unpacked, ranks);
  std::string head;
  FilePart part{};
  std::uint64_t lines = 0;
  together(ranks, [&] {
    check_format(*text);
    head = head_of(*text);
    part = part_of(*text, head.size(), ranks);
    lines = line_ends(*text, part.begin, part.end);
  });
  lines = sum_before(lines);

  GraphData data;
  together(ranks, [&] {
    GraphBuilder builder(text->name(), options);
    EdgeListLayout layout;
    if (!ranks.first()) {
      GraphBuilder scratch(text->name(), options);
      Input input = Input::from_text(head, text->name());
      read_edge_list(input, scratch, layout);
      layout.lines = lines;
    }
    if (options.symmetrize != Symmetrize::kRefuse) {
      if (options.symmetrize != Symmetrize::kOr) {
        throw DataError(
            {.source = text->name()},
            "expected symmetrize=or for a directed edge list on several ranks: the other rules "
            "need both directions of an edge at once — embed on one machine");
      }
      builder.set_directed(true);
    }
    for (std::uint64_t at = part.begin; at < part.end;) {
      const std::uint64_t end = at + kPiece < part.end ? text->next_line(at + kPiece) : part.end;
      const std::string bytes = text->read(at, end - at);
      Input input = Input::from_text(bytes, text->name());
      read_edge_list(input, builder, layout);
      at = end;
      progress(static_cast<double>(at - part.begin) / static_cast<double>(part.end - part.begin));
    }
    builder.report().format = "edge list";
    data = builder.finish();
  });
  return data;
}

}  // namespace querent::distributed
