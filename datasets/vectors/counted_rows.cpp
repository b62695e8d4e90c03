// SPDX-License-Identifier: Apache-2.0
// Rows of numbers after two counts, the format of CBCL's face images (svm.train.normgrey):
//
//   6977            rows
//   361             features
//   0.2 … 0.7 1     the features of a row, and its label at the end
#include <querent/datasets/vectors/formats.hpp>

#include <algorithm>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include <querent/datasets/text/fields.hpp>
#include <querent/datasets/text/number.hpp>
#include <querent/datasets/vectors/parse_field.hpp>
#include <querent/datasets/vectors/sequential_blocks.hpp>

namespace querent {

namespace {

constexpr std::string_view kBlanks = " \t";

// A line with one positive integer.
std::optional<std::uint64_t> count_of(std::string_view line) {
  const auto count = number_in<std::uint64_t>(trimmed(line));
  return count && *count > 0 ? count : std::nullopt;
}

// Removes and returns the next field of `rest`; empty at the end.
std::string_view next_field(std::string_view& rest) {
  rest.remove_prefix(std::min(rest.find_first_not_of(kBlanks), rest.size()));
  const std::string_view field = rest.substr(0, rest.find_first_of(kBlanks));
  rest.remove_prefix(field.size());
  return field;
}

class CountedRows final : public SequentialBlocks {
 public:
  CountedRows(Input input, RowSource& source) : input_(std::move(input)), lines_(input_) {
    rows_ = header("the number of rows");
    features_ = header("the number of features");
    if (features_ > kMaxColumns)
      throw DataError(
          lines_.place_of_line(),
          fmt::format("expected at most {} features, found {} — write the rows as svmlight",
                      kMaxColumns, features_));
    source.features = features_;
  }

 private:
  std::uint64_t header(std::string_view what) {
    std::string_view line;
    const auto count = lines_.next(line) ? count_of(line) : std::nullopt;
    if (!count)
      throw DataError(
          {input_.name(), std::max<std::uint64_t>(lines_.line_number(), 1), 1},
          fmt::format(
              "expected {}, a whole number, found {} — the first two lines count rows and features",
              what, in_quotes(trimmed(line))));
    return *count;
  }

  bool read_row() override {
    std::string_view line;
    if (!lines_.next(line)) {
      if (read_ < rows_)
        throw DataError(
            {input_.name(), lines_.line_number() + 1, 1},
            fmt::format("expected {} rows, as stated in line 1, found {} — get the file again",
                        rows_, read_));
      return false;
    }
    check_text(line, lines_.line_number());
    if (trimmed(line).empty() && read_ == rows_)
      return read_row();  // blank lines after the last row
    if (++read_ > rows_)
      fail(
          line, line,
          fmt::format("expected {} rows, as stated in line 1, found more — correct line 1", rows_));
    std::string_view rest = line;
    for (std::uint32_t j = 0; j < features_; ++j) {
      const std::string_view field = next_field(rest);
      if (field.empty()) refuse_width(line, rest, j);
      add(j, parse_feature(field, counts(),
                           [&](std::string message) { fail(line, field, std::move(message)); }));
    }
    const std::string_view label = next_field(rest);
    if (label.empty()) refuse_width(line, rest, features_);
    const Scanned number = scan_short_number(label);
    if (number.kind != Scanned::kNumber)
      fail(line, label,
           fmt::format("expected a label, a number, found {} — it is the last of the row",
                       in_quotes(label)));
    add_label(canonical_number(number.value));
    if (const std::string_view more = next_field(rest); !more.empty())
      fail(line, more,
           fmt::format("expected {} features and a label, found {} after them — correct line 2",
                       features_, in_quotes(more)));
    return true;
  }

  [[noreturn]] void fail(std::string_view line, std::string_view at, std::string message) const {
    throw FieldError{lines_.line_number(), static_cast<std::uint64_t>(at.data() - line.data()) + 1,
                     std::move(message)};
  }
  [[noreturn]] void refuse_width(std::string_view line, std::string_view rest,
                                 std::uint64_t found) const {
    fail(line, rest,
         fmt::format("expected {} features, as stated in line 2, and a label, found {} numbers — "
                     "correct the row",
                     features_, found));
  }

  std::uint64_t lines_read() const override { return lines_.line_number(); }

  Input input_;
  LineReader lines_;
  std::uint64_t rows_ = 0, features_ = 0, read_ = 0;
};

// True for two counts followed by a row of as many numbers as the second count, plus one.
bool looks_counted(std::string_view head) {
  head = without_byte_order_mark(head);
  const auto next = [&] {
    const std::string_view line = head.substr(0, head.find_first_of("\r\n"));
    head.remove_prefix(line.size());
    head.remove_prefix(head.starts_with("\r\n") ? 2 : std::min<std::size_t>(1, head.size()));
    return line;
  };
  const auto rows = count_of(next()), features = count_of(next());
  if (!rows || !features || *features > kMaxColumns) return false;
  const bool whole = head.find_first_of("\r\n") != head.npos;
  std::string_view row = next();
  std::uint64_t fields = 0;
  while (!next_field(row).empty()) ++fields;
  return fields > 1 && (whole ? fields == *features + 1 : fields <= *features + 1);
}

RowSource open_counted(Input input, const VectorOptions&) {
  RowSource source;
  source.layout = RowLayout::kDense;
  source.blocks = std::make_unique<CountedRows>(std::move(input), source);
  return source;
}

}  // namespace

VectorFormat row_formats::counted_rows() {
  return {.name = "counted rows", .recognises = looks_counted, .open = open_counted};
}

}  // namespace querent
