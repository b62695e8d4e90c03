// SPDX-License-Identifier: Apache-2.0
#include <cerrno>
#include <chrono>
#include <cstring>
#include <fstream>
#include <thread>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <querent/datasets/platform/file.hpp>
#include <querent/datasets/vectors/cache/row_cache_format.hpp>
#include <querent/datasets/write_whole.hpp>

namespace querent {

namespace {

template <class T>
void append_array(std::string& out, const std::vector<T>& array, std::size_t count) {
  out.append(reinterpret_cast<const char*>(array.data()), count * sizeof(T));
}

void append_texts(std::string& out, const std::vector<std::string>& texts) {
  out += row_cache::bytes_of(std::uint64_t{texts.size()});
  for (const auto& text : texts) {
    out += row_cache::bytes_of(std::uint64_t{text.size()});
    out += text;
  }
}

// Size and time of the last change.
// Waits for the end of the clock's current tick, so that a later change has a later time.
std::pair<std::uint64_t, std::uint64_t> settled(const std::filesystem::path& source) {
  using namespace std::chrono;
  constexpr auto kTick = milliseconds(20);
  const auto status = platform::status_of(source, true);
  if (!status) {
    throw IoError(fmt::format("{}: cannot be opened: {}", source.string(), std::strerror(errno)));
  }
  const nanoseconds changed(status->changed);
  const auto age = system_clock::now().time_since_epoch() - changed;
  if (age >= nanoseconds(0) && age < kTick) std::this_thread::sleep_for(kTick);
  return {status->size, status->changed};
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
  return {.size = size,
          .changed = changed,
          .head = row_cache::checksum(head),
          .options = row_cache::checksum(asked)};
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
    : impl_(std::make_unique<Impl>(Impl{WholeFile(path, Links::kPrivate)})) {
  impl_->write(row_cache::bytes_of(row_cache::FileHeader{.key = key}));
}
RowCacheWriter::RowCacheWriter(RowCacheWriter&&) noexcept = default;
RowCacheWriter& RowCacheWriter::operator=(RowCacheWriter&&) noexcept = default;
RowCacheWriter::~RowCacheWriter() = default;

void RowCacheWriter::add(const RowBlock& block, RowLayout layout) {
  const std::size_t entries = block.entries();
  row_cache::BlockHeader header{.rows = block.rows.size(),
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
  header.checksum = row_cache::block_checksum(header, bytes);
  impl_->write(row_cache::bytes_of(header));
  impl_->write(bytes);
}

void RowCacheWriter::commit(const RowSource& source, const std::vector<std::string>& label_names) {
  using row_cache::bytes_of;
  std::string names;
  names += bytes_of(std::uint64_t{source.layout == RowLayout::kDense ? 1u : 0u});
  names += bytes_of(source.features);
  names += bytes_of(static_cast<std::uint64_t>(source.index_base + 1));
  append_texts(names, label_names);
  append_texts(names, source.feature_names);
  append_texts(names, source.notes);
  const row_cache::Trailer trailer{.names_at = impl_->written,
                                   .names_bytes = names.size(),
                                   .names_checksum = row_cache::checksum(names)};
  impl_->write(names);
  impl_->write(bytes_of(trailer));
  impl_->file.commit();
}

}  // namespace querent
