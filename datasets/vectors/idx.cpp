// SPDX-License-Identifier: Apache-2.0
// The IDX format of the MNIST and USPS digits: two zero bytes, the number type, the number of
// dimensions, each dimension in 4 bytes, then the numbers; all big-endian. An array of two or more
// dimensions holds rows (images), a one-dimensional array holds labels.
#include <array>
#include <bit>
#include <cmath>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <querent/datasets/input.hpp>
#include <querent/datasets/vectors/byte_place.hpp>
#include <querent/datasets/vectors/cache/byte_reader.hpp>
#include <querent/datasets/vectors/formats.hpp>
#include <querent/datasets/vectors/row_block.hpp>
#include <querent/datasets/vectors/sequential_blocks.hpp>

namespace querent {

namespace {

// Bytes of a number of IDX type `type`; 0 for an unknown type.
std::size_t item_size(unsigned type) {
  switch (type) {
    case 0x08:
    case 0x09:
      return 1;  // unsigned, signed
    case 0x0b:
      return 2;  // signed
    case 0x0c:
    case 0x0d:
      return 4;  // signed, float
    case 0x0e:
      return 8;  // double
    default:
      return 0;
  }
}

constexpr std::uint64_t kMaxRow = std::uint64_t{1} << 22;  // an image of 2048 × 2048

// Reads the numbers of an open IDX file in order.
class IdxReader {
 public:
  explicit IdxReader(Input input) : bytes_(std::move(input)) {
    std::array<char, 4> magic{};
    if (!bytes_.read(magic))
      fail(
          "expected the four bytes of an IDX header, found the end of the file — get the file "
          "again");
    type_ = static_cast<unsigned char>(magic[2]);
    dimensions_ = static_cast<unsigned char>(magic[3]);
    if (magic[0] != 0 || magic[1] != 0)
      fail(
          "expected an IDX file (0, 0 first), found other bytes — name the file of the labels or "
          "rows");
    if (item_size(type_) == 0)
      fail(fmt::format("expected an IDX type (8, 9, 11 … 14), found {} — get the file again",
                       type_));
    if (dimensions_ == 0) fail("expected at least one dimension, found none — get the file again");
    rows_ = dimension();
    for (unsigned i = 1; i < dimensions_; ++i) {
      const std::uint64_t size = dimension();
      if (size == 0 && rows_ > 0) {
        fail(
            fmt::format("expected rows of at least one number, found {} empty rows — get the "
                        "file again",
                        rows_));
      }
      if (size > 0 && row_size_ > kMaxRow / size) {
        throw LimitError(
            fmt::format("{}: rows of more than {} numbers — use smaller images", name(), kMaxRow));
      }
      row_size_ *= size;
    }
  }

  const std::string& name() const { return bytes_.name(); }
  unsigned dimensions() const { return dimensions_; }
  std::uint64_t rows() const { return rows_; }
  std::uint64_t row_size() const { return row_size_; }

  double number() {
    std::array<char, 8> raw{};
    const std::size_t size = item_size(type_);
    if (!bytes_.read({raw.data(), size})) {
      throw DataError(
          {name()},
          fmt::format("truncated at byte {}: expected {} × {} numbers — get the file again",
                      bytes_.offset(), rows_, row_size_));
    }
    std::uint64_t bits = 0;
    for (std::size_t i = 0; i < size; ++i) bits = bits << 8 | static_cast<unsigned char>(raw[i]);
    switch (type_) {
      case 0x08:
        return static_cast<double>(bits);
      case 0x09:
        return static_cast<std::int8_t>(bits);
      case 0x0b:
        return static_cast<std::int16_t>(bits);
      case 0x0c:
        return static_cast<std::int32_t>(bits);
      case 0x0d:
        return static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(bits)));
      default:
        return std::bit_cast<double>(bits);
    }
  }

  void expect_end() {
    if (!bytes_.at_end())
      fail(fmt::format("expected the end of {} × {} numbers, found more bytes — get the file again",
                       rows_, row_size_));
  }

  [[noreturn]] void fail(const std::string& message) const {
    throw DataError(byte_place(name(), bytes_.offset()), message);
  }

 private:
  std::uint64_t dimension() {
    std::array<char, 4> raw{};
    if (!bytes_.read(raw))
      fail(fmt::format(
          "expected the sizes of {} dimensions, found the end of the file — get the file again",
          dimensions_));
    std::uint64_t size = 0;
    for (const char byte : raw) size = size << 8 | static_cast<unsigned char>(byte);
    return size;
  }

  ByteReader bytes_;
  unsigned type_ = 0, dimensions_ = 0;
  std::uint64_t rows_ = 0, row_size_ = 1;
};

class IdxBlocks final : public SequentialBlocks {
 public:
  IdxBlocks(IdxReader rows, std::optional<IdxReader> labels)
      : rows_(std::move(rows)), labels_(std::move(labels)) {}

 private:
  bool read_row() override {
    if (row_ == rows_.rows()) {
      rows_.expect_end();
      if (labels_) labels_->expect_end();
      return false;
    }
    ++row_;
    std::optional<FieldError> bad;
    for (std::uint64_t j = 0; j < rows_.row_size(); ++j) {
      const double value = rows_.number();
      if (!std::isfinite(value) && !bad)
        bad = FieldError{
            row_, j + 1,
            fmt::format("expected a finite number, found {} — lenient=true drops such rows",
                        value)};
      add(static_cast<std::uint32_t>(j), value);
    }
    if (labels_) add_label(canonical_number(labels_->number()));
    if (bad) throw FieldError(*bad);
    return true;
  }
  std::uint64_t lines_read() const override { return row_; }

  IdxReader rows_;
  std::optional<IdxReader> labels_;
  std::uint64_t row_ = 0;
};

// train-images-idx3-ubyte.xz -> train-labels-idx1-ubyte, compressed or not.
std::filesystem::path find_labels(const std::filesystem::path& rows) {
  std::string name = rows.filename().string();
  const auto replace = [&](std::string_view from, std::string_view to) {
    if (const auto at = name.find(from); at != name.npos) name.replace(at, from.size(), to);
  };
  if (name.find("images") == name.npos) return {};
  replace("images", "labels");
  replace("idx3", "idx1");
  const std::array<std::string_view, 4> suffixes = {".gz", ".xz", ".bz2", ".zst"};
  std::string plain = name;
  for (const auto suffix : suffixes) {
    if (plain.ends_with(suffix)) plain.resize(plain.size() - suffix.size());
  }
  std::vector<std::string> candidates = {name, plain};
  for (const auto suffix : suffixes) candidates.push_back(plain + std::string(suffix));
  for (const auto& candidate : candidates) {
    std::error_code error;
    const auto path = rows.parent_path() / candidate;
    if (std::filesystem::is_regular_file(path, error)) return path;
  }
  return {};
}

// Whether it begins with the magic number: 0, 0, a type, 1 … 8 dimensions.
bool looks_like_idx(std::string_view head) {
  return head.size() >= 4 && head[0] == 0 && head[1] == 0 &&
         item_size(static_cast<unsigned char>(head[2])) > 0 && head[3] > 0 && head[3] <= 8;
}

// The dimensions, four bytes each, big-endian.
std::vector<std::uint64_t> shape_of(std::string_view head, const std::string&) {
  std::vector<std::uint64_t> sizes;
  const auto dimensions = static_cast<unsigned char>(head[3]);
  for (std::size_t k = 1; k <= dimensions && 4 * k + 4 <= head.size(); ++k) {
    std::uint64_t size = 0;
    for (const char byte : head.substr(4 * k, 4))
      size = size << 8 | static_cast<unsigned char>(byte);
    sizes.push_back(size);
  }
  return sizes;
}

// `labels` is the label file; "" means the file beside the rows with "labels-idx1" instead of
// "images-idx3" in its name, or no labels, with a note.
RowSource open_idx(Input input, const VectorOptions& options) {
  RowSource source;
  source.layout = RowLayout::kDense;
  const std::filesystem::path label_file =
      options.labels.empty() ? find_labels(input.name()) : options.labels;
  IdxReader rows(std::move(input));
  if (rows.dimensions() < 2) {
    throw DataError({fmt::format("{}:byte 4", rows.name())},
                    "expected rows (two or more dimensions), found an array of one dimension — "
                    "these are labels; name the "
                    "file of the rows");
  }
  std::optional<IdxReader> label_reader;
  if (label_file.empty()) {
    source.notes.push_back("no file of labels was found beside the rows: they are unlabelled");
  } else {
    label_reader.emplace(Input::open(label_file));
    source.notes.push_back(fmt::format("labels were read from {}", label_file.string()));
    if (label_reader->dimensions() != 1)
      label_reader->fail(
          "expected labels (one dimension), found an array of more — name the file of the labels");
    if (label_reader->rows() != rows.rows()) {
      throw DataError({fmt::format("{}:byte 5", label_reader->name())},
                      fmt::format("expected {} labels for the rows of {}, found {} — name the file "
                                  "of the labels of these rows",
                                  rows.rows(), rows.name(), label_reader->rows()));
    }
  }
  source.features = rows.row_size();
  source.blocks = std::make_unique<IdxBlocks>(std::move(rows), std::move(label_reader));
  return source;
}

}  // namespace

VectorFormat row_formats::idx() {
  return {.name = "IDX",
          .recognises = looks_like_idx,
          .open = open_idx,
          .options = VectorFormat::kLabels,
          .shape = shape_of};
}

}  // namespace querent
