// SPDX-License-Identifier: Apache-2.0
#include <querent/datasets/vectors/row_cache.hpp>

#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <fstream>
#include <span>
#include <thread>
#include <type_traits>

#include <fmt/format.h>
#include <fmt/ranges.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

#include <querent/datasets/vectors/parallel_blocks.hpp>
#include <querent/datasets/write_whole.hpp>

namespace querent {

namespace {

constexpr std::uint64_t kCacheMagic =
    0x53574f5254524551;  // "QERTROWS" where the lowest byte comes first
constexpr std::uint64_t kVersion = 4;
constexpr std::uint64_t kMaxBlock = std::uint64_t{1} << 31;

struct FileHeader {
  std::uint64_t magic = kCacheMagic, version = kVersion;
  CacheKey key;
};

struct BlockHeader {
  std::uint64_t rows = 0, labels = 0, indices = 0, values = 0, lines = 0;
  std::uint64_t underflows = 0, missing_values = 0, query_ids = 0;
  std::uint64_t checksum = 0;  // block_checksum()

  std::uint64_t bytes() const {
    return rows * sizeof(RowEnd) + labels * 4 + indices * 4 + values * 8;
  }
};

struct Trailer {
  std::uint64_t names_at = 0, names_bytes = 0, names_checksum = 0, magic = kCacheMagic;
};

// XXH3 of some bytes
std::uint64_t checksum(std::string_view bytes) {
  return XXH3_64bits(bytes.data(), bytes.size());
}

template <class T>
std::string_view bytes_of(const T& object) {
  static_assert(std::is_trivially_copyable_v<T>);
  return {reinterpret_cast<const char*>(&object), sizeof(T)};
}

// Of a block's header and of the bytes behind it.
std::uint64_t block_checksum(BlockHeader header, std::string_view body) {
  header.checksum = 0;
  return XXH3_64bits_withSeed(body.data(), body.size(), checksum(bytes_of(header)));
}

template <class T>
void append_array(std::string& out, const std::vector<T>& array, std::size_t count) {
  out.append(reinterpret_cast<const char*>(array.data()), count * sizeof(T));
}

template <class T>
void take_array(std::string_view& bytes, std::vector<T>& array, std::size_t count) {
  if (array.size() < count) array.resize(count);
  if (count > 0) std::memcpy(array.data(), bytes.data(), count * sizeof(T));
  bytes.remove_prefix(count * sizeof(T));
}

void append_texts(std::string& out, const std::vector<std::string>& texts) {
  out += bytes_of(std::uint64_t{texts.size()});
  for (const auto& text : texts) {
    out += bytes_of(std::uint64_t{text.size()});
    out += text;
  }
}

std::uint64_t take_number(std::string_view& bytes) {
  std::uint64_t number = 0;
  if (bytes.size() < 8) throw CacheDamage("names are cut");
  std::memcpy(&number, bytes.data(), 8);
  bytes.remove_prefix(8);
  return number;
}

std::vector<std::string> take_texts(std::string_view& bytes) {
  std::vector<std::string> texts;
  for (std::uint64_t left = take_number(bytes); left > 0; --left) {
    const std::uint64_t size = take_number(bytes);
    if (size > bytes.size()) throw CacheDamage("names are cut");
    texts.emplace_back(bytes.substr(0, size));
    bytes.remove_prefix(size);
  }
  return texts;
}

bool read_object(std::istream& in, auto& object) {
  return static_cast<bool>(in.read(reinterpret_cast<char*>(&object), sizeof(object)));
}

// A block as it lies in the file, its header first.
void parse_block(std::string_view bytes, RowBlock& block) {
  BlockHeader header;
  std::memcpy(&header, bytes.data(), sizeof(header));
  bytes.remove_prefix(sizeof(header));
  if (block_checksum(header, bytes) != header.checksum)
    throw CacheDamage("a block's checksum is wrong");
  block.clear();
  block.rows.resize(header.rows);
  block.labels.resize(header.labels);
  take_array(bytes, block.rows, header.rows);
  take_array(bytes, block.labels, header.labels);
  take_array(bytes, block.index, header.indices);
  take_array(bytes, block.value, header.values);
  block.lines = header.lines;
  block.counts = {.underflows = header.underflows,
                  .missing_values = header.missing_values,
                  .query_ids = header.query_ids};
}

// Reads block after block up to the names.
bool read_block(std::ifstream& in, std::uint64_t& left, std::string& chunk) {
  if (left == 0) return false;
  BlockHeader header;
  if (left < sizeof(header) || !read_object(in, header)) throw CacheDamage("a block is cut");
  for (const std::uint64_t count : {header.rows, header.labels, header.indices, header.values}) {
    if (count > kMaxBlock) throw CacheDamage("a block's sizes are wrong");
  }
  const std::uint64_t bytes = header.bytes();
  if (bytes > left - sizeof(header)) throw CacheDamage("a block's sizes are wrong");
  chunk.resize(sizeof(header) + bytes);
  std::memcpy(chunk.data(), &header, sizeof(header));
  if (!in.read(chunk.data() + sizeof(header), static_cast<std::streamsize>(bytes)))
    throw CacheDamage("a block is cut");
  left -= chunk.size();
  return true;
}

}  // namespace

namespace {

// Size and time of the last change, which, unlike that of the last modification, nobody can set
// back. A change within one tick of that clock is waited out, so that the next one is seen.
std::pair<std::uint64_t, std::uint64_t> settled(const std::filesystem::path& source) {
  using namespace std::chrono;
  constexpr auto kTick = milliseconds(20);
  struct stat status {};
  if (::stat(source.c_str(), &status) != 0) {
    throw IoError(fmt::format("{}: cannot be opened: {}", source.string(), std::strerror(errno)));
  }
  const auto changed = seconds(status.st_ctim.tv_sec) + nanoseconds(status.st_ctim.tv_nsec);
  const auto age = system_clock::now().time_since_epoch() - changed;
  if (age >= nanoseconds(0) && age < kTick) std::this_thread::sleep_for(kTick);
  return {static_cast<std::uint64_t>(status.st_size),
          static_cast<std::uint64_t>(nanoseconds(changed).count())};
}

}  // namespace

CacheKey cache_key(const std::filesystem::path& source, const VectorFormat& format,
                   const VectorOptions& options) {
  std::ifstream in(source, std::ios::binary);
  std::string head(65536, '\0');
  in.read(head.data(), static_cast<std::streamsize>(head.size()));
  head.resize(static_cast<std::size_t>(in.gcount()));
  const std::string asked = fmt::format(
      "{} {} {} {} {} {}", format.name, options.index_base, options.features, options.label_column,
      fmt::join(options.drop_columns, "\n"), static_cast<int>(options.missing));
  const auto [size, changed] = settled(source);
  return {.size = size, .changed = changed, .head = checksum(head), .options = checksum(asked)};
}

struct RowCacheWriter::Impl {
  WholeFile file;
  std::uint64_t written = 0;
  std::string bytes = {};

  void write(std::string_view text) {
    file.stream().write(text.data(), static_cast<std::streamsize>(text.size()));
    written += text.size();
  }
};

RowCacheWriter::RowCacheWriter(const std::filesystem::path& path, const CacheKey& key)
    : impl_(std::make_unique<Impl>(Impl{WholeFile(path)})) {
  impl_->write(bytes_of(FileHeader{.key = key}));
}
RowCacheWriter::RowCacheWriter(RowCacheWriter&&) noexcept = default;
RowCacheWriter& RowCacheWriter::operator=(RowCacheWriter&&) noexcept = default;
RowCacheWriter::~RowCacheWriter() = default;

void RowCacheWriter::add(const RowBlock& block, RowLayout layout) {
  const std::size_t entries = block.entries();
  BlockHeader header{.rows = block.rows.size(),
                     .labels = block.labels.size(),
                     .indices = layout == RowLayout::kSparse ? entries : 0,
                     .values = entries,
                     .lines = block.lines,
                     .underflows = block.counts.underflows,
                     .missing_values = block.counts.missing_values,
                     .query_ids = block.counts.query_ids};
  std::string& bytes = impl_->bytes;
  bytes.clear();
  append_array(bytes, block.rows, header.rows);
  append_array(bytes, block.labels, header.labels);
  append_array(bytes, block.index, header.indices);
  append_array(bytes, block.value, header.values);
  header.checksum = block_checksum(header, bytes);
  impl_->write(bytes_of(header));
  impl_->write(bytes);
}

void RowCacheWriter::commit(const RowSource& source, const std::vector<std::string>& label_names) {
  std::string names;
  names += bytes_of(std::uint64_t{source.layout == RowLayout::kDense ? 1u : 0u});
  names += bytes_of(source.features);
  names += bytes_of(static_cast<std::uint64_t>(source.index_base + 1));
  append_texts(names, label_names);
  append_texts(names, source.feature_names);
  append_texts(names, source.notes);
  const Trailer trailer{
      .names_at = impl_->written, .names_bytes = names.size(), .names_checksum = checksum(names)};
  impl_->write(names);
  impl_->write(bytes_of(trailer));
  impl_->file.commit();
}

std::optional<CachedRows> open_row_cache(const std::filesystem::path& path, const CacheKey& key,
                                         unsigned threads, std::string& why) {
  std::error_code none;
  const std::uint64_t size = std::filesystem::file_size(path, none);
  if (none) return std::nullopt;
  auto in = std::make_shared<std::ifstream>();
  in->rdbuf()->pubsetbuf(nullptr, 0);  // blocks are read whole
  in->open(path, std::ios::binary);
  FileHeader header;
  Trailer trailer;
  if (size < sizeof(header) + sizeof(trailer) || !read_object(*in, header) ||
      header.magic != kCacheMagic || header.version != kVersion) {
    why = "is not a cache of this version";
    return std::nullopt;
  }
  if (header.key != key) {
    why = "was made from another version of the file or with other options";
    return std::nullopt;
  }
  in->seekg(static_cast<std::streamoff>(size - sizeof(trailer)));
  if (!read_object(*in, trailer) || trailer.magic != kCacheMagic ||
      trailer.names_at < sizeof(header) || trailer.names_at > size ||
      trailer.names_bytes != size - sizeof(trailer) - trailer.names_at) {
    why = "is damaged at its end";
    return std::nullopt;
  }
  std::string names(trailer.names_bytes, '\0');
  in->seekg(static_cast<std::streamoff>(trailer.names_at));
  if (!in->read(names.data(), static_cast<std::streamsize>(names.size())) ||
      checksum(names) != trailer.names_checksum) {
    why = "is damaged at its end";
    return std::nullopt;
  }
  std::string_view rest = names;
  CachedRows rows;
  rows.source.layout = take_number(rest) == 1 ? RowLayout::kDense : RowLayout::kSparse;
  rows.source.features = take_number(rest);
  rows.source.index_base = static_cast<int>(take_number(rest)) - 1;
  rows.label_names = take_texts(rest);
  rows.source.feature_names = take_texts(rest);
  rows.source.notes = take_texts(rest);
  in->seekg(sizeof(header));
  auto left = std::make_shared<std::uint64_t>(trailer.names_at - sizeof(header));
  rows.source.blocks = std::make_unique<ParallelBlocks>(
      [in, left](std::string& chunk) { return read_block(*in, *left, chunk); }, parse_block,
      threads);
  return rows;
}

}  // namespace querent
