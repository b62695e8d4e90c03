// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include <querent/datasets/input.hpp>

namespace [[gnu::visibility("default")]] querent {

struct GmlToken {
  enum Kind { kWord, kText, kOpen, kClose, kEnd };
  Kind kind = kEnd;
  std::string text;  ///< for kText without quotes and with decoded entities (&amp; &#233;)
  Place place;
};

/// Splits GML into words, quoted texts, which may span lines, and brackets.
class GmlLexer {
 public:
  explicit GmlLexer(Input& input) : reader_(input) {}

  GmlToken next();
  /// True if only a bracket or a comment follows on the line.
  bool at_line_end() const;

 private:
  void text(GmlToken& token);

  LineReader reader_;
  std::string_view rest_;
};

}  // namespace querent
