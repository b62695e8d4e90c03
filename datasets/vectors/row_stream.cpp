// SPDX-License-Identifier: Apache-2.0
#include <querent/datasets/vectors/row_stream.hpp>

#include <algorithm>
#include <stdexcept>
#include <unordered_map>

#include <fmt/format.h>

#include <querent/datasets/vectors/formats.hpp>

namespace querent {

struct RowStream::Impl {
  std::string name;
  bool lenient = false;
  RowSource source;
  RowBlock* block = nullptr;
  std::size_t row = 0;           // of the block, next to be handed out
  std::size_t bad_row = 0;       // of the block, first not yet reported
  std::uint64_t first_line = 0;  // lines before the block
  std::vector<std::string> label_names;
  std::unordered_map<std::string, std::uint32_t> label_ids;
  std::vector<std::uint32_t> global_label;  // of the block's labels
  VectorReport report;

  bool next_block() {
    if (block != nullptr) first_line += block->lines;
    block = source.blocks->next();
    row = bad_row = 0;
    if (block == nullptr) return false;
    report.counts += block->counts;
    report.lines = first_line + block->lines;
    rename_labels();
    return true;
  }

  // The block's own label numbers become the stream's. In the order of the blocks, so whoever
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
      const BadRow& bad = block->bad_rows[bad_row];
      const Place place{name, first_line + bad.line, bad.column};
      if (lenient) {
        ++report.dropped_rows;
        if (report.first_dropped.size() < ErrorList::kShown) {
          report.first_dropped.push_back(fmt::format("{}: {}", to_string(place), bad.message));
        }
      } else {
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
    out.index = {block->index.data() + begin.entries, sparse ? entries : 0};
    out.value = {block->value.data() + begin.entries, entries};
    out.labels = {block->labels.data() + begin.labels, end.labels - begin.labels};
    out.line = first_line + end.line;
    count(out);
    return true;
  }

  void count(const LabelledRow& out) {
    ++report.rows;
    report.unlabelled_rows += out.labels.empty();
    report.multilabel_rows += out.labels.size() > 1;
    report.zero_rows +=
        std::all_of(out.value.begin(), out.value.end(), [](double v) { return v == 0; });
    if (!out.index.empty())
      report.features = std::max(report.features, std::uint64_t{out.index.back()} + 1);
  }
};

RowStream::RowStream(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
RowStream::RowStream(RowStream&&) noexcept = default;
RowStream& RowStream::operator=(RowStream&&) noexcept = default;
RowStream::~RowStream() = default;

RowStream RowStream::open(const std::filesystem::path& path, const VectorOptions& options) {
  return open(Input::open(path), options);
}

RowStream RowStream::open(Input input, const VectorOptions& options) {
  auto impl = std::make_unique<Impl>();
  impl->name = input.name();
  impl->lenient = options.lenient;
  const VectorFormat format = resolve_format(input, options);
  impl->source = open_rows(std::move(input), format, options);
  impl->report.format = to_string(format);
  impl->report.features = impl->source.features;
  impl->report.notes = impl->source.notes;
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
const VectorReport& RowStream::report() const {
  return impl_->report;
}

}  // namespace querent
