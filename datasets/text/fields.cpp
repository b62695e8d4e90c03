// SPDX-License-Identifier: Apache-2.0
#include <querent/datasets/text/fields.hpp>

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace querent {

std::string_view trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(" \t");
  if (first == text.npos) return text.substr(text.size());
  return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

std::string outside_quotes(std::string_view line) {
  constexpr std::string_view kSeparators = " \t,;";
  std::string rest;
  for (std::size_t i = 0; i < line.size(); ++i) {
    rest += line[i];
    if (line[i] != '"' || (i > 0 && kSeparators.find(line[i - 1]) == kSeparators.npos)) continue;
    std::size_t end = line.find('"', i + 1);
    while (end < line.size() && line.substr(end + 1).starts_with('"'))
      end = line.find('"', end + 2);
    if (end < line.size() &&
        (end + 1 == line.size() || kSeparators.find(line[end + 1]) != kSeparators.npos))
      i = end;
  }
  return rest;
}

Separator separator_in(std::string_view line) {
  const std::string rest = outside_quotes(line);
  return rest.find('\t') != rest.npos  ? Separator::kTab
         : rest.find(',') != rest.npos ? Separator::kComma
                                       : Separator::kBlanks;
}

std::string name_of(Separator separator) {
  switch (separator) {
    case Separator::kBlanks:
      return "a blank";
    case Separator::kTab:
      return "a tab";
    case Separator::kComma:
      return "a comma";
    case Separator::kSemicolon:
      return "a semicolon";
  }
  return in_quotes(std::string(1, static_cast<char>(separator)));
}

void FieldSplitter::add(std::string_view raw) {
  fields_.push_back(trimmed(raw));
  starts_.push_back(fields_.back());
}

// Parses a field that begins with the quote at `begin`; returns the position after the field. A
// misplaced quote is an error with CSV separators; with others it is text, and 0 is returned.
std::size_t FieldSplitter::add_quoted(std::string_view line, std::size_t begin,
                                      std::string_view separators, const LineReader& reader) {
  const bool csv = separators.find_first_of(" \t") == separators.npos;
  std::string text;
  std::size_t i = begin + 1;
  for (;; ++i) {
    if (i >= line.size()) {
      if (!csv) return 0;
      throw DataError(
          reader.place_of(line.substr(begin)),
          "expected a closing quote on the same line, found the end of the line — close "
          "it, or write a quote that is text twice within quotes");
    }
    if (line[i] != '"') {
      text += line[i];
    } else if (i + 1 < line.size() && line[i + 1] == '"') {
      text += line[++i];
    } else {
      break;
    }
  }
  ++i;
  if (csv) i = std::min(line.find_first_not_of(" \t", i), line.size());
  if (i < line.size() && separators.find(line[i]) == separators.npos) {
    if (!csv) return 0;
    throw DataError(reader.place_of(line.substr(i)),
                    fmt::format("expected a separator after the closing quote, found {} — write a "
                                "quote that is text twice",
                                in_quotes(line.substr(i))));
  }
  fields_.emplace_back(unquoted_.emplace_back(std::move(text)));
  starts_.push_back(line.substr(begin));
  return i;
}

const std::vector<std::string_view>& FieldSplitter::split(std::string_view line,
                                                          Separator separator,
                                                          const LineReader& reader) {
  fields_.clear();
  starts_.clear();
  end_ = line.substr(line.size());
  unquoted_.clear();
  if (separator == Separator::kBlanks) {
    for (std::size_t i = line.find_first_not_of(" \t"); i < line.size();) {
      std::size_t end = line[i] == '"' ? add_quoted(line, i, " \t", reader) : 0;
      if (end == 0) {
        end = std::min(line.find_first_of(" \t", i), line.size());
        add(line.substr(i, end - i));
      }
      i = line.find_first_not_of(" \t", end);
    }
    return fields_;
  }
  const char character = static_cast<char>(separator);
  const std::string_view mark(&character, 1);
  for (std::size_t i = 0; i <= line.size(); ++i) {
    const std::size_t text =
        std::min(line.find_first_not_of(mark == "\t" ? " " : " \t", i), line.size());
    std::size_t end =
        text < line.size() && line[text] == '"' ? add_quoted(line, text, mark, reader) : 0;
    if (end == 0) {
      end = std::min(line.find(mark, i), line.size());
      add(line.substr(i, end - i));
    }
    i = end;
  }
  return fields_;
}

}  // namespace querent
