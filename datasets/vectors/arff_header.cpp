// SPDX-License-Identifier: Apache-2.0
#include <querent/datasets/vectors/arff_header.hpp>

#include <algorithm>
#include <unordered_set>
#include <utility>

#include <fmt/format.h>

#include <querent/datasets/text/lowered.hpp>

namespace querent {

void ArffScanner::expect(char c) {
  if (!accept(c))
    fail(at_, fmt::format("expected '{}', found {} — is the line truncated?", c, found()));
}

ArffToken ArffScanner::token(std::string_view what) {
  ArffToken result{.text = {}, .begin = at_, .quoted = at('\'') || at('"')};
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

std::string ArffScanner::found() const {
  return at_end() ? "the end of the line" : in_quotes(line_.substr(at_, 1));
}

namespace {

class HeaderReader {
 public:
  HeaderReader(LineReader& lines, const std::string& file) : lines_(lines), file_(file) {}

  std::vector<ArffAttribute> read() {
    for (std::string_view line; lines_.next(line);) {
      ArffScanner scanner(line, lines_.line_number());
      if (scanner.at_end()) continue;
      const ArffToken keyword = scanner.token("@relation, @attribute or @data");
      const std::string name = lowered(keyword.text);
      if (name == "@data") {
        if (!scanner.at_end())
          scanner.fail(
              scanner.position(),
              fmt::format(
                  "expected nothing after @data, found {} — the rows begin on the next line",
                  scanner.found()));
        if (attributes_.empty())
          scanner.fail(
              keyword.begin,
              "expected @attribute lines before @data, found none — add one for each column");
        return std::move(attributes_);
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

 private:
  void read_attribute(ArffScanner& scanner) {
    const ArffToken name = scanner.token("the name of an attribute");
    ArffAttribute attribute{
        .name = name.text, .nominal = scanner.accept('{'), .values = {}, .index = {}};
    if (!names_.insert(attribute.name).second) {
      scanner.fail(name.begin, fmt::format("expected different attributes, found {} twice — rename "
                                           "one",
                                           in_quotes(name.text)));
    }
    if (names_.size() > kMaxColumns) {
      throw LimitError(fmt::format("{}:{}: more than {} attributes — write the rows as svmlight",
                                   file_, lines_.line_number(), kMaxColumns));
    }
    if (attribute.nominal) {
      do {
        const ArffToken value = scanner.token("a value of the attribute");
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
                          file_, lines_.line_number(), kMaxColumns));
        }
      } while (scanner.accept(','));
      scanner.expect('}');
    } else {
      const ArffToken type = scanner.token("the type of the attribute");
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

  LineReader& lines_;
  const std::string& file_;
  std::vector<ArffAttribute> attributes_;
  std::unordered_set<std::string> names_;  // names of the attributes
  std::size_t values_ = 0;                 // number of values of nominal attributes
};

}  // namespace

std::vector<ArffAttribute> read_arff_header(LineReader& lines, const std::string& file) {
  return HeaderReader(lines, file).read();
}

std::optional<std::size_t> find_arff_label(const std::vector<ArffAttribute>& attributes,
                                           const std::string& label, const std::string& file,
                                           std::uint64_t line) {
  if (label == "none") return std::nullopt;
  std::vector<std::string> names;
  for (std::size_t a = 0; a < attributes.size(); ++a) {
    if (!label.empty() && attributes[a].name == label) return a;
    names.push_back(attributes[a].name);
  }
  if (label.empty() || label == "last") return attributes.size() - 1;
  if (label == "first") return 0;
  const auto number = scan_integer(label);
  if (number && *number >= 1 && static_cast<std::uint64_t>(*number) <= names.size())
    return static_cast<std::size_t>(*number - 1);
  const std::string near = nearest_name(label, names);
  throw DataError(
      {file, line, 1},
      fmt::format("expected an attribute {}, found {} attributes — {}", in_quotes(label),
                  names.size(),
                  near.empty() ? fmt::format("name one, or its number from 1 to {}", names.size())
                               : fmt::format("did you mean {}?", in_quotes(near))));
}

}  // namespace querent
