// SPDX-License-Identifier: Apache-2.0
// S1, S12: text is escaped in every kind of output. Each form is read back by an independent
// reader, or its grammar is checked, for a few strings and for all of ../shared/data/hostile.
#include <querent/apps/terminal/escape.hpp>

#include <array>
#include <cctype>
#include <cstdio>
#include <fstream>
#include <set>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include <querent/apps/output/table.hpp>
#include <querent/datasets/text/printable.hpp>

#include "../datasets/scratch.hpp"

using namespace querent;
using namespace querent::apps;

namespace {

std::vector<std::string> hostile_strings() {
  std::vector<std::string> all{"`touch PWNED`",
                               "=cmd|' /C calc'!A0",
                               "-1",
                               "+1.5e3",
                               "@SUM(A1)",
                               "a,b",
                               "a\"b",
                               "\"",
                               "line\nbreak",
                               "tab\there",
                               "esc\x1b[2J\x1b]0;t\x07",
                               "del\x7f",
                               "c1\xc2\x9b"
                               "31m",
                               "bidi\xe2\x80\xae"
                               "abc",
                               "\xff\xfe",
                               "cut \xe2\x82",
                               "<script>alert(1)</script>",
                               "a|b",
                               "\\input{/etc/passwd}",
                               "50% & more_#1 {a} ~ ^ $x$",
                               "[1]",
                               "*",
                               "--- \"`",
                               "",
                               "M\xc3\xbcller"};
  const auto file = shared_directory() / "data/hostile/strings.json";
  if (!std::filesystem::exists(file)) {
    MESSAGE("skipped by name: " << file.string() << " is missing");
    return all;
  }
  std::ifstream in(file);
  for (const auto& text : nlohmann::json::parse(in)) all.push_back(text.get<std::string>());
  return all;
}

// The bytes that a terminal may interpret, by the tables of ECMA-48 (C0, C1) and UAX 9.
bool acts_on_a_terminal(const std::string& text) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    if ((byte < 0x20 && byte != '\n' && byte != '\t') || byte == 0x7f) return true;
    const std::string two = text.substr(i, 2), three = text.substr(i, 3);
    if (two >= "\xc2\x80" && two <= "\xc2\x9f" && two.size() == 2) return true;
    for (const char* mark : {"\xe2\x80\x8e", "\xe2\x80\x8f", "\xe2\x80\xaa", "\xe2\x80\xab",
                             "\xe2\x80\xac", "\xe2\x80\xad", "\xe2\x80\xae", "\xe2\x81\xa6",
                             "\xe2\x81\xa7", "\xe2\x81\xa8", "\xe2\x81\xa9"}) {
      if (three == mark) return true;
    }
  }
  return false;
}

}  // namespace

TEST_CASE("S12: no control sequence reaches a terminal, and other text is unchanged") {
  for (const auto& text : hostile_strings()) {
    CAPTURE(printable(text));
    CHECK_FALSE(acts_on_a_terminal(for_terminal(text)));
    CHECK(printable(text).find_first_of("\n\t") == std::string::npos);
    CHECK(for_terminal(for_terminal(text)) == for_terminal(text));
  }
  for (const std::string text :
       {"", "plain", "M\xc3\xbcller, J.", "\xe6\x9d\x8e\xe5\xb0\x8f\xe9\xbe\x8d",
        "\xf0\x9f\x91\xa9\xe2\x80\x8d\xf0\x9f\x91\xa7"})
    CHECK(printable(text) == text);
  CHECK(printable("\x1b[0m") == "\\x1b[0m");
  CHECK(printable("\xe2\x80\xae") == "\\u202e");
  CHECK(printable("\xf3\xa0\x81\x81") == "\\U000e0041");
  CHECK(printable("\xff") == "\\xff");
}

TEST_CASE("S12: JSON preserves every text and contains no control sequence") {
  for (const auto& text : hostile_strings()) {
    CAPTURE(printable(text));
    const std::string dump = dumped(Json{{"a", text}});
    CHECK_FALSE(acts_on_a_terminal(dump));
    const bool utf8 = printable(text).find("\\xf") == std::string::npos &&
                      printable(text).find("\\xe2") == std::string::npos;
    if (utf8) CHECK(Json::parse(dump)["a"].get<std::string>() == text);
  }
}

TEST_CASE(
    "S16: no field of a CSV is a formula, numbers are unchanged, and RFC 4180 restores the rest") {
  for (const auto& text : hostile_strings()) {
    CAPTURE(printable(text));
    const std::string field = csv_field(text);
    std::string content = field;
    if (field.starts_with('"')) {
      REQUIRE(field.size() >= 2);
      REQUIRE(field.ends_with('"'));
      content.clear();
      for (std::size_t i = 1; i + 1 < field.size(); ++i) {
        content += field[i];
        if (field[i] == '"') CHECK(field[++i] == '"');
      }
    } else {
      CHECK(field.find_first_of(",\"\r\n") == std::string::npos);
    }
    if (content == text) {
      const bool formula =
          !text.empty() && std::string("=@\t\r").find(text[0]) != std::string::npos;
      CHECK_FALSE(formula);
    } else {
      CHECK(content == "'" + text);
    }
  }
  for (const char* number : {"-1", "+1", "-1.5e3", "-.5", "-inf"})
    CHECK(csv_field(number) == number);
  for (const char* formula : {"-1+1", "+1+1", "=1", "@x", "-", "+", "-x"})
    CHECK(csv_field(formula) == std::string("'") + formula);
}

TEST_CASE("S12: LaTeX interprets no text: every active character is escaped by a backslash") {
  const std::set<std::string> kCommands{
      "textbackslash", "textless", "textgreater", "textbar", "textasciigrave",
      "char34",        "pm",       "times",       "ge",      "le"};
  for (const auto& text : hostile_strings()) {
    const std::string latex = latex_text(text);
    CAPTURE(latex);
    int braces = 0, dollars = 0;
    for (std::size_t i = 0; i < latex.size(); ++i) {
      const char c = latex[i];
      if (c == '\\') {
        if (std::string("&%$#_{}~^").find(latex.at(i + 1)) != std::string::npos) {
          ++i;
          continue;
        }
        std::size_t end = i + 1;
        while (end < latex.size() && std::isalnum(static_cast<unsigned char>(latex[end])) != 0)
          ++end;
        CHECK(kCommands.contains(latex.substr(i + 1, end - i - 1)));
        i = end - 1;
        continue;
      }
      braces += (c == '{') - (c == '}');
      CHECK(braces >= 0);
      dollars += c == '$';
      CHECK(std::string("&%#_~^`\"<>|").find(c) == std::string::npos);
      const bool argument = c == '[' || c == '*';
      if (argument) CHECK(latex.at(i - 1) == '{');
    }
    CHECK(braces == 0);
    CHECK(dollars % 2 == 0);
  }
}

// The text of every cell on a Markdown page, by cmark-gfm; empty if that is not installed.
std::vector<std::string> cells_of(const std::filesystem::path& page) {
  std::string html;
  std::FILE* pipe = popen(("cmark-gfm -e table -t html " + page.string() + " 2>&1").c_str(), "r");
  std::array<char, 4096> block{};
  while (const std::size_t count = std::fread(block.data(), 1, block.size(), pipe))
    html.append(block.data(), count);
  if (pclose(pipe) != 0) return {};
  std::vector<std::string> cells;
  const std::string begin = "<td>", end = "</td>";
  for (std::size_t at = 0; (at = html.find(begin, at)) != std::string::npos;) {
    at += begin.size();
    std::string cell = html.substr(at, html.find(end, at) - at);
    CHECK(cell.find('<') == std::string::npos);
    for (const auto& [entity, character] :
         {std::pair{"&lt;", "<"}, {"&gt;", ">"}, {"&quot;", "\""}, {"&amp;", "&"}}) {
      for (std::size_t k = 0; (k = cell.find(entity, k)) != std::string::npos; ++k)
        cell.replace(k, std::string(entity).size(), character);
    }
    cells.push_back(cell);
  }
  return cells;
}

TEST_CASE("S12: no text of XML ends its element or its attribute, or is an entity") {
  for (const auto& text : hostile_strings()) {
    std::string shown = xml_text(text);
    CHECK(shown.find_first_of("<>\"") == std::string::npos);
    for (const auto& [entity, character] :
         {std::pair{"&lt;", "<"}, {"&gt;", ">"}, {"&quot;", "\""}, {"&amp;", "&"}}) {
      for (std::size_t k = 0; (k = shown.find(entity, k)) != std::string::npos; ++k)
        shown.replace(k, std::string(entity).size(), character);
    }
    CHECK(shown == printable(text));
  }
}

TEST_CASE("S12: cmark-gfm reads a cell of Markdown as one cell of text without markup") {
  Table table({"name"});
  std::vector<std::string> shown;
  for (const auto& text : hostile_strings()) {
    table.add({"." + text + "."});  // blanks at the ends of a cell do not count
    shown.push_back(printable("." + text + "."));
  }
  const Scratch scratch;
  const auto cells = cells_of(scratch.write("page.md", table.markdown()));
  if (cells.empty()) {
    MESSAGE("skipped by name: cmark-gfm is not installed");
    return;
  }
  REQUIRE(cells.size() == shown.size());
  for (std::size_t k = 0; k < cells.size(); ++k) CHECK(cells[k] == shown[k]);
}
