// SPDX-License-Identifier: Apache-2.0
// Rows from NumPy arrays: a .npy file with an array of rows × features and its labels in a second
// file, or a .npz archive with both. Further dimensions (images) count as features.
#include <cmath>
#include <filesystem>
#include <limits>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <querent/datasets/archive.hpp>
#include <querent/datasets/input.hpp>
#include <querent/datasets/vectors/formats.hpp>
#include <querent/datasets/vectors/npy.hpp>
#include <querent/datasets/vectors/row_block.hpp>
#include <querent/datasets/vectors/sequential_blocks.hpp>

namespace querent {

namespace {

// A .npy file in memory.
struct NpyFile {
  explicit NpyFile(Input input) : bytes(input.read_all()), array(bytes, input.name()) {}
  explicit NpyFile(UnpackedFile file) : bytes(std::move(file.bytes)), array(bytes, file.name) {}
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
    width_ = num_rows_ == 0 ? 0 : header.count / num_rows_;
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
        throw FieldError{
            i + 1, j + 1,
            fmt::format("expected a finite number, found {} — lenient=true drops such rows",
                        value)};
      add(static_cast<std::uint32_t>(j), value);
    }
    const std::string label = labels_ ? labels_->array.label(i) : "";
    if (!label.empty()) add_label(label);
    return true;
  }
  std::uint64_t lines_read() const override { return row_; }

  std::unique_ptr<NpyFile> rows_, labels_;
  std::uint64_t num_rows_ = 0, width_ = 0, row_stride_ = 0, column_stride_ = 0, row_ = 0;
};

std::string shape_of(const NpyHeader& header) {
  return fmt::format("({})", fmt::join(header.shape, ", "));
}

RowSource source_of(std::unique_ptr<NpyFile> rows, std::unique_ptr<NpyFile> labels) {
  const NpyHeader& header = rows->array.header();
  const Place place = rows->array.place_of(0);
  if (header.shape.size() < 2 || (header.shape.size() > 2 && header.fortran_order)) {
    throw DataError(place, fmt::format("expected an array of rows × features, found the shape {} — "
                                       "save array.reshape(len(array), -1)",
                                       shape_of(header)));
  }
  if (header.kind == 'S' || header.kind == 'U')
    throw DataError(
        place, "expected an array of numbers, found text — save only the numbers, and text as CSV");
  const std::uint64_t width = header.shape[0] == 0 ? 0 : header.count / header.shape[0];
  if (header.shape[0] > 0 && (width == 0 || width > std::numeric_limits<std::uint32_t>::max())) {
    throw DataError(place, fmt::format("expected rows of at least one and less than 2^32 features, "
                                       "found the shape {} — save the rows again",
                                       shape_of(header)));
  }
  RowSource source;
  source.layout = RowLayout::kDense;
  if (labels) {
    const NpyHeader& label_header = labels->array.header();
    if (label_header.count != header.shape[0] || label_header.shape.empty() ||
        label_header.shape[0] != label_header.count) {
      throw DataError(
          labels->array.place_of(0),
          fmt::format("expected {} labels for the rows of {}, found the shape {} — name "
                      "the labels of these rows",
                      header.shape[0], rows->array.name(), shape_of(label_header)));
    }
    source.notes.push_back(fmt::format("labels were read from {}", labels->array.name()));
  }
  source.features = width;
  source.blocks = std::make_unique<NpyBlocks>(std::move(rows), std::move(labels));
  return source;
}

// Finds the first existing file among the names, in their order.
std::unique_ptr<NpyFile> take(std::vector<UnpackedFile>& files,
                              const std::vector<std::string_view>& names) {
  for (const std::string_view name : names) {
    for (auto& file : files) {
      if (file.path == fmt::format("{}.npy", name))
        return std::make_unique<NpyFile>(std::move(file));
    }
  }
  return nullptr;
}

// options.labels is the .npy file with one label per row; "": the rows are unlabelled, with a note.
RowSource open_npy(Input input, const VectorOptions& options) {
  auto rows = std::make_unique<NpyFile>(std::move(input));
  if (!options.labels.empty())
    return source_of(std::move(rows), std::make_unique<NpyFile>(Input::open(options.labels)));
  RowSource source = source_of(std::move(rows), nullptr);
  source.notes.push_back("the array has no labels beside it: its rows are unlabelled");
  return source;
}

// The labels are in the file options.labels, or in the array y, Y, y_train, Y_train or labels.
RowSource open_npz(Input input, const VectorOptions& options) {
  const std::string name = input.name();
  std::vector<UnpackedFile> files =
      unpack(input, [](std::string_view path) { return path.ends_with(".npy"); });
  const std::string found = array_names(files);
  auto rows = take(files, {"X", "x", "X_train", "x_train", "features"});
  if (!rows) {
    throw DataError({fmt::format("{}:byte 1", name)},
                    fmt::format("expected an array X, x, X_train, x_train or features, "
                                "found {} — save the rows as X and their labels as y; "
                                "write a sparse matrix as svmlight",
                                found));
  }
  auto label_array = options.labels.empty()
                         ? take(files, {"y", "Y", "y_train", "Y_train", "labels"})
                         : std::make_unique<NpyFile>(Input::open(options.labels));
  const bool labelled = label_array != nullptr;
  RowSource source = source_of(std::move(rows), std::move(label_array));
  if (!labelled)
    source.notes.push_back("no array y, y_train or labels was found: the rows are unlabelled");
  return source;
}

}  // namespace

VectorFormat row_formats::npy() {
  return {.name = ".npy",
          .recognises = [](std::string_view head) { return head.starts_with("\x93NUMPY"); },
          .open = open_npy,
          .options = VectorFormat::kLabels,
          .shape = [](std::string_view head,
                      const std::string& name) { return parse_npy_header(head, name).shape; }};
}

VectorFormat row_formats::npz() {
  return {.name = ".npz",
          .recognises = [](std::string_view head) { return head.starts_with("PK\x03\x04"); },
          .open = open_npz,
          .options = VectorFormat::kLabels,
          .or_else = VectorFormat::OrElse::kGraph};
}

}  // namespace querent
