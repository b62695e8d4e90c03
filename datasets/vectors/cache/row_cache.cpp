// SPDX-License-Identifier: Apache-2.0
// The writer of a cache also writes its checksums, so they detect damage but not malice. Everything
// that the program relies on is therefore checked before use.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <unordered_set>

#include <fmt/format.h>

#include <querent/datasets/own_file.hpp>
#include <querent/datasets/vectors/cache/row_cache_format.hpp>
#include <querent/datasets/vectors/parallel_blocks.hpp>
#include <querent/datasets/vectors/parse_field.hpp>
#include <querent/datasets/vectors/row_stream.hpp>

namespace querent {

namespace {

using row_cache::BlockHeader;
using row_cache::FileHeader;
using row_cache::Trailer;

constexpr std::uint64_t kMaxBlock = std::uint64_t{1} << 31;

/// Requirements for every block of a cache.
struct RowShape {
  RowLayout layout = RowLayout::kSparse;
  std::uint64_t features = 0;  // 0: undeclared
  std::uint64_t labels = 0;    // number of label names
  bool missing = false;        // values may be NaN (missing)
};

[[noreturn]] void refuse_block(std::string_view what) {
  throw CacheDamage(fmt::format("has a block with invalid {}", what));
}

template <class T>
void take_array(std::string_view& bytes, std::vector<T>& array, std::size_t count) {
  if (array.size() < count) array.resize(count);
  if (count > 0) std::memcpy(array.data(), bytes.data(), count * sizeof(T));
  bytes.remove_prefix(count * sizeof(T));
}

std::uint64_t take_number(std::string_view& bytes) {
  std::uint64_t number = 0;
  if (bytes.size() < 8) throw CacheDamage("has truncated names");
  std::memcpy(&number, bytes.data(), 8);
  bytes.remove_prefix(8);
  return number;
}

std::vector<std::string> take_texts(std::string_view& bytes) {
  std::vector<std::string> texts;
  for (std::uint64_t left = take_number(bytes); left > 0; --left) {
    const std::uint64_t size = take_number(bytes);
    if (size > bytes.size()) throw CacheDamage("has truncated names");
    const std::string_view text = bytes.substr(0, size);
    if (valid_utf8_prefix(text) != size || text.find('\0') != text.npos)
      throw CacheDamage("has names that are not text");
    texts.emplace_back(text);
    bytes.remove_prefix(size);
  }
  return texts;
}

// Row ends, counted in entries, labels and lines, must ascend up to the totals of the header.
void check_rows(const RowBlock& block, const BlockHeader& header, const RowShape& shape) {
  RowEnd before{};
  for (std::size_t i = 0; i < header.rows; ++i) {
    const RowEnd& end = block.rows[i];
    if (end.entries < before.entries || end.labels < before.labels || end.line <= before.line)
      refuse_block("row ends");
    if (shape.layout == RowLayout::kDense && end.entries - before.entries != shape.features)
      refuse_block("row lengths");
    before = end;
  }
  if (before.entries != header.values || before.labels != header.labels ||
      before.line > header.lines)
    refuse_block("row ends");
}

void check_entries(const RowBlock& block, const BlockHeader& header, const RowShape& shape) {
  constexpr std::uint64_t kLargest = std::numeric_limits<std::uint32_t>::max() - 1;
  const std::uint64_t end = shape.features > 0 ? shape.features : kLargest + 1;
  std::size_t first = 0;
  for (std::size_t i = 0; shape.layout == RowLayout::kSparse && i < header.rows; ++i) {
    for (std::size_t k = first; k < block.rows[i].entries; ++k) {
      if (block.index[k] >= end || (k > first && block.index[k] <= block.index[k - 1]))
        refuse_block("feature indices");
    }
    first = block.rows[i].entries;
  }
  for (std::size_t k = 0; k < header.values; ++k) {
    if (!std::isfinite(block.value[k]) && !(shape.missing && std::isnan(block.value[k])))
      refuse_block("values");
  }
  for (const std::uint32_t label : block.labels) {
    if (label >= shape.labels) refuse_block("labels");
  }
}

// A block as stored in the file, starting with its header.
void parse_block(std::string_view bytes, const RowShape& shape, RowBlock& block) {
  BlockHeader header;
  std::memcpy(&header, bytes.data(), sizeof(header));
  bytes.remove_prefix(sizeof(header));
  if (row_cache::block_checksum(header, bytes) != header.checksum) refuse_block("checksums");
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
  check_rows(block, header, shape);
  check_entries(block, header, shape);
}

// Reads the blocks of an open cache in order.
struct BlockReader {
  OwnFile file;
  std::uint64_t at, end;
  RowShape shape;

  bool next(std::string& chunk) {
    if (at == end) return false;
    BlockHeader header;
    if (end - at < sizeof(header) || !file.read(&header, sizeof(header), at))
      throw CacheDamage("has a truncated block");
    for (const std::uint64_t count :
         {header.rows, header.labels, header.indices, header.values, header.lines}) {
      if (count > kMaxBlock) refuse_block("sizes");
    }
    const bool sparse = shape.layout == RowLayout::kSparse;
    const std::uint64_t bytes = header.bytes();
    if (bytes > end - at - sizeof(header) || header.indices != (sparse ? header.values : 0))
      refuse_block("sizes");
    chunk.resize(sizeof(header) + bytes);
    if (!file.read(chunk.data(), chunk.size(), at)) throw CacheDamage("has a truncated block");
    at += chunk.size();
    return true;
  }
};

/// Reads the summary of all rows at the end of the file. Throws CacheDamage.
CachedRows read_names(std::string_view names, const VectorOptions& options) {
  CachedRows rows;
  RowSource& source = rows.source;
  const std::uint64_t layout = take_number(names);
  source.layout = layout == 1 ? RowLayout::kDense : RowLayout::kSparse;
  source.features = take_number(names);
  const std::uint64_t base = take_number(names);  // 0: undeclared
  source.index_base = static_cast<int>(std::min<std::uint64_t>(base, 3)) - 1;
  rows.label_names = take_texts(names);
  source.feature_names = take_texts(names);
  source.notes = take_texts(names);
  const std::uint64_t named = source.feature_names.size();
  const bool declared = source.features == options.features || source.features <= kMaxColumns ||
                        source.features == named;
  const std::unordered_set<std::string_view> labels(rows.label_names.begin(),
                                                    rows.label_names.end());
  if (layout > 1 || base > 2 || !declared || (named > 0 && named != source.features) ||
      (layout == 1 && source.features == 0) || !names.empty() ||
      labels.size() != rows.label_names.size() || labels.size() > RowStream::kMaxLabels)
    throw CacheDamage("has an inconsistent end");
  return rows;
}

std::optional<std::string> read_end(const OwnFile& file, Trailer& trailer) {
  const std::uint64_t size = file.size();
  if (!file.read(&trailer, sizeof(trailer), size - sizeof(trailer)) ||
      trailer.magic != row_cache::kMagic || trailer.names_at < sizeof(FileHeader) ||
      trailer.names_at > size || trailer.names_bytes != size - sizeof(trailer) - trailer.names_at)
    return std::nullopt;
  std::string names(trailer.names_bytes, '\0');
  if (!file.read(names.data(), names.size(), trailer.names_at) ||
      row_cache::checksum(names) != trailer.names_checksum)
    return std::nullopt;
  return names;
}

}  // namespace

std::optional<CachedRows> open_row_cache(const std::filesystem::path& path, const CacheKey& key,
                                         const VectorOptions& options, std::string& why) {
  auto file = OwnFile::open(path, why);
  if (!file) return std::nullopt;
  FileHeader header;
  Trailer trailer;
  if (file->size() < sizeof(header) + sizeof(trailer) || !file->read(&header, sizeof(header), 0) ||
      header.magic != row_cache::kMagic || header.version != row_cache::kVersion) {
    why = "is not a cache of this version";
    return std::nullopt;
  }
  if (header.key != key) {
    why = "was made from another version of the file or with other options";
    return std::nullopt;
  }
  const auto names = read_end(*file, trailer);
  if (!names) {
    why = "is damaged at its end";
    return std::nullopt;
  }
  try {
    CachedRows rows = read_names(*names, options);
    const auto blocks = std::make_shared<BlockReader>(
        BlockReader{.file = std::move(*file),
                    .at = sizeof(header),
                    .end = trailer.names_at,
                    .shape = {.layout = rows.source.layout,
                              .features = rows.source.features,
                              .labels = rows.label_names.size(),
                              .missing = options.missing == MissingValues::kMean}});
    rows.source.blocks = std::make_unique<ParallelBlocks>(
        [blocks](std::string& chunk) { return blocks->next(chunk); },
        [shape = blocks->shape](std::string_view bytes, RowBlock& block) {
          parse_block(bytes, shape, block);
        },
        options.threads);
    return rows;
  } catch (const CacheDamage& damage) {
    why = damage.what();
    return std::nullopt;
  }
}

}  // namespace querent
