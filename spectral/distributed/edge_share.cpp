// SPDX-License-Identifier: Apache-2.0
// Reading one edge list by many ranks.
//
//   head = the lines up to the first record, which says what the columns of all records are
//   rank r's lines begin after the first line end at or behind |head| + r (size − |head|)/R;
//   rank 0's with the file
//   lines before r's = Σ of the line ends in the shares before: they number its messages
//   each reads its lines in pieces of whole lines
//
// Every byte is read twice, once to count its lines: an error then has its place in the file
// wherever the file is read.
#include <querent/spectral/distributed/edge_share.hpp>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <querent/datasets/codec.hpp>
#include <querent/graph/read.hpp>
#include <querent/graph/readers/edge_list.hpp>

namespace querent::distributed {
namespace {

constexpr std::size_t kPiece = std::size_t{8} << 20;

/// A regular file, read at any place.
class File {
 public:
  explicit File(const std::filesystem::path& path)
      : name_(path.string()), fd_(::open(path.c_str(), O_RDONLY | O_CLOEXEC)) {
    struct stat there {};
    if (fd_ < 0 || ::fstat(fd_, &there) != 0) fail("open");
    if (!S_ISREG(there.st_mode)) {
      throw IoError(fmt::format(
          "{}: not a file whose parts can be read — remedy: write the edges to a file", name_));
    }
    size_ = static_cast<std::uint64_t>(there.st_size);
  }
  File(const File&) = delete;
  File& operator=(const File&) = delete;
  ~File() {
    if (fd_ >= 0) ::close(fd_);
  }

  const std::string& name() const { return name_; }
  std::uint64_t size() const { return size_; }
  /// Up to `most` bytes from `at`, fewer only at the end of the file.
  std::string read(std::uint64_t at, std::uint64_t most) const {
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

 private:
  [[noreturn]] void fail(const char* what) const {
    throw IoError(fmt::format("cannot {} {}: {}", what, name_, std::strerror(errno)));
  }

  std::string name_;
  int fd_;
  std::uint64_t size_ = 0;
};

void check_format(const File& file) {
  const std::string start = file.read(0, 65536);
  const auto refuse = [&](std::string_view what, std::string_view remedy) {
    throw DataError(
        {.source = file.name()},
        fmt::format("expected an uncompressed edge list, whose parts ranks read side by "
                    "side, found {} — {}",
                    what, remedy));
  };
  if (Codec::for_content(start, file.name()) != nullptr ||
      Codec::is_cut_magic(start, file.name())) {
    refuse("a compressed file", "decompress it first");
  }
  const GraphFormat format = recognise(start);
  if (format == GraphFormat::kForeign) refuse(foreign_format(start), "write lines \"u v\"");
  if (format != GraphFormat::kEdgeList)
    refuse(to_string(format), "write lines \"u v\", or leave --engine out");
}

/// Where the line after the one with byte `at` begins.
std::uint64_t next_line(const File& file, std::uint64_t at) {
  while (at < file.size()) {
    const std::string bytes = file.read(at, 65536);
    const std::size_t feed = bytes.find('\n');
    if (feed != bytes.npos) return at + feed + 1;
    at += bytes.size();
  }
  return file.size();
}

/// The lines up to the first record.
std::string head_of(const File& file) {
  std::uint64_t begin = 0;
  while (begin < file.size()) {
    const std::uint64_t end = next_line(file, begin);
    const std::string line = file.read(begin, end - begin);
    begin = end;
    const std::size_t first = line.find_first_not_of(" \t\r\n\xEF\xBB\xBF");
    if (first != line.npos && line[first] != '#' && line[first] != '%') break;
  }
  return file.read(0, begin);
}

/// LF, CRLF and lone CR in the bytes [begin, end), which end with a line.
std::uint64_t line_ends(const File& file, std::uint64_t begin, std::uint64_t end) {
  std::uint64_t count = 0;
  bool after_cr = false;
  for (std::uint64_t at = begin; at < end; at += kPiece) {
    const std::string bytes = file.read(at, std::min<std::uint64_t>(kPiece, end - at));
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

/// Whether the comments in `head` say that the edges are directed: rank 0's builder refuses then.
bool says_directed(const std::string& head, const File& file) {
  std::string comments;
  for (std::size_t begin = 0; begin < head.size();) {
    const std::size_t end = std::min(head.find('\n', begin), head.size() - 1) + 1;
    const std::string line = head.substr(begin, end - begin);
    begin = end;
    const std::size_t first = line.find_first_not_of(" \t");
    if (first != line.npos && (line[first] == '#' || line[first] == '%')) comments += line;
  }
  GraphBuilder builder(file.name(), {});
  Input input = Input::from_memory(comments, file.name());
  read_edge_list(input, builder);
  try {
    builder.finish();
    return false;
  } catch (const DataError&) {
    return true;
  }
}

struct Share {
  std::uint64_t begin, end;
};

Share share_of(const File& file, std::uint64_t head, const Ranks& ranks) {
  const auto begin_of = [&](int r) {
    if (r == 0) return std::uint64_t{0};
    if (r == ranks.count) return file.size();
    const auto R = static_cast<std::uint64_t>(ranks.count);
    const std::uint64_t body = file.size() - head;
    const std::uint64_t at = body / R * static_cast<std::uint64_t>(r);
    return at == 0 ? head : next_line(file, head + at - 1);
  };
  return {begin_of(ranks.rank), begin_of(ranks.rank + 1)};
}

}  // namespace

GraphData read_share(const std::filesystem::path& path, const ReadOptions& wanted,
                     const Ranks& ranks, const std::function<void(double)>& progress) {
  ReadOptions options = wanted;
  options.component = Component::kAll;
  std::unique_ptr<File> file;
  std::string head;
  Share share{};
  std::uint64_t lines = 0;
  together(ranks, [&] {
    file = std::make_unique<File>(path);
    check_format(*file);
    head = head_of(*file);
    share = share_of(*file, head.size(), ranks);
    lines = line_ends(*file, share.begin, share.end);
  });
  lines = sum_before(lines);

  GraphData data;
  together(ranks, [&] {
    GraphBuilder builder(file->name(), options);
    EdgeListLayout layout;
    if (!ranks.first()) {
      GraphBuilder scratch(file->name(), options);
      Input input = Input::from_memory(head, file->name());
      read_edge_list(input, scratch, layout);
      layout.lines = lines;
    }
    const bool directed = says_directed(head, *file);
    if (directed && options.symmetrize != Symmetrize::kRefuse) {
      if (options.symmetrize != Symmetrize::kOr) {
        throw DataError({.source = file->name()},
                        "expected --symmetrize or for a directed edge list that ranks read side by "
                        "side: the other rules need both directions of an edge at once — leave "
                        "--engine out");
      }
      builder.set_directed(true);
    }
    for (std::uint64_t at = share.begin; at < share.end;) {
      const std::uint64_t end = at + kPiece < share.end ? next_line(*file, at + kPiece) : share.end;
      const std::string bytes = file->read(at, end - at);
      Input input = Input::from_memory(bytes, file->name());
      read_edge_list(input, builder, layout);
      at = end;
      progress(static_cast<double>(at - share.begin) /
               static_cast<double>(share.end - share.begin));
    }
    builder.report().format = "edge list";
    data = builder.finish();
  });
  return data;
}

}  // namespace querent::distributed
