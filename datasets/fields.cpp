// SPDX-License-Identifier: Apache-2.0
#include <querent/datasets/fields.hpp>

#include <algorithm>

namespace querent {

std::string_view trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(" \t");
  if (first == text.npos) return text.substr(text.size());
  return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

void FieldSplitter::add(std::string_view raw) {
  fields_.push_back(trimmed(raw));
  starts_.push_back(fields_.back());
}

std::size_t FieldSplitter::add_quoted(std::string_view line, std::size_t begin,
                                      const LineReader& reader) {
  std::string& text = unquoted_.emplace_back();
  std::size_t i = begin + 1;
  for (;; ++i) {
    if (i >= line.size()) {
      throw DataError(reader.place_of(line.substr(begin)),
                      "expected a closing quote on the same line, found the end of the line");
    }
    if (line[i] != '"') {
      text += line[i];
    } else if (i + 1 < line.size() && line[i + 1] == '"') {
      text += line[++i];
    } else {
      break;
    }
  }
  fields_.emplace_back(text);
  starts_.push_back(line.substr(begin));
  i = std::min(line.find_first_not_of(" \t", i + 1), line.size());
  if (i < line.size() && line[i] != ',') {
    throw DataError(reader.place_of(line.substr(i)),
                    "expected a comma after the closing quote, found " + in_quotes(line.substr(i)));
  }
  return i;
}

const std::vector<std::string_view>& FieldSplitter::split(std::string_view line,
                                                          Separator separator,
                                                          const LineReader& reader) {
  fields_.clear();
  starts_.clear();
  unquoted_.clear();
  if (separator == Separator::kBlanks) {
    for (std::size_t i = line.find_first_not_of(" \t"); i < line.size();) {
      const std::size_t end = std::min(line.find_first_of(" \t", i), line.size());
      add(line.substr(i, end - i));
      i = line.find_first_not_of(" \t", end);
    }
    return fields_;
  }
  const char mark = separator == Separator::kTab ? '\t' : ',';
  for (std::size_t i = 0; i <= line.size(); ++i) {
    const std::size_t text = std::min(line.find_first_not_of(" \t", i), line.size());
    if (mark == ',' && text < line.size() && line[text] == '"') {
      i = add_quoted(line, text, reader);
      continue;
    }
    const std::size_t end = std::min(line.find(mark, i), line.size());
    add(line.substr(i, end - i));
    i = end;
  }
  return fields_;
}

}  // namespace querent
