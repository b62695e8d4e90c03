// SPDX-License-Identifier: Apache-2.0
#include <querent/datasets/vectors/arff.hpp>

#include <algorithm>
#include <limits>
#include <map>
#include <optional>
#include <unordered_set>
#include <vector>

#include <fmt/format.h>

#include <querent/datasets/lowered.hpp>
#include <querent/datasets/vectors/formats.hpp>
#include <querent/datasets/vectors/sequential_blocks.hpp>

namespace querent {

namespace {

bool is_blank(char c) {
  return c == ' ' || c == '\t';
}

// A word or a quoted string of a line, and where it begins.
struct Token {
  std::string text;
  std::size_t begin = 0;
  bool quoted = false;
  bool missing() const { return !quoted && text == "?"; }
};

// Takes a line apart. Failures are FieldErrors of the line.
class Scanner {
 public:
  Scanner(std::string_view line, std::uint64_t number) : line_(line), number_(number) {
    skip_blanks();
  }

  bool at_end() const { return at_ >= line_.size() || line_[at_] == '%'; }
  bool at(char c) const { return at_ < line_.size() && line_[at_] == c; }
  bool accept(char c) {
    if (!at(c)) return false;
    ++at_;
    skip_blanks();
    return true;
  }
  void expect(char c) {
    if (!accept(c))
      fail(at_, fmt::format("expected '{}', found {} — is the line cut?", c, found()));
  }
  /// Up to a blank, a comma or a brace; quoted by ' or ", where a backslash takes the next
  /// character as it is.
  Token token(std::string_view what) {
    Token result{.text = {}, .begin = at_, .quoted = at('\'') || at('"')};
    if (result.quoted) {
      const char quote = line_[at_++];
      for (;; ++at_) {
        if (at_ >= line_.size())
          fail(result.begin,
               fmt::format("expected a closing {}, found the end of the line — close it", quote));
        if (line_[at_] == quote) break;
        if (line_[at_] == '\\' && at_ + 1 < line_.size()) ++at_;
        result.text += line_[at_];
      }
      ++at_;
    } else {
      const std::size_t end = std::min(line_.find_first_of(" \t,{}%", at_), line_.size());
      result.text = line_.substr(at_, end - at_);
      at_ = end;
      if (result.text.empty())
        fail(result.begin, fmt::format("expected {}, found {} — add it", what, found()));
    }
    skip_blanks();
    return result;
  }
  std::string found() const {
    return at_end() ? "the end of the line" : in_quotes(line_.substr(at_, 1));
  }
  std::size_t position() const { return at_; }
  [[noreturn]] void fail(std::size_t begin, std::string message) const {
    throw FieldError{number_, begin + 1, std::move(message)};
  }

 private:
  void skip_blanks() {
    while (at_ < line_.size() && is_blank(line_[at_])) ++at_;
  }
  std::string_view line_;
  std::uint64_t number_;
  std::size_t at_ = 0;
};

struct Attribute {
  std::string name;
  bool nominal = false;
  std::vector<std::string> values;                          // of a nominal attribute
  std::map<std::string, std::uint32_t, std::less<>> index;  // of its values
  std::uint32_t first_feature = 0;

  std::uint32_t num_features() const {
    return nominal ? static_cast<std::uint32_t>(values.size()) : 1;
  }
};

class ArffBlocks final : public SequentialBlocks {
 public:
  ArffBlocks(Input input, const VectorOptions& options, RowSource& source)
      : input_(std::move(input)), lines_(input_), missing_(options.missing) {
    try {
      read_header();
    } catch (const FieldError& error) {
      throw DataError({input_.name(), error.line, error.column}, error.message);
    }
    label_ = find_label(options.label_column);
    for (std::size_t a = 0; a < attributes_.size(); ++a) {
      if (a == label_) continue;
      Attribute& attribute = attributes_[a];
      attribute.first_feature = static_cast<std::uint32_t>(source.feature_names.size());
      dense_ &= !attribute.nominal;
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
                                       [](const Attribute& a) { return a.nominal; }) -
                         (label_ && attributes_[*label_].nominal ? 1 : 0);
    if (nominal > 0)
      source.notes.push_back(
          fmt::format("{} nominal attributes became a feature of 0 and 1 for each value", nominal));
  }

 private:
  void read_header() {
    std::string_view line;
    while (lines_.next(line)) {
      Scanner scanner(line, lines_.line_number());
      if (scanner.at_end()) continue;
      const Token keyword = scanner.token("@relation, @attribute or @data");
      const std::string name = lowered(keyword.text);
      if (name == "@data") {
        if (!scanner.at_end())
          scanner.fail(
              scanner.position(),
              fmt::format(
                  "expected nothing behind @data, found {} — the rows begin on the next line",
                  scanner.found()));
        if (attributes_.empty())
          scanner.fail(
              keyword.begin,
              "expected @attribute lines before @data, found none — add one for each column");
        return;
      }
      if (name == "@attribute") {
        read_attribute(scanner);
      } else if (name != "@relation") {
        scanner.fail(
            keyword.begin,
            fmt::format("expected @relation, @attribute or @data, found {} — is it an ARFF file?",
                        in_quotes(keyword.text)));
      }
    }
    throw FieldError{lines_.line_number() + 1, 1,
                     "expected @data, found the end of the file — get the file again"};
  }

  void read_attribute(Scanner& scanner) {
    const Token name = scanner.token("the name of an attribute");
    Attribute attribute{
        .name = name.text, .nominal = scanner.accept('{'), .values = {}, .index = {}};
    if (!names_.insert(attribute.name).second) {
      scanner.fail(name.begin, fmt::format("expected different attributes, found {} twice — rename "
                                           "one",
                                           in_quotes(name.text)));
    }
    if (names_.size() > kMaxColumns) {
      throw LimitError(fmt::format("{}:{}: more than {} attributes — write the rows as svmlight",
                                   input_.name(), lines_.line_number(), kMaxColumns));
    }
    if (attribute.nominal) {
      do {
        const Token value = scanner.token("a value of the attribute");
        if (!attribute.index
                 .emplace(value.text, static_cast<std::uint32_t>(attribute.values.size()))
                 .second) {
          scanner.fail(value.begin,
                       fmt::format("expected different values, found {} twice — leave one out",
                                   in_quotes(value.text)));
        }
        attribute.values.push_back(value.text);
        if (++values_ > kMaxColumns) {
          throw LimitError(
              fmt::format("{}:{}: more than {} values of attributes — declare names and "
                          "ids as no attribute",
                          input_.name(), lines_.line_number(), kMaxColumns));
        }
      } while (scanner.accept(','));
      scanner.expect('}');
    } else {
      const Token type = scanner.token("the type of the attribute");
      const std::string kind = lowered(type.text);
      if (kind != "numeric" && kind != "real" && kind != "integer") {
        scanner.fail(
            type.begin,
            fmt::format(
                "expected numeric, real, integer or {{values}}, found {} — remove the attribute",
                in_quotes(type.text)));
      }
    }
    if (!scanner.at_end())
      scanner.fail(
          scanner.position(),
          fmt::format(
              "expected the end of the attribute, found {} — quote a name that holds blanks",
              scanner.found()));
    attributes_.push_back(std::move(attribute));
  }

  std::optional<std::size_t> find_label(const std::string& label) const {
    if (label == "none") return std::nullopt;
    std::vector<std::string> names;
    for (std::size_t a = 0; a < attributes_.size(); ++a) {
      if (!label.empty() && attributes_[a].name == label) return a;
      names.push_back(attributes_[a].name);
    }
    if (label.empty() || label == "last") return attributes_.size() - 1;
    if (label == "first") return 0;
    const auto number = scan_integer(label);
    if (number && *number >= 1 && static_cast<std::uint64_t>(*number) <= names.size())
      return static_cast<std::size_t>(*number - 1);
    const std::string near = nearest_name(label, names);
    throw DataError(
        {input_.name(), lines_.line_number(), 1},
        fmt::format("expected an attribute {}, found {} attributes — {}", in_quotes(label),
                    names.size(),
                    near.empty() ? fmt::format("name one, or its number from 1 to {}", names.size())
                                 : fmt::format("did you mean {}?", in_quotes(near))));
  }

  // The next line that holds a row, without the blanks before it.
  bool next_data_line() {
    while (lines_.next(line_)) {
      if (!Scanner(line_, lines_.line_number()).at_end()) return true;
    }
    line_ = {};
    return false;
  }

  bool read_row() override {
    if (!pending_ && !next_data_line()) return false;
    pending_ = false;
    Scanner scanner(line_, lines_.line_number());
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

  void read_dense(Scanner& scanner) {
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

  void read_sparse(Scanner& scanner) {
    std::size_t next = 0;
    while (!scanner.at('}')) {
      const Token number = scanner.token("the number of an attribute");
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
                     fmt::format("expected ascending attributes, found {} behind {} — sort the row",
                                 attribute, next - 1));
      for (; next < attribute; ++next) take_default(next);
      take(next++, scanner.token("a value"), scanner);
      if (!scanner.accept(',')) break;
    }
    scanner.expect('}');
    for (; next < attributes_.size(); ++next) take_default(next);
    expect_end(scanner);
  }

  void expect_end(Scanner& scanner) const {
    if (scanner.at('{'))
      scanner.fail(scanner.position(),
                   "expected the end of the row, found a weight — weighted rows are not supported, "
                   "remove it");
    if (!scanner.at_end()) {
      scanner.fail(scanner.position(),
                   fmt::format("expected the end of the row ({} values), found {} — one row a line",
                               attributes_.size(), scanner.found()));
    }
  }

  void take(std::size_t a, const Token& token, Scanner& scanner) {
    const Attribute& attribute = attributes_[a];
    if (a == label_ && token.missing()) return;
    if (token.missing()) {
      ++counts().missing_values;
      if (missing_ == MissingValues::kMean) {  // that of the 0 and 1 of a value is its share
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
      const std::string near = nearest_name(token.text, attribute.values);
      scanner.fail(
          token.begin,
          fmt::format("expected one of the {} values of {}, found {} — {}", attribute.values.size(),
                      in_quotes(attribute.name), in_quotes(token.text),
                      near.empty() ? "add it to the attribute's values"
                                   : fmt::format("did you mean {}?", in_quotes(near))));
    }
    take_nominal(a, found->second);
  }

  // What a sparse row does not write.
  void take_default(std::size_t a) {
    if (attributes_[a].nominal) {
      take_nominal(a, 0);
    } else if (a == label_) {
      add_label("0");
    }
  }

  void take_nominal(std::size_t a, std::uint32_t value) {
    const Attribute& attribute = attributes_[a];
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
  std::vector<Attribute> attributes_;
  std::unordered_set<std::string> names_;  // of the attributes
  std::size_t values_ = 0;                 // of nominal attributes
  std::optional<std::size_t> label_;
  std::size_t num_features_ = 0;
  bool dense_ = true;
  std::string_view line_;
  std::vector<double> dense_values_;
  MissingValues missing_;
  bool pending_ = false;  // the line is read but not yet a row
};

}  // namespace

bool looks_like_arff(std::string_view head) {
  if (head.starts_with("\xef\xbb\xbf")) head.remove_prefix(3);
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

VectorFormat row_formats::arff() {
  return {.name = "ARFF",
          .recognises = looks_like_arff,
          .open = open_arff,
          .options = VectorFormat::kLabelColumn | VectorFormat::kCache | VectorFormat::kMissing};
}

}  // namespace querent
