// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include <querent/datasets/input.hpp>

namespace [[gnu::visibility("default")]] querent {

struct GmlToken {
  enum Kind { kWord, kText, kOpen, kClose, kEnd };
  Kind kind = kEnd;
  std::string text;  ///< of kText without its quotes, its entities (&amp; &#233;) undone
  Place place;
};

/// Cuts GML into words, texts in quotes, which may go over several lines, and brackets.
class GmlLexer {
 public:
  explicit GmlLexer(Input& input) : reader_(input) {}

  GmlToken next();
  /// True when nothing but a bracket or a comment follows on the line.
  bool at_line_end() const;

 private:
  void text(GmlToken& token);

  LineReader reader_;
  std::string_view rest_;
};

}  // namespace querent
