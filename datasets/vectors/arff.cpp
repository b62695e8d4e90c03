// SPDX-License-Identifier: Apache-2.0
// Weka's ARFF: a header of @attribute lines, then rows after @data, dense ("1.5, red, yes") or
// sparse ("{0 1.5, 2 yes}").
//
// A numeric attribute is a feature; a nominal one becomes one indicator feature per value; one
// attribute is the label. Attributes missing from a sparse row are 0, or the first value of a
// nominal attribute.
#include <algorithm>
#include <limits>
#include <optional>
#include <vector>

#include <fmt/format.h>

#include <querent/datasets/text/lowered.hpp>
#include <querent/datasets/vectors/arff_header.hpp>
#include <querent/datasets/vectors/formats.hpp>
#include <querent/datasets/vectors/sequential_blocks.hpp>

namespace querent {

namespace {

// Limit on the entries that sparse rows imply without writing them: nominal attributes default to
// their first value.
constexpr std::uint64_t kFreeDefaults = std::uint64_t{1} << 20, kDefaultsPerValue = 256;

class ArffBlocks final : public SequentialBlocks {
 public:
  ArffBlocks(Input input, const VectorOptions& options, RowSource& source)
      : input_(std::move(input)), lines_(input_), missing_(options.missing) {
    try {
      attributes_ = read_arff_header(lines_, input_.name());
    } catch (const FieldError& error) {
      throw DataError({input_.name(), error.line, error.column}, error.message);
    }
    label_ =
        find_arff_label(attributes_, options.label_column, input_.name(), lines_.line_number());
    for (std::size_t a = 0; a < attributes_.size(); ++a) {
      if (a == label_) {
        defaults_.push_back(a);
        continue;
      }
      ArffAttribute& attribute = attributes_[a];
      attribute.first_feature = static_cast<std::uint32_t>(source.feature_names.size());
      dense_ &= !attribute.nominal;
      if (attribute.nominal) defaults_.push_back(a);
      if (!attribute.nominal) source.feature_names.push_back(attribute.name);
      for (const auto& value : attribute.values)
        source.feature_names.push_back(attribute.name + "=" + value);
    }
    pending_ = next_data_line();
    dense_ &= !line_.starts_with('{');
    source.layout = dense_ ? RowLayout::kDense : RowLayout::kSparse;
    source.features = num_features_ = source.feature_names.size();
    source.notes.push_back(
        label_ ? fmt::format("the label is the attribute {}", in_quotes(attributes_[*label_].name))
               : "no attribute is the label");
    const auto nominal = std::count_if(attributes_.begin(), attributes_.end(),
                                       [](const ArffAttribute& a) { return a.nominal; }) -
                         (label_ && attributes_[*label_].nominal ? 1 : 0);
    if (nominal > 0)
      source.notes.push_back(fmt::format(
          "{} nominal attributes were replaced by one indicator feature per value", nominal));
  }

 private:
  // The next line with a row, without leading blanks.
  bool next_data_line() {
    while (lines_.next(line_)) {
      if (!ArffScanner(line_, lines_.line_number()).at_end()) return true;
    }
    line_ = {};
    return false;
  }

  bool read_row() override {
    if (!pending_ && !next_data_line()) return false;
    pending_ = false;
    ArffScanner scanner(line_, lines_.line_number());
    dense_values_.assign(dense_ ? num_features_ : 0, 0.0);
    if (scanner.accept('{')) {
      read_sparse(scanner);
    } else {
      read_dense(scanner);
    }
    for (std::size_t j = 0; j < dense_values_.size(); ++j)
      add(static_cast<std::uint32_t>(j), dense_values_[j]);
    return true;
  }

  void read_dense(ArffScanner& scanner) {
    for (std::size_t a = 0; a < attributes_.size(); ++a) {
      if (a > 0 && !scanner.accept(',')) {
        scanner.fail(
            scanner.position(),
            fmt::format(
                "expected a comma and {} more values, found {} — a row has a value for each "
                "attribute",
                attributes_.size() - a, scanner.found()));
      }
      take(a, scanner.token(fmt::format("a value of {}", in_quotes(attributes_[a].name))), scanner);
    }
    expect_end(scanner);
  }

  void read_sparse(ArffScanner& scanner) {
    std::size_t next = 0;
    auto given = defaults_.begin();
    const auto take_defaults = [&](std::size_t end) {
      for (; given != defaults_.end() && *given < end; ++given) take_default(*given);
    };
    while (!scanner.at('}')) {
      const ArffToken number = scanner.token("the number of an attribute");
      const auto a = scan_integer(number.text);
      if (!a || *a < 0 || static_cast<std::uint64_t>(*a) >= attributes_.size()) {
        scanner.fail(
            number.begin,
            fmt::format("expected the number of an attribute, 0 … {}, found {} — they count from 0",
                        attributes_.size() - 1, in_quotes(number.text)));
      }
      const auto attribute = static_cast<std::size_t>(*a);
      if (attribute < next)
        scanner.fail(number.begin,
                     fmt::format("expected ascending attributes, found {} after {} — sort the row",
                                 attribute, next - 1));
      take_defaults(attribute);
      if (given != defaults_.end() && *given == attribute) ++given;
      next = attribute + 1;
      ++written_;
      take(attribute, scanner.token("a value"), scanner);
      if (!scanner.accept(',')) break;
    }
    scanner.expect('}');
    take_defaults(attributes_.size());
    expect_end(scanner);
  }

  void expect_end(ArffScanner& scanner) const {
    if (scanner.at('{'))
      scanner.fail(scanner.position(),
                   "expected the end of the row, found a weight — weighted rows are not supported, "
                   "remove it");
    if (!scanner.at_end()) {
      scanner.fail(
          scanner.position(),
          fmt::format("expected the end of the row ({} values), found {} — write one row per line",
                      attributes_.size(), scanner.found()));
    }
  }

  void take(std::size_t a, const ArffToken& token, ArffScanner& scanner) {
    const ArffAttribute& attribute = attributes_[a];
    if (a == label_ && token.missing()) return;
    if (token.missing()) {
      ++counts().missing_values;
      if (missing_ == MissingValues::kMean) {  // the mean of an indicator is the value's frequency
        for (std::uint32_t k = 0; k < attribute.num_features(); ++k)
          put(attribute.first_feature + k, std::numeric_limits<double>::quiet_NaN());
        return;
      }
      throw FieldError{lines_.line_number(), token.begin + 1,
                       fmt::format("expected a value of {}, found a missing one — fill it in, or "
                                   "missing=drop leaves such rows out, missing=mean takes the "
                                   "mean of the others",
                                   in_quotes(attribute.name)),
                       true};
    }
    if (!attribute.nominal) {
      const double value = parse_feature(token.text, counts(), [&](std::string message) {
        scanner.fail(token.begin, std::move(message));
      });
      if (a == label_) {
        add_label(canonical_number(value));
      } else {
        put(attribute.first_feature, value);
      }
      return;
    }
    const auto found = attribute.index.find(token.text);
    if (found == attribute.index.end()) {
      const std::string near = suggested_++ < ErrorList::kShown
                                   ? nearest_name(token.text, attribute.values)
                                   : std::string();
      scanner.fail(
          token.begin,
          fmt::format("expected one of the {} values of {}, found {} — {}", attribute.values.size(),
                      in_quotes(attribute.name), in_quotes(token.text),
                      near.empty() ? "add it to the attribute's values"
                                   : fmt::format("did you mean {}?", in_quotes(near))));
    }
    take_nominal(a, found->second);
  }

  // Appends the default entries of a sparse row.
  void take_default(std::size_t a) {
    if (attributes_[a].nominal) {
      if (a != label_ && ++made_ > kFreeDefaults + kDefaultsPerValue * written_) {
        throw LimitError(fmt::format(
            "{}:{}: the rows leave {} nominal values out and write {} — write the first value of "
            "each attribute, or declare the attributes as numeric",
            input_.name(), lines_.line_number(), made_, written_));
      }
      take_nominal(a, 0);
    } else if (a == label_) {
      add_label("0");
    }
  }

  void take_nominal(std::size_t a, std::uint32_t value) {
    const ArffAttribute& attribute = attributes_[a];
    if (a == label_) {
      add_label(attribute.values[value]);
    } else {
      put(attribute.first_feature + value, 1.0);
    }
  }

  void put(std::uint32_t feature, double value) {
    if (dense_) {
      dense_values_[feature] = value;
    } else if (value != 0) {
      add(feature, value);
    }
  }

  std::uint64_t lines_read() const override {
    return pending_ ? lines_.line_number() - 1 : lines_.line_number();
  }
  std::uint64_t row_line() const override { return lines_.line_number(); }

  Input input_;
  LineReader lines_;
  std::vector<ArffAttribute> attributes_;
  std::optional<std::size_t> label_;
  std::size_t num_features_ = 0;
  bool dense_ = true;
  std::string_view line_;
  std::vector<double> dense_values_;
  MissingValues missing_;
  std::vector<std::size_t> defaults_;     // attributes with default entries in sparse rows
  std::uint64_t written_ = 0, made_ = 0;  // written and default entries of sparse rows
  std::uint64_t suggested_ = 0;           // suggestions made for unknown values
  bool pending_ = false;                  // the line is read but not yet parsed
};

// True if the first line of `head` that is not a comment begins with an @ declaration.
bool looks_like_arff(std::string_view head) {
  head = without_byte_order_mark(head);
  while (!head.empty()) {
    const std::string_view line = head.substr(0, head.find_first_of("\r\n"));
    const std::size_t begin = line.find_first_not_of(" \t");
    if (begin != line.npos && line[begin] != '%') {
      const std::string word = lowered(line.substr(begin, 10));
      return word.starts_with("@relation") || word.starts_with("@attribute") ||
             word.starts_with("@data");
    }
    head.remove_prefix(std::min(line.size() + 1, head.size()));
  }
  return false;
}

RowSource open_arff(Input input, const VectorOptions& options) {
  RowSource source;
  source.blocks = std::make_unique<ArffBlocks>(std::move(input), options, source);
  return source;
}

}  // namespace

VectorFormat row_formats::arff() {
  return {.name = "ARFF",
          .recognises = looks_like_arff,
          .open = open_arff,
          .options = VectorFormat::kLabelColumn | VectorFormat::kCache | VectorFormat::kMissing};
}

}  // namespace querent
