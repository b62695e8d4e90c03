// SPDX-License-Identifier: Apache-2.0
// Text of data on a terminal, and the table of --show.
#include <doctest/doctest.h>

#include <map>

#include <querent/apps/ask/answer_keys.hpp>
#include <querent/apps/ask/shown_table.hpp>
#include <querent/apps/terminal/escape.hpp>
#include <querent/datasets/error.hpp>
#include <querent/datasets/text/printable.hpp>

#include "../datasets/scratch.hpp"

namespace querent::apps {

TEST_CASE("terminal: control characters are escaped, letters of every script stay") {
  CHECK(printable("esc\x1b[2J") == "esc\\x1b[2J");
  CHECK(printable("tab\there\x7f") == "tab\\x09here\\x7f");
  CHECK(printable("c1\xc2\x9b soft\u00adhyphen") == "c1\\u009b soft\\u00adhyphen");
  CHECK(printable("bidi\u202eabc\u202c") == "bidi\\u202eabc\\u202c");
  CHECK(printable("\ufeffM\u00fcller \u674e e\u0301") == "\\ufeffM\u00fcller \u674e e\u0301");
  CHECK(printable("\xff|\xc0\xaf|\xed\xa0\x80|\xe2\x82") ==
        "\\xff|\\xc0\\xaf|\\xed\\xa0\\x80|\\xe2\\x82");
}

TEST_CASE("keys: classes have the chosen keys and the numbers, but never the key of an action") {
  CHECK(AnswerKeys().of_class(0) == "1");
  CHECK(AnswerKeys().of_class(9).empty());
  CHECK(AnswerKeys("jk2").of_class(1) == "k");
  CHECK(AnswerKeys("jk2").of_class(3) == "4");
  CHECK(AnswerKeys("4k").of_class(3).empty());  // 4 is the key of the first class
  const AnswerKeys three("4k;");
  for (std::size_t k = 0; k < 12; ++k) {
    if (const std::string key = three.of_class(k); !key.empty()) CHECK(three.class_of(key) == k);
  }
  CHECK(AnswerKeys("jk").class_of("2") == 1);
  CHECK_FALSE(AnswerKeys("jk").class_of("l").has_value());
  CHECK_FALSE(AnswerKeys("jk").class_of("jk").has_value());
  CHECK_NOTHROW(AnswerKeys{"jkl;4"});
  // classes called 0, 1 and 2
  CHECK(AnswerKeys("012").class_of("0") == 0);
  CHECK(AnswerKeys("012").class_of("2") == 2);
  CHECK_FALSE(AnswerKeys("012").class_of("3").has_value());
  for (const char* wrong : {"jkj", "js", "j k", "j\xc3\xa4", "?", "jv", "jg"})
    CHECK_THROWS_AS(AnswerKeys{wrong}, std::invalid_argument);
}

TEST_CASE("keys: each action has one key, and an action with a new key frees its old one") {
  const AnswerKeys own("sd skip=space unknown=x undo=backspace");
  CHECK(own.is(Act::kSkip, "space"));
  CHECK(own.is(Act::kUnknown, "x"));
  CHECK(own.is(Act::kUndo, "backspace"));
  CHECK(own.is(Act::kNew, "n"));
  CHECK(own.is(Act::kNo, "n"));  // with yes-or-no questions, + adds a class
  CHECK(own.class_of("s") == 0);
  CHECK(own.class_of("d") == 1);
  CHECK(AnswerKeys("undo=b").of(Act::kUndo) == "b");
  CHECK(AnswerKeys("undo=b").of_classes().empty());
  CHECK(AnswerKeys("look-up=; new=w").is(Act::kLookUp, ";"));
  for (const char* wrong : {"undo=", "undo=bb", "undo=s", "undo=5", "undo=q", "j undo=j",
                            "skip=x unknown=x", "undo=enter", "undoo=b c"})
    CHECK_THROWS_AS(AnswerKeys{wrong}, std::invalid_argument);
  for (const ActName& act : kActs)
    CHECK(AnswerKeys().of(static_cast<Act>(&act - kActs.data())) == act.key);
}

TEST_CASE("terminal: the width is the number of columns, and a cut text fits") {
  CHECK(width_of("Müller") == 6);
  CHECK(width_of("李小龍") == 6);
  CHECK(width_of("e\u0301") == 1);
  CHECK(cut("李小龍", 6) == "李小龍");
  CHECK(cut("李小龍", 5) == "李小…");
  CHECK(cut("李小龍", 4) == "李…");
  CHECK(cut("abc", 0).empty());
  for (std::size_t columns = 1; columns < 12; ++columns) {
    for (const auto& line : wrapped("李小龍 and  Müller, a title of words", columns, 5)) {
      if (columns > 1) CHECK(width_of(line) <= columns);
    }
  }
  CHECK(wrapped("one two three", 7, 9) == std::vector<std::string>{"one two", "three"});
  CHECK(wrapped("one two three", 7, 1) == std::vector<std::string>{"one tw…"});
  CHECK(wrapped("oneword", 3, 9) == std::vector<std::string>{"one", "wor", "d"});
}

TEST_CASE("ask: --show reads tabs and CSV, names its columns, and counts unmatched lines") {
  const Scratch scratch;
  const std::map<std::string, std::uint32_t, std::less<>> ids{{"a", 0}, {"b", 1}, {"c", 2}};
  const auto find = [&](std::string_view id) {
    const auto found = ids.find(id);
    return found == ids.end() ? std::nullopt : std::optional(found->second);
  };
  const auto read = [&](std::string_view text) {
    return read_shown(scratch.write("show", text), 3, find);
  };
  const ShownTable tabs =
      read("id\ttitle\tyear\nb\tOn B\t1999\nx\tof nobody\t1\na\tA, at last\t\n");
  CHECK(tabs.columns == std::vector<std::string>{"title", "year"});
  CHECK(tabs.cell(0, 0) == "A, at last");
  CHECK(tabs.cell(1, 1) == "1999");
  CHECK(tabs.cell(2, 0) == "");
  CHECK(tabs.unknown_ids == 1);
  CHECK(tabs.without == 1);
  const ShownTable csv =
      read("a,\"one, two \"\"three\"\"\"\n");  // no header: the field "a" is an item
  CHECK(csv.columns == std::vector<std::string>{"text"});
  CHECK(csv.cell(0, 0) == "one, two \"three\"");
  CHECK_THROWS_WITH_AS(read("a\tx\nb\ty\tz\n"), doctest::Contains("show:2:1: expected 2 columns"),
                       DataError);
  CHECK_THROWS_WITH_AS(read("a\tx\na\ty\n"), doctest::Contains("a second line"), DataError);
  CHECK_THROWS_AS(read("id\ttitle\nx\ty\n"), DataError);  // the source has no such item
  CHECK_THROWS_AS(read("alone\n"), DataError);
}

}  // namespace querent::apps
