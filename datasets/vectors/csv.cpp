// SPDX-License-Identifier: Apache-2.0
#include <querent/datasets/vectors/csv.hpp>

#include <algorithm>
#include <array>
#include <optional>

#include <fmt/format.h>

#include <querent/datasets/vectors/sequential_blocks.hpp>

namespace querent {

namespace {

constexpr std::array kSeparators = {',', '\t', ';'};

struct Field {
  std::string_view text;  // without quotes and blanks around
  std::size_t begin = 0;  // of the field in the record
  bool quoted = false;
};

// Takes a record apart. Quoted fields with doubled quotes are put together in `store`.
class Splitter {
 public:
  explicit Splitter(char separator) : separator_(separator) {}

  /// False when a quote is still open at the end of `record`; FieldError (column only) where it is
  /// malformed.
  bool split(std::string_view record, std::vector<Field>& fields) {
    fields.clear();
    store_.clear();
    store_.reserve(record.size());
    std::size_t at = 0;
    for (;;) {
      while (at < record.size() && is_blank(record[at])) ++at;
      Field field{.text = {}, .begin = at};
      if (at < record.size() && record[at] == '"') {
        field.quoted = true;
        const std::size_t kept = store_.size();
        open_quote_ = at;
        for (++at;; ++at) {
          if (at >= record.size()) return false;
          if (record[at] == '"' && (at + 1 >= record.size() || record[at + 1] != '"')) break;
          at += record[at] == '"';
          store_ += record[at];
        }
        field.text = std::string_view(store_).substr(kept);
        ++at;
        while (at < record.size() && is_blank(record[at])) ++at;
        if (at < record.size() && record[at] != separator_) {
          throw FieldError{
              0, at + 1,
              fmt::format(
                  "expected a separator behind the closing quote, found {} — a quote within a "
                  "quoted field is written twice",
                  in_quotes(record.substr(at, 1)))};
        }
      } else {
        const std::size_t end = std::min(record.find(separator_, at), record.size());
        std::string_view text = record.substr(at, end - at);
        if (const std::size_t quote = text.find('"'); quote != text.npos) {
          throw FieldError{0, at + quote + 1,
                           "expected no quote within a field that does not begin with one"};
        }
        while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
        field.text = text;
        at = end;
      }
      fields.push_back(field);
      if (at >= record.size()) return true;
      ++at;
    }
  }

  /// Where the quote stands that split() found open.
  std::size_t open_quote() const { return open_quote_; }

 private:
  bool is_blank(char c) const { return c == ' ' || (c == '\t' && separator_ != '\t'); }

  char separator_;
  std::string store_;
  std::size_t open_quote_ = 0;
};

bool is_number(std::string_view text) {
  return scan_number(text).kind != Scanned::kNotANumber;
}

// Takes the first record that is not empty off the front of `rest`; a line end within quotes does
// not end it.
std::string_view first_record(std::string_view& rest) {
  while (rest.starts_with('\r') || rest.starts_with('\n')) rest.remove_prefix(1);
  bool in_quotes = false;
  std::size_t size = 0;
  for (; size < rest.size() && (in_quotes || (rest[size] != '\n' && rest[size] != '\r')); ++size)
    in_quotes ^= rest[size] == '"';
  const std::string_view record = rest.substr(0, size);
  rest.remove_prefix(size);
  return record;
}

// The separator that stands most often in the first line, outside of quotes.
char find_separator(std::string_view line) {
  std::array<std::ptrdiff_t, kSeparators.size()> counts{};
  bool in_quotes = false;
  for (const char c : line) {
    in_quotes ^= c == '"';
    const auto found = std::find(kSeparators.begin(), kSeparators.end(), c);
    if (!in_quotes && found != kSeparators.end())
      ++counts[static_cast<std::size_t>(found - kSeparators.begin())];
  }
  const auto most = std::max_element(counts.begin(), counts.end());
  return *most == 0 ? '\0' : kSeparators[static_cast<std::size_t>(most - counts.begin())];
}

class CsvBlocks final : public SequentialBlocks {
 public:
  CsvBlocks(Input input, const std::string& label_column, RowSource& source)
      : input_(std::move(input)), lines_(input_), splitter_(prepare()) {
    try {
      if (!next_record()) throw DataError({input_.name()}, "expected rows, found an empty file");
    } catch (const FieldError& error) {
      throw DataError({input_.name(), error.line, error.column}, error.message);
    }
    width_ = fields_.size();
    const std::vector<Field> first = fields_;
    bool header = false;
    for (std::size_t j = 0; j < first.size() && j < second_.size(); ++j) {
      header |= !is_missing(first[j].text) && !is_number(first[j].text) && is_number(second_[j]);
    }
    std::vector<std::string> names;
    if (header) {
      for (const Field& field : first) names.emplace_back(field.text);
    }
    label_ = find_label(label_column, names);
    if (width_ < (label_ ? 2u : 1u))
      throw DataError({input_.name(), record_line_, 1},
                      "expected at least one feature beside the label, found one column");
    pending_ = !header;
    source.features = width_ - (label_ ? 1 : 0);
    if (header) {
      if (label_) names.erase(names.begin() + static_cast<std::ptrdiff_t>(*label_));
      source.feature_names = std::move(names);
    }
    source.notes.push_back(
        fmt::format("{} columns separated by {}, {} header; {}", width_, separator_name(),
                    header ? "with a" : "no",
                    label_ ? fmt::format("the label is column {}", *label_ + 1) : "no label"));
  }

 private:
  // Looks at the first two lines.
  char prepare() {
    std::string_view head = input_.peek();
    if (head.starts_with("\xef\xbb\xbf")) head.remove_prefix(3);
    const char separator = find_separator(first_record(head));
    separator_ = separator == '\0' ? ',' : separator;
    std::vector<Field> fields;
    try {
      Splitter(separator_).split(first_record(head), fields);
    } catch (const FieldError&) {  // said when its row is read
    }
    for (const Field& field : fields) second_.emplace_back(field.quoted ? "" : field.text);
    return separator_;
  }

  std::string_view separator_name() const {
    return separator_ == ',' ? "commas" : separator_ == ';' ? "semicolons" : "tabs";
  }

  std::optional<std::size_t> find_label(const std::string& column,
                                        const std::vector<std::string>& names) const {
    if (column == "none") return std::nullopt;
    if (const auto found = std::find(names.begin(), names.end(), column);
        !column.empty() && found != names.end()) {
      return static_cast<std::size_t>(found - names.begin());
    }
    if (column.empty() || column == "last") return width_ - 1;
    if (column == "first") return 0;
    const auto number = scan_integer(column);
    if (number && *number >= 1 && static_cast<std::uint64_t>(*number) <= width_)
      return static_cast<std::size_t>(*number - 1);
    const std::string near = nearest_name(column, names);
    throw DataError(
        {input_.name(), record_line_, 1},
        fmt::format("expected a label column {}, found {}{}", in_quotes(column),
                    names.empty() ? fmt::format("{} columns without a header", width_)
                                  : fmt::format("{} columns", width_),
                    near.empty() ? "" : fmt::format(" — did you mean {}?", in_quotes(near))));
  }

  // The next record that is not blank, taken apart. False at the end.
  bool next_record() {
    std::string_view line;
    do {
      if (!lines_.next(line)) return false;
    } while (line.find_first_not_of(" \t") == line.npos);
    record_line_ = lines_.line_number();
    record_ = line;
    try {
      while (!splitter_.split(record_, fields_)) {  // a quoted field goes on in the next line
        if (record_.data() != joined_.data()) joined_.assign(record_);
        record_ = joined_ += '\n';
        if (!lines_.next(line)) {
          throw FieldError{0, splitter_.open_quote() + 1,
                           "expected a closing quote, found the end of the file"};
        }
        if (joined_.size() + line.size() > LineReader::kMaxLine) {
          throw LimitError(fmt::format("{}:{}: a quoted field is longer than {} MiB", input_.name(),
                                       record_line_, LineReader::kMaxLine >> 20));
        }
        record_ = joined_.append(line);
      }
    } catch (FieldError& error) {
      throw placed(error.column - 1, std::move(error.message));
    }
    return true;
  }

  // A column of the record as a line and a column of the file.
  FieldError placed(std::size_t offset, std::string message) const {
    const std::string_view before = record_.substr(0, offset);
    const std::size_t line_begin = before.rfind('\n') + 1;  // npos + 1 is 0
    return {
        record_line_ + static_cast<std::uint64_t>(std::count(before.begin(), before.end(), '\n')),
        offset - line_begin + 1, std::move(message)};
  }

  bool read_row() override {
    if (!pending_ && !next_record()) return false;
    pending_ = false;
    if (fields_.size() != width_) {
      throw placed(fields_.size() < width_ ? record_.size() : fields_[width_].begin,
                   fmt::format("expected {} fields, found {}", width_, fields_.size()));
    }
    for (std::size_t j = 0, feature = 0; j < width_; ++j) {
      const Field& field = fields_[j];
      if (j == label_) {
        if (!field.text.empty() && field.text != "?") add_label(field.text);
        continue;
      }
      if (is_missing(field.text)) {
        ++counts().missing_values;
        throw placed(
            field.begin,
            "expected a number, found a missing value — fill it in, or --lenient drops such rows");
      }
      const double value = parse_feature(field.text, counts(), [&](std::string message) {
        throw placed(field.begin, std::move(message));
      });
      add(static_cast<std::uint32_t>(feature++), value);
    }
    return true;
  }

  std::uint64_t lines_read() const override {
    return pending_ ? record_line_ - 1 : lines_.line_number();
  }
  std::uint64_t row_line() const override { return record_line_; }

  Input input_;
  LineReader lines_;
  char separator_ = ',';
  std::vector<std::string> second_;  // the fields of the second record
  Splitter splitter_;
  std::vector<Field> fields_;
  std::string_view record_;
  std::string joined_;
  std::uint64_t record_line_ = 0;
  std::size_t width_ = 0;
  std::optional<std::size_t> label_;
  bool pending_ = false;  // the record is read but not yet a row
};

}  // namespace

bool looks_like_csv(std::string_view head) {
  if (head.starts_with("\xef\xbb\xbf")) head.remove_prefix(3);
  return find_separator(first_record(head)) != '\0';
}

RowSource open_csv(Input input, const std::string& label_column) {
  RowSource source;
  source.layout = RowLayout::kDense;
  source.blocks = std::make_unique<CsvBlocks>(std::move(input), label_column, source);
  return source;
}

}  // namespace querent
