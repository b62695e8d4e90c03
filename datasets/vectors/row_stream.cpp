// SPDX-License-Identifier: Apache-2.0
#include <querent/datasets/vectors/row_stream.hpp>

#include <algorithm>
#include <optional>
#include <stdexcept>
#include <unordered_map>

#include <fmt/format.h>

#include <querent/datasets/inside.hpp>
#include <querent/datasets/vectors/cache/row_cache.hpp>
#include <querent/datasets/vectors/format.hpp>

namespace querent {

struct RowStream::Impl {
  std::string name;
  bool lenient = false, drop_missing = false;
  RowSource source;
  RowBlock* block = nullptr;
  std::size_t row = 0;           // next row of the block to return
  std::size_t bad_row = 0;       // first bad row of the block not yet reported
  std::uint64_t first_line = 0;  // lines before the block
  std::vector<std::string> label_names;
  std::unordered_map<std::string, std::uint32_t> label_ids;
  std::vector<std::uint32_t> global_label;  // stream's index of each label of the block
  VectorReport report;

  std::filesystem::path path;  // path of a source with a cache
  VectorOptions options;
  bool from_cache = false;
  std::uint32_t labels_out = 0;  // one more than the largest label returned
  std::optional<RowCacheWriter> cache_writer;

  bool next_block() {
    if (block != nullptr) first_line += block->lines;
    try {
      block = source.blocks->next();
    } catch (const CacheDamage& damage) {
      return restart_without_cache(damage.what());
    }
    row = bad_row = 0;
    if (block == nullptr) {
      finish_cache();
      return false;
    }
    report.counts += block->counts;
    report.lines = first_line + block->lines;
    if (!from_cache) {
      rename_labels();
      if (!block->bad_rows.empty()) cache_writer.reset();
      if (cache_writer) cache_writer->add(*block, source.layout);
    }
    return true;
  }

  void finish_cache() {
    if (!cache_writer) return;
    try {
      cache_writer->commit(source, label_names);
    } catch (const IoError& error) {
      report.notes.push_back(fmt::format("the rows are not cached: {}", error.what()));
    }
    cache_writer.reset();
  }

  // Reads the file itself up to the row after the last one returned. Throws IoError if the returned
  // rows cannot be those of the file.
  bool restart_without_cache(std::string_view why) {
    const std::uint64_t rows_done = report.rows, features = report.features;
    const std::uint32_t labels = labels_out;
    const RowLayout layout = source.layout;
    const std::vector<std::string> names = std::move(label_names);
    std::error_code ignored;
    std::filesystem::remove(options.cache, ignored);
    const std::string note =
        fmt::format("the cache {} {}: it was removed, and the rows are read from the file",
                    options.cache.string(), why);
    const auto refuse = [cache = options.cache.string()](const std::string& file) {
      throw IoError(fmt::format(
          "{}: the cache {} held other rows than the file and was removed — repeat the command",
          file, cache));
    };
    VectorOptions plain = options;
    plain.cache.clear();
    RowStream fresh = RowStream::open(path, plain);
    *this = std::move(*fresh.impl_);
    report.notes.push_back(note);
    LabelledRow skipped;
    while (report.rows < rows_done) {
      if (!next(skipped)) refuse(name);
    }
    const bool same =  // the caller may have asked for the layout before the first row
        source.layout == layout &&
        (rows_done == 0 || layout == RowLayout::kSparse || report.features == features);
    if (!same || labels > label_names.size() ||
        !std::equal(names.begin(), names.begin() + labels, label_names.begin()))
      refuse(name);
    report.features = std::max(report.features, rows_done == 0 ? 0 : features);
    return block != nullptr && row < block->rows.size() ? true : next_block();
  }

  // Maps the block's label indices to the stream's. Blocks are mapped in order, whichever thread
  // parsed them.
  void rename_labels() {
    global_label.clear();
    for (const std::string& label : block->label_names) {
      const auto [found, added] =
          label_ids.try_emplace(label, static_cast<std::uint32_t>(label_names.size()));
      if (added) {
        if (label_names.size() == kMaxLabels) {
          throw LimitError(fmt::format(
              "{}: more than {} different labels — if they are measurements and not classes, name "
              "another label column",
              name, kMaxLabels));
        }
        label_names.push_back(label);
      }
      global_label.push_back(found->second);
    }
    for (std::uint32_t& label : block->labels) label = global_label[label];
  }

  void report_bad_rows() {
    ErrorList errors;
    for (; bad_row < block->bad_rows.size(); ++bad_row) {
      const FieldError& bad = block->bad_rows[bad_row];
      const Place place{name, first_line + bad.line, bad.column};
      if (lenient || (drop_missing && bad.missing)) {
        ++report.dropped_rows;
        if (report.first_dropped.size() < ErrorList::kShown) {
          report.first_dropped.push_back(fmt::format("{}: {}", to_string(place), bad.message));
        }
      } else if (!bad.reported) {
        errors.add(place, bad.message);
      }
    }
    errors.throw_if_any();
  }

  bool next(LabelledRow& out) {
    for (;;) {
      if (block != nullptr && row < block->rows.size()) break;
      if (block != nullptr) report_bad_rows();
      if (!next_block()) return false;
    }
    const RowEnd end = block->rows[row];
    if (bad_row < block->bad_rows.size() && block->bad_rows[bad_row].line < end.line)
      report_bad_rows();
    const RowEnd begin = row == 0 ? RowEnd{} : block->rows[row - 1];
    ++row;
    const std::size_t entries = end.entries - begin.entries;
    const bool sparse = source.layout == RowLayout::kSparse;
    out.index = {};  // a dense block from a cache has no indices
    if (sparse) out.index = {block->index.data() + begin.entries, entries};
    out.value = {block->value.data() + begin.entries, entries};
    out.labels = {block->labels.data() + begin.labels, end.labels - begin.labels};
    out.line = first_line + end.line;
    count(out);
    return true;
  }

  void start_report(const VectorFormat& format) {
    report.format = format.name;
    report.features = source.features;
    report.index_base = source.index_base;
    report.notes = source.notes;
  }

  void count(const LabelledRow& out) {
    ++report.rows;
    report.unlabelled_rows += out.labels.empty();
    report.multilabel_rows += out.labels.size() > 1;
    report.zero_rows += std::ranges::all_of(out.value, [](double v) { return v == 0; });
    for (const std::uint32_t label : out.labels) labels_out = std::max(labels_out, label + 1);
    if (!out.index.empty())
      report.features = std::max(report.features, std::uint64_t{out.index.back()} + 1);
  }
};

RowStream::RowStream(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
RowStream::RowStream(RowStream&&) noexcept = default;
RowStream& RowStream::operator=(RowStream&&) noexcept = default;
RowStream::~RowStream() = default;

RowStream RowStream::open(const std::filesystem::path& path, const VectorOptions& options) {
  if (options.cache.empty() || inside_program(path)) return open(Input::open(path), options);
  Input input = Input::open(path);
  VectorOptions plain = options;
  plain.cache.clear();
  const VectorFormat& format = resolve_format(input, options);
  const CacheKey key = cache_key(path, format, options);
  std::string why;
  if (auto cached = open_row_cache(options.cache, key, options, why)) {
    auto impl = std::make_unique<Impl>();
    impl->name = input.name();
    impl->source = std::move(cached->source);
    impl->label_names = std::move(cached->label_names);
    impl->from_cache = true;
    impl->start_report(format);
    impl->report.notes.push_back(
        fmt::format("rows were read from the cache {}", options.cache.string()));
    impl->path = path;
    impl->options = options;
    return RowStream(std::move(impl));
  }
  RowStream stream = open(std::move(input), plain);
  if (!why.empty()) {
    stream.impl_->report.notes.push_back(
        fmt::format("the cache {} {}: it is rebuilt", options.cache.string(), why));
  }
  stream.impl_->cache_writer.emplace(options.cache, key);
  return stream;
}

RowStream RowStream::open(Input input, const VectorOptions& options) {
  if (!options.cache.empty()) {
    throw std::invalid_argument(fmt::format("{}: a cache needs a file", input.name()));
  }
  auto impl = std::make_unique<Impl>();
  impl->name = input.name();
  impl->lenient = options.lenient;
  impl->drop_missing = options.missing == MissingValues::kDrop;
  const VectorFormat& format = resolve_format(input, options);
  impl->source = open_rows(std::move(input), format, options);
  impl->start_report(format);
  return RowStream(std::move(impl));
}

bool RowStream::next(LabelledRow& row) {
  return impl_->next(row);
}
const std::string& RowStream::name() const {
  return impl_->name;
}
RowLayout RowStream::layout() const {
  return impl_->source.layout;
}
const std::vector<std::string>& RowStream::label_names() const {
  return impl_->label_names;
}
const std::vector<std::string>& RowStream::feature_names() const {
  return impl_->source.feature_names;
}
std::span<const TextFeature> RowStream::text_features() const {
  if (!impl_->source.text_features) return {};
  return *impl_->source.text_features;
}
const VectorReport& RowStream::report() const {
  return impl_->report;
}

}  // namespace querent
