// SPDX-License-Identifier: Apache-2.0
#include <querent/datasets/vectors/arff_scanner.hpp>

#include <algorithm>

#include <fmt/format.h>

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

}  // namespace querent
