// SPDX-License-Identifier: Apache-2.0
#include <querent/datasets/input.hpp>

#include <cerrno>
#include <cstring>
#include <vector>

#include <fmt/format.h>

#include <querent/datasets/codec.hpp>
#include <querent/datasets/inside.hpp>
#include <querent/datasets/platform/file.hpp>
#include <querent/datasets/read_hash.hpp>
#include <querent/datasets/text/utf16.hpp>

namespace querent {

namespace {

constexpr std::size_t kBlock = std::size_t{1} << 18;
constexpr std::uint64_t kExpansionFloor = std::uint64_t{1} << 28;
constexpr std::uint64_t kMaxExpansion = 1000;

}  // namespace

struct Input::Impl {
  std::string name;
  int fd = -1;
  bool owns_fd = false;
  std::string_view memory;     // given to from_memory()
  std::uint64_t size = 0;      // size of a regular file
  std::uint64_t consumed = 0;  // bytes taken from the file or from memory
  std::uint64_t produced = 0;  // bytes after decompression
  std::vector<char> raw;       // one block of the file
  std::string_view raw_left;   // its part not yet given to the codec
  bool raw_end = false;
  std::unique_ptr<Codec> codec;  // nullptr: not compressed
  std::vector<char> block;       // decompressed bytes
  std::string peeked;            // bytes that peek() has read ahead
  bool serving_peeked = false;   // `peeked` was returned by read() and must be dropped
  bool started = false;
  bool utf16 = false;  // accept_utf16()
  std::function<void()> progress;
  ReadHash hash;  // of the bytes from read_raw()

  ~Impl() {
    hash.finish();  // before its descriptor is closed
    if (owns_fd) platform::close_file(fd);
  }

  std::string_view read_raw() {
    if (raw_end) return {};
    if (fd < 0) {
      raw_end = true;
      consumed = memory.size();
      return memory;
    }
    raw.resize(kBlock);
    const std::int64_t count = platform::read_some(fd, raw.data(), raw.size());
    if (count < 0) throw IoError(fmt::format("{}: cannot be read: {}", name, std::strerror(errno)));
    consumed += static_cast<std::uint64_t>(count);
    hash.add({raw.data(), static_cast<std::size_t>(count)});
    if (count == 0) {
      raw_end = true;
      if (consumed < size) {
        throw DataError({name},
                        fmt::format("truncated at byte {}: the file had {} bytes when it "
                                    "was opened — read it when no other program is writing it",
                                    consumed, size));
      }
    }
    return {raw.data(), static_cast<std::size_t>(count)};
  }

  /// The first bytes determine the codec; the suffix decides for a file too short to be recognised.
  void start() {
    started = true;
    raw_left = read_raw();
    std::string first;  // pipes may return single bytes
    while (raw_left.size() < Codec::kMagic && !raw_end) {
      first.append(raw_left);
      raw_left = read_raw();
      if (!first.empty() && !raw_left.empty() && first.size() + raw_left.size() >= Codec::kMagic)
        break;
    }
    if (!first.empty()) {
      first.append(raw_left);
      raw.assign(first.begin(), first.end());
      raw_left = {raw.data(), raw.size()};
    }
    codec = Codec::for_content(raw_left, name);
    if (!codec && utf16) codec = Utf16::for_content(raw_left);
    if (!codec && Codec::is_cut_magic(raw_left, name)) throw truncated();
  }

  DataError truncated() const {
    return {
        {name},
        fmt::format("truncated at byte {}: the compressed data ends too early — get the file again",
                    consumed)};
  }

  std::span<const char> next() {
    if (!started) start();
    if (!codec) {
      const std::string_view bytes = raw_left.empty() ? read_raw() : raw_left;
      raw_left = {};
      produced += bytes.size();
      return {bytes.data(), bytes.size()};
    }
    block.resize(kBlock);
    for (;;) {
      if (raw_left.empty() && !raw_end) raw_left = read_raw();
      const std::uint64_t at = consumed - raw_left.size();
      const std::size_t before = raw_left.size();
      std::size_t made = 0;
      try {
        made = codec->decode(raw_left, raw_end, {block.data(), block.size()});
      } catch (const CodecError& error) {
        throw DataError(
            {name}, fmt::format("damaged near byte {}: {} — get the file again", at, error.what()));
      }
      produced += made;
      check_ratio();
      if (made > 0) return {block.data(), made};
      if (raw_left.size() == before && (raw_end || before > 0)) {
        if (!codec->at_end()) throw truncated();
        return {};
      }
    }
  }

  void check_ratio() const {
    const std::uint64_t taken = consumed - raw_left.size();
    if (produced > kExpansionFloor && produced / kMaxExpansion > taken) {
      throw LimitError(
          fmt::format("{}: {} bytes expand to more than {}: a decompression bomb — if you trust "
                      "it, unpack it yourself",
                      name, taken, produced));
    }
  }
};

Input::Input(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Input::Input(Input&&) noexcept = default;
Input& Input::operator=(Input&&) noexcept = default;
Input::~Input() = default;

Input Input::open(const std::filesystem::path& path) {
  auto impl = std::make_unique<Impl>();
  if (path == "-") {
    impl->name = "<stdin>";
    impl->fd = platform::standard_input();
    impl->hash = ReadHash(impl->name, impl->fd, false);
    return Input(std::move(impl));
  }
  if (const auto inside = inside_program(path)) return from_memory(*inside, path.string());
  impl->name = path.string();
  impl->fd = platform::open_file(path, {});
  if (impl->fd < 0)
    throw IoError(fmt::format("{}: cannot be opened: {}", impl->name, std::strerror(errno)));
  impl->owns_fd = true;
  const auto status = platform::status_of(impl->fd);
  if (!status) throw IoError(fmt::format("{}: {}", impl->name, std::strerror(errno)));
  if (status->kind == platform::FileStatus::Kind::kDirectory)
    throw IoError(fmt::format("{}: is a directory, expected a file", impl->name));
  const bool regular = status->kind == platform::FileStatus::Kind::kFile;
  if (regular) impl->size = status->size;
  impl->hash = ReadHash(impl->name, impl->fd, regular);
  return Input(std::move(impl));
}

Input Input::from_memory(std::string_view bytes, std::string name) {
  auto impl = std::make_unique<Impl>();
  impl->name = std::move(name);
  impl->memory = bytes;
  impl->size = bytes.size();
  return Input(std::move(impl));
}

Input Input::from_text(std::string_view text, std::string name) {
  Input input = from_memory(text, std::move(name));
  input.impl_->started = true;  // skips the detection of a codec
  return input;
}

void Input::accept_utf16() {
  impl_->utf16 = true;
}

const std::string& Input::name() const {
  return impl_->name;
}
std::uint64_t Input::bytes_consumed() const {
  return impl_->consumed;
}
std::uint64_t Input::bytes_total() const {
  return impl_->size;
}
void Input::on_progress(std::function<void()> callback) {
  impl_->progress = std::move(callback);
}

std::span<const char> Input::read() {
  if (impl_->progress) impl_->progress();
  impl_->hash.used();
  if (impl_->serving_peeked) {
    impl_->peeked.clear();
    impl_->serving_peeked = false;
  }
  if (!impl_->peeked.empty()) {
    impl_->serving_peeked = true;
    return impl_->peeked;
  }
  return impl_->next();
}

std::string_view Input::peek(std::size_t limit) {
  if (impl_->serving_peeked) {
    impl_->peeked.clear();
    impl_->serving_peeked = false;
  }
  if (!impl_->started) impl_->start();
  if (impl_->fd < 0 && !impl_->codec)
    return impl_->raw_left.substr(0, limit);  // memory is viewed in place
  while (impl_->peeked.size() < limit) {
    const auto bytes = impl_->next();
    if (bytes.empty()) break;
    impl_->peeked.append(bytes.data(), bytes.size());
  }
  return std::string_view(impl_->peeked).substr(0, limit);
}

std::string Input::read_all() {
  std::string all;
  for (auto bytes = read(); !bytes.empty(); bytes = read()) all.append(bytes.data(), bytes.size());
  return all;
}

}  // namespace querent
