// SPDX-License-Identifier: Apache-2.0
#include <querent/datasets/vectors/npy_rows.hpp>

#include <cmath>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include <fmt/format.h>

#include <querent/datasets/vectors/npy.hpp>
#include <querent/datasets/vectors/sequential_blocks.hpp>

namespace querent {

namespace {

// A .npy file in memory.
struct NpyFile {
  explicit NpyFile(Input input) : bytes(input.read_all()), array(bytes, input.name()) {}
  NpyFile(const NpyFile&) = delete;
  NpyFile& operator=(const NpyFile&) = delete;

  std::string bytes;
  NpyArray array;
};

class NpyBlocks final : public SequentialBlocks {
 public:
  NpyBlocks(std::unique_ptr<NpyFile> rows, std::unique_ptr<NpyFile> labels)
      : rows_(std::move(rows)), labels_(std::move(labels)) {
    const NpyHeader& header = rows_->array.header();
    num_rows_ = header.shape[0];
    width_ = header.shape[1];
    row_stride_ = header.fortran_order ? 1 : width_;
    column_stride_ = header.fortran_order ? num_rows_ : 1;
  }

 private:
  bool read_row() override {
    if (row_ == num_rows_) return false;
    const std::uint64_t i = row_++;
    for (std::uint64_t j = 0; j < width_; ++j) {
      const double value = rows_->array.number(i * row_stride_ + j * column_stride_);
      if (!std::isfinite(value))
        throw FieldError{i + 1, j + 1, fmt::format("expected a finite number, found {}", value)};
      add(static_cast<std::uint32_t>(j), value);
    }
    if (labels_) add_label(label(i));
    return true;
  }
  std::uint64_t lines_read() const override { return row_; }

  std::string label(std::uint64_t i) const {
    const NpyArray& labels = labels_->array;
    return labels.header().kind == 'f' ? canonical_number(labels.number(i)) : labels.text(i);
  }

  std::unique_ptr<NpyFile> rows_, labels_;
  std::uint64_t num_rows_ = 0, width_ = 0, row_stride_ = 0, column_stride_ = 0, row_ = 0;
};

std::string shape_of(const NpyHeader& header) {
  return fmt::format("({})", fmt::join(header.shape, ", "));
}

}  // namespace

RowSource open_npy(Input input, const std::filesystem::path& labels) {
  RowSource source;
  source.layout = RowLayout::kDense;
  auto rows = std::make_unique<NpyFile>(std::move(input));
  const NpyHeader& header = rows->array.header();
  const Place place{rows->array.name()};
  if (header.shape.size() != 2) {
    throw DataError(place, fmt::format("expected an array of rows × features, found the shape {}",
                                       shape_of(header)));
  }
  if (header.kind == 'S' || header.kind == 'U')
    throw DataError(place, "expected an array of numbers, found text");
  if (header.shape[1] > std::numeric_limits<std::uint32_t>::max()) {
    throw DataError(place, fmt::format("expected less than 2^32 features, found the shape {}",
                                       shape_of(header)));
  }
  std::unique_ptr<NpyFile> label_file;
  if (labels.empty()) {
    source.notes.push_back("the array has no labels beside it: its rows are unlabelled");
  } else {
    label_file = std::make_unique<NpyFile>(Input::open(labels));
    const NpyHeader& label_header = label_file->array.header();
    if (label_header.count != header.shape[0] || label_header.shape.empty() ||
        label_header.shape[0] != label_header.count) {
      throw DataError({label_file->array.name()},
                      fmt::format("expected {} labels for the rows of {}, found the shape {}",
                                  header.shape[0], place.source, shape_of(label_header)));
    }
    source.notes.push_back(fmt::format("labels are from {}", labels.string()));
  }
  source.features = header.shape[1];
  source.blocks = std::make_unique<NpyBlocks>(std::move(rows), std::move(label_file));
  return source;
}

}  // namespace querent
