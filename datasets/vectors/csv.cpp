// SPDX-License-Identifier: Apache-2.0
// Tables of comma-, semicolon- or tab-separated values (RFC 4180), one row per record, dense.
//
// The first record is a header if it has text where the second has numbers. One column is the
// label; the others are numbers, True and False (1 and 0), or words (VectorOptions::one_hot).
// Fields may be quoted, with a quote doubled inside and line ends kept; blanks around a field are
// ignored.
#include <algorithm>
#include <limits>
#include <optional>
#include <unordered_map>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <querent/datasets/vectors/csv_record.hpp>
#include <querent/datasets/vectors/formats.hpp>
#include <querent/datasets/vectors/sequential_blocks.hpp>

namespace querent {

namespace {

constexpr std::size_t kMaxWords = 1000;  // distinct words per column, one feature each

// True and False as R, NumPy and pandas write them.
std::optional<double> truth_value(std::string_view text) {
  if (text == "True" || text == "TRUE" || text == "true") return 1.0;
  if (text == "False" || text == "FALSE" || text == "false") return 0.0;
  return std::nullopt;
}

// A number except for its commas.
bool has_comma(std::string_view text) {
  return is_decimal_comma(text) || has_thousands(text);
}

bool is_number(std::string_view text) {
  return scan_number(text).kind != Scanned::kNotANumber || truth_value(text);
}

class CsvBlocks final : public SequentialBlocks {
 public:
  CsvBlocks(Input input, const VectorOptions& options, RowSource& source)
      : input_(std::move(input)),
        lines_(input_),
        splitter_(prepare(options.delimiter)),
        options_(options) {
    try {
      if (!next_record())
        throw DataError({input_.name(), 1, 1},
                        "expected rows, found an empty file — get the file again");
    } catch (const FieldError& error) {
      throw DataError({input_.name(), error.line, error.column}, error.message);
    }
    width_ = fields_.size();
    const bool header = has_header();
    if (header) {
      for (const CsvField& field : fields_) names_.emplace_back(field.text);
    }
    columns_.resize(width_);
    label_ = find_label();
    drop_columns(source);
    if (label_) columns_[*label_].feature = kNone;
    std::uint32_t features = 0;
    for (std::size_t j = 0; j < width_; ++j) {
      if (columns_[j].feature == kNone) continue;
      columns_[j].feature = features++;
      if (header) source.feature_names.push_back(names_[j]);
    }
    if (features == 0)
      throw DataError({input_.name(), record_line_, 1},
                      "expected at least one feature beside the label, found none — name the "
                      "columns by label_column and drop_column");
    pending_ = !header;
    source.features = features;
    if (options.one_hot)
      source.text_features = words_ = std::make_shared<std::vector<TextFeature>>();
    source.notes.push_back(fmt::format(
        "{} columns separated by {}, {}; {}", width_, separator_name(),
        header ? "with a header" : "no header: line " + std::to_string(record_line_) + " is a row",
        label_ ? fmt::format("the label is column {}", *label_ + 1) : "no label"));
  }

 private:
  static constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

  // The first non-missing value of a column determines its kind.
  enum class Kind { kUnknown, kNumbers, kTruth, kWords, kNothing };
  struct Column {
    std::uint32_t feature = 0;  // kNone: not a feature
    Kind kind = Kind::kUnknown;
    bool reported = false;                                          // a bad value was reported
    std::size_t words = 0;                                          // index in words_
    std::unordered_map<std::string, std::uint32_t> number_of = {};  // index of each word
  };

  // Examines the first two lines.
  char prepare(char delimiter) {
    std::string_view head = without_byte_order_mark(input_.peek());
    const std::string_view first = first_record(head);
    const char separator = delimiter != 0 ? delimiter : find_separator(first);
    separator_ = separator == '\0' ? ',' : separator;
    CsvSplitter splitter(separator_);  // it owns the text of unquoted fields
    std::vector<CsvField> fields;
    try {
      splitter.split(first, fields);
      splitter.split(first_record(head), fields);
    } catch (const FieldError&) {  // reported when the row is read
    }
    for (const CsvField& field : fields) second_.emplace_back(field.text);
    return separator_;
  }

  std::string separator_name() const {
    return separator_ == ','    ? "commas"
           : separator_ == ';'  ? "semicolons"
           : separator_ == '\t' ? "tabs"
           : separator_ == ' '  ? "blanks"
                                : in_quotes(std::string(1, separator_));
  }

  // A header is text above a number, or contains a requested name.
  bool has_header() const {
    const auto asked_for = [&](std::string_view text) {
      const auto& dropped = options_.drop_columns;
      return text == options_.label_column || std::ranges::find(dropped, text) != dropped.end();
    };
    for (std::size_t j = 0; j < width_; ++j) {
      const std::string_view first = fields_[j].text;
      if (is_missing(first) || is_number(first)) continue;
      if (asked_for(first)) return true;
      if (j >= second_.size() || has_comma(first) || is_date(first)) continue;
      if (is_number(second_[j]) || has_comma(second_[j]) || is_date(second_[j])) return true;
    }
    return false;
  }

  std::size_t find_column(const std::string& column, std::string_view what) const {
    if (const auto found = std::find(names_.begin(), names_.end(), column);
        !column.empty() && found != names_.end()) {
      return static_cast<std::size_t>(found - names_.begin());
    }
    const auto number = scan_integer(column);
    if (number && *number >= 1 && static_cast<std::uint64_t>(*number) <= width_)
      return static_cast<std::size_t>(*number - 1);
    const std::string near = nearest_name(column, names_);
    throw DataError(
        {input_.name(), record_line_, 1},
        fmt::format("expected {} {}, found {} — {}", what, in_quotes(column),
                    names_.empty() ? fmt::format("{} columns without a header", width_)
                                   : fmt::format("{} columns", width_),
                    near.empty() ? fmt::format("name one, or its number from 1 to {}", width_)
                                 : fmt::format("did you mean {}?", in_quotes(near))));
  }

  std::optional<std::size_t> find_label() const {
    const std::string& column = options_.label_column;
    const bool named = std::find(names_.begin(), names_.end(), column) != names_.end();
    if (column == "none") return std::nullopt;
    std::size_t last = width_ - 1;  // a separator at the end of each line makes no label
    while (last > 0 && is_empty(last)) --last;
    if (column.empty() || (column == "last" && !named)) return last;
    if (column == "first" && !named) return 0;
    return find_column(column, "a label column");
  }

  // True for a column without a name and, as far as is known, without values.
  bool is_empty(std::size_t j) const {
    return !names_.empty() && names_[j].empty() && j < second_.size() && second_[j].empty();
  }

  // Drops the requested columns, empty ones and the unnamed index column that pandas writes.
  void drop_columns(RowSource& source) {
    for (const auto& name : options_.drop_columns) {
      const std::size_t j = find_column(name, "a column");
      if (j == label_)
        throw DataError(
            {input_.name(), record_line_, 1},
            fmt::format("expected a column beside the label to drop, found the label {} "
                        "— name the label by label_column",
                        in_quotes(name)));
      columns_[j].feature = kNone;
    }
    for (std::size_t j = 0; j < width_ && !names_.empty(); ++j) {
      const bool index =
          j == 0 && width_ > 2 && (names_[0].empty() || names_[0].starts_with("Unnamed:"));
      if (j == label_ || columns_[j].feature == kNone || !(index || is_empty(j))) continue;
      columns_[j] = {.feature = kNone, .kind = index ? Kind::kUnknown : Kind::kNothing};
      source.notes.push_back(fmt::format("column {} has no name: it is left out", j + 1));
    }
  }

  // Reads and splits the next non-blank record. False at the end.
  bool next_record() {
    std::string_view line;
    do {
      if (!lines_.next(line)) return false;
    } while (line.find_first_not_of(" \t") == line.npos);
    record_line_ = lines_.line_number();
    record_ = line;
    try {
      if (splitter_.split(record_, fields_)) return true;
      joined_.assign(record_);  // a quoted field continues on the next line
      for (bool open = true; open;) {
        if (!lines_.next(line)) {
          record_ = joined_;
          throw FieldError{0, splitter_.open_quote() + 1,
                           "expected a closing quote, found the end of the file — close it, or "
                           "write a quote that is text twice within quotes"};
        }
        if (joined_.size() + line.size() > LineReader::kMaxLine) {
          throw LimitError(
              fmt::format("{}:{}: a record of more than 64 MiB — is a quote not closed?",
                          input_.name(), record_line_));
        }
        joined_.append(1, '\n').append(line);
        open = std::count(line.begin(), line.end(), '"') % 2 == 0;
      }
      record_ = joined_;
      splitter_.split(record_, fields_);
    } catch (FieldError& error) {
      throw placed(error.column - 1, std::move(error.message));
    } catch (const LimitError& error) {
      throw LimitError(fmt::format("{}:{}: {}", input_.name(), record_line_, error.what()));
    }
    return true;
  }

  // Converts a column of the record to a line and a column of the file.
  FieldError placed(std::size_t offset, std::string message, bool missing = false) const {
    const std::string_view before = record_.substr(0, offset);
    const std::size_t line_begin = before.rfind('\n') + 1;  // npos + 1 is 0
    return {record_line_ + static_cast<std::uint64_t>(std::ranges::count(before, '\n')),
            offset - line_begin + 1, std::move(message), missing};
  }

  bool read_row() override {
    if (!pending_ && !next_record()) return false;
    pending_ = false;
    if (fields_.size() != width_) {
      throw placed(fields_.size() < width_ ? record_.size() : fields_[width_].begin,
                   fmt::format("expected {} fields, found {} — quote a field that holds the "
                               "separator",
                               width_, fields_.size()));
    }
    bad_.clear();
    for (std::size_t j = 0; j < width_; ++j) {
      if (columns_[j].feature != kNone) add(columns_[j].feature, value_or_bad(j));
      if (columns_[j].kind == Kind::kNothing && !fields_[j].text.empty())
        throw placed(fields_[j].begin,
                     fmt::format("expected nothing in a column without a name, found {} — name it, "
                                 "or drop_column={} leaves it out",
                                 in_quotes(fields_[j].text), j + 1));
    }
    if (!bad_.empty()) refuse_bad();
    if (!label_) return true;
    const std::string_view label = fields_[*label_].text;
    if (!label.empty() && label != "?") add_label(label);
    return true;
  }

  // If bad rows are not dropped, all bad columns of a row are reported together.
  double value_or_bad(std::size_t j) {
    try {
      return value_of(j);
    } catch (FieldError& error) {
      if (options_.lenient || options_.missing == MissingValues::kDrop) throw;
      const std::string_view text = fields_[j].text;
      bad_.push_back({j, error.missing ? BadColumn::Kind::kMissing : kind_of_bad(text), name_of(j),
                      std::string(text), std::move(error)});
      return 0;
    }
  }

  BadColumn::Kind kind_of_bad(std::string_view text) const {
    if (has_comma(text)) return BadColumn::Kind::kComma;
    return !options_.one_hot && words_allowed(text) ? BadColumn::Kind::kWord
                                                    : BadColumn::Kind::kOther;
  }

  // Each column is reported only for its first bad value.
  [[noreturn]] void refuse_bad() {
    FieldError again = bad_.front().error;
    again.reported = true;
    std::erase_if(bad_, [&](const BadColumn& bad) { return columns_[bad.column].reported; });
    if (bad_.empty()) throw again;
    for (const BadColumn& bad : bad_) columns_[bad.column].reported = true;
    FieldError complaint = complaint_of(bad_);
    if (std::ranges::all_of(second_, &std::string::empty))
      complaint.message += "; if this is a header, it has no rows";
    throw complaint;
  }

  double value_of(std::size_t j) {
    const CsvField& field = fields_[j];
    Column& column = columns_[j];
    if (is_missing(field.text)) return missing_value(field);
    if (column.kind == Kind::kUnknown) column.kind = kind_of(field.text);
    switch (column.kind) {
      case Kind::kTruth:
        if (const auto truth = truth_value(field.text)) return *truth;
        throw placed(field.begin, fmt::format("expected True or False as above, found {} — correct "
                                              "it, or drop_column={}",
                                              in_quotes(field.text), name_of(j)));
      case Kind::kWords:
        return number_of_word(j);
      default:
        break;
    }
    const Scanned scanned = scan_short_number(field.text);
    if (scanned.kind == Scanned::kNan && options_.missing != MissingValues::kError)
      return missing_value(field);
    if (scanned.kind != Scanned::kNumber && scanned.kind != Scanned::kUnderflow)
      throw placed(field.begin, "expected " + number_complaint(scanned, field.text, remedy_for(j)));
    counts().underflows += scanned.kind == Scanned::kUnderflow;
    return scanned.value;
  }

  std::string remedy_for(std::size_t j) const {
    const std::string leave_out = fmt::format("drop_column={} leaves the column out", name_of(j));
    if (options_.one_hot || !words_allowed(fields_[j].text)) return leave_out;
    const std::string words = "one_hot converts words to features, " + leave_out;
    return options_.label_column.empty()
               ? fmt::format("{}, label_column={} reads it as the label", words, name_of(j))
               : words;
  }

  double missing_value(const CsvField& field) {
    ++counts().missing_values;
    if (options_.missing == MissingValues::kMean) return std::numeric_limits<double>::quiet_NaN();
    throw placed(field.begin,
                 "expected a number, found a missing value — fill it in, or missing=drop leaves "
                 "such rows out, missing=mean takes the mean of the others",
                 true);
  }

  std::string name_of(std::size_t j) const {
    return names_.empty() || names_[j].empty() ? std::to_string(j + 1) : in_quotes(names_[j]);
  }

  static bool words_allowed(std::string_view text) {
    return scan_number(text).kind == Scanned::kNotANumber && !has_comma(text) && !is_date(text);
  }

  Kind kind_of(std::string_view text) const {
    if (truth_value(text)) return Kind::kTruth;
    return options_.one_hot && words_allowed(text) ? Kind::kWords : Kind::kNumbers;
  }

  // With one-hot, the index of the word; read_vectors() makes features of it.
  double number_of_word(std::size_t j) {
    Column& column = columns_[j];
    const CsvField& field = fields_[j];
    if (column.number_of.empty()) {
      const auto at = std::ranges::upper_bound(*words_, std::uint64_t{column.feature}, {},
                                               &TextFeature::feature);
      const bool last = at == words_->end();
      const auto place = words_->insert(at, TextFeature{column.feature, {}});
      // later indices move up by one
      const auto number = static_cast<std::size_t>(place - words_->begin());
      for (std::size_t k = 0; !last && k < columns_.size(); ++k)
        columns_[k].words += !columns_[k].number_of.empty() && columns_[k].words >= number;
      column.words = number;
    }
    const auto [found, added] = column.number_of.try_emplace(
        std::string(field.text), static_cast<std::uint32_t>(column.number_of.size()));
    if (added) {
      if (column.number_of.size() > kMaxWords) {
        throw LimitError(fmt::format(
            "{}:{}:{}: more than {} different words in column {} — names and ids are not features: "
            "drop_column={} leaves it out",
            input_.name(), record_line_, field.begin + 1, kMaxWords, j + 1, name_of(j)));
      }
      (*words_)[column.words].words.push_back(found->first);
    }
    return found->second;
  }

  std::uint64_t lines_read() const override {
    return pending_ ? record_line_ - 1 : lines_.line_number();
  }
  std::uint64_t row_line() const override { return record_line_; }

  Input input_;
  LineReader lines_;
  char separator_ = ',';
  std::vector<std::string> second_;  // fields of the second record
  CsvSplitter splitter_;
  VectorOptions options_;
  std::vector<CsvField> fields_;
  std::string_view record_;
  std::string joined_;
  std::uint64_t record_line_ = 0;
  std::size_t width_ = 0;
  std::vector<std::string> names_;  // column names of the header
  std::vector<Column> columns_;
  std::optional<std::size_t> label_;
  std::shared_ptr<std::vector<TextFeature>> words_;  // nullptr: words are rejected
  std::vector<BadColumn> bad_;                       // of the row being read
  bool pending_ = false;                             // the record is read but not yet parsed
};

// True if the first record of `head` contains separators.
bool looks_like_csv(std::string_view head) {
  head = without_byte_order_mark(head);
  return find_separator(first_record(head)) != '\0';
}

RowSource open_csv(Input input, const VectorOptions& options) {
  RowSource source;
  source.layout = RowLayout::kDense;
  source.blocks = std::make_unique<CsvBlocks>(std::move(input), options, source);
  return source;
}

}  // namespace

VectorFormat row_formats::csv() {
  return {.name = "CSV",
          .recognises = looks_like_csv,
          .open = open_csv,
          .options = VectorFormat::kLabelColumn | VectorFormat::kCache | VectorFormat::kMissing |
                     VectorFormat::kDropColumns | VectorFormat::kOneHot,
          .or_else = VectorFormat::OrElse::kEdges};
}

}  // namespace querent
