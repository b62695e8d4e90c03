// SPDX-License-Identifier: Apache-2.0
// GML (Himsolt, "GML: A portable graph file format", 1997):
//   list := (key value)*      value := number | "text" | '[' list ']'      # begins a comment
// Known keys: graph [ directed 0|1  node [ id … ]  edge [ source … target … ] ]; all others are
// skipped, except the class, as guessed by ClassAttribute (never label, which is a title), and the
// weight of an edge, weight or value. Texts without quotes are accepted at the end of a line.
#include <optional>

#include <fmt/format.h>

#include <querent/datasets/text/number.hpp>
#include <querent/graph/formats.hpp>
#include <querent/graph/readers/gml_lexer.hpp>
#include <querent/graph/readers/node_list.hpp>
#include <querent/graph/readers/weight.hpp>

namespace querent {

namespace {

constexpr int kMaxDepth = 64;

using Token = GmlToken;

class GmlReader {
 public:
  GmlReader(Input& input, GraphBuilder& builder)
      : lexer_(input), builder_(builder), nodes_(builder), class_(builder), name_(input.name()) {}

  void read() {
    builder_.report().format = "GML";
    bool found = false;
    for (Token key = lexer_.next(); key.kind != Token::kEnd; key = lexer_.next()) {
      const Token value = value_of(key);
      if (key.text != "graph") {
        skip(value, 1);
      } else if (found) {
        throw DataError(key.place, "expected one graph, found a second — keep one graph per file");
      } else {
        found = true;
        open(value);
        graph();
      }
    }
    if (!found)
      throw DataError({name_, 1, 1}, "expected graph [ … ], found no graph — is it a GML file?");
    nodes_.finish();
    class_.apply(name_);
    if (unquoted_ > 0)
      builder_.report().notes.push_back(
          fmt::format("{} texts without quotes were accepted", unquoted_));
  }

 private:
  [[noreturn]] static void refuse(const Token& found, std::string_view expected) {
    throw DataError(
        found.place,
        fmt::format("expected {}, found {} — is a bracket or a quote missing?", expected,
                    found.kind == Token::kEnd ? found.text : in_quotes(found.text)));
  }
  static void open(const Token& value) {
    if (value.kind != Token::kOpen) refuse(value, "'['");
  }
  /// The value after `key`, which is required.
  Token value_of(const Token& key) {
    const bool letter =
        !key.text.empty() &&
        (std::isalpha(static_cast<unsigned char>(key.text[0])) != 0 || key.text[0] == '_');
    if (key.kind != Token::kWord || !letter) refuse(key, "a key");
    Token value = lexer_.next();
    if (value.kind == Token::kClose || value.kind == Token::kEnd)
      refuse(value, "a value for " + in_quotes(key.text));
    if (value.kind == Token::kWord && scan_number(value.text).kind == Scanned::kNotANumber) {
      if (!lexer_.at_line_end()) refuse(value, "a number, '[' or a text in quotes");
      ++unquoted_;
    }
    return value;
  }
  /// The key of the list's next pair; nullopt at its ']'.
  std::optional<Token> next_key() {
    Token key = lexer_.next();
    if (key.kind == Token::kClose) return std::nullopt;
    if (key.kind != Token::kWord) refuse(key, "a key or ']'");
    return key;
  }
  /// Skips the list that `value` opens, if it opens one; `depth` brackets are then open.
  void skip(const Token& value, int depth) {
    if (value.kind != Token::kOpen) return;
    const int outside = depth - 1;
    while (depth > outside) {
      if (depth > kMaxDepth)
        throw LimitError(to_string(value.place) + ": more than 64 levels of brackets");
      const auto key = next_key();
      if (!key) {
        --depth;
      } else if (value_of(*key).kind == Token::kOpen) {
        ++depth;
      }
    }
  }

  void graph() {
    while (const auto key = next_key()) {
      const Token value = value_of(*key);
      if (key->text == "directed") {
        if (value.text != "0" && value.text != "1") {
          throw DataError(value.place,
                          fmt::format("expected 0 or 1 for 'directed', found {} — correct it",
                                      in_quotes(value.text)));
        }
        builder_.set_directed(value.text == "1", value.place.line);
      } else if (key->text == "node") {
        open(value);
        node(*key);
      } else if (key->text == "edge") {
        open(value);
        edge(*key);
      } else {
        skip(value, 2);
      }
    }
  }

  static void take_once(std::optional<Token>& slot, Token value, std::string_view what) {
    if (value.kind == Token::kOpen) refuse(value, fmt::format("an id for '{}'", what));
    if (slot)
      throw DataError(value.place,
                      fmt::format("expected one '{}', found a second — keep one", what));
    slot = std::move(value);
  }

  void node(const Token& where) {
    std::optional<Token> id;
    std::vector<std::pair<std::size_t, Token>> classes;
    while (const auto key = next_key()) {
      Token value = value_of(*key);
      const std::size_t rank = key->text == "label" && builder_.options().class_attribute.empty()
                                   ? ClassAttribute::kNone  // label is a title
                                   : class_.rank(key->text);
      if (key->text == "id") {
        take_once(id, std::move(value), "id");
      } else if (rank < ClassAttribute::kNone && value.kind != Token::kOpen) {
        classes.emplace_back(rank, std::move(value));
      } else {
        skip(value, 3);
      }
    }
    if (!id)
      throw DataError(where.place,
                      "expected an id in this node, found none — give every node an id");
    const Node node = nodes_.declare(id->text, id->place);
    for (const auto& [rank, value] : classes) {
      class_.add(rank, node, value.text, value.place);
    }
  }

  void edge(const Token& where) {
    std::optional<Token> source, target, weight, value_key;
    while (const auto key = next_key()) {
      Token value = value_of(*key);
      if (key->text == "source") {
        take_once(source, std::move(value), "source");
      } else if (key->text == "target") {
        take_once(target, std::move(value), "target");
      } else if (key->text == "weight") {
        take_once(weight, std::move(value), "weight");
      } else if (key->text == "value" && value.kind == Token::kWord) {
        take_once(value_key, std::move(value), "value");
      } else {
        skip(value, 3);
      }
    }
    if (!source || !target) {
      throw DataError(
          where.place,
          fmt::format(
              "expected a source and a target in this edge, found no {} — complete the edge",
              source ? "target" : "source"));
    }
    if (!weight) weight = std::move(value_key);
    const auto w = weight ? scan_weight(weight->text, weight->place, builder_) : 1.0;
    const Node u = nodes_.refer(source->text, [&] { return source->place; });
    const Node v = nodes_.refer(target->text, [&] { return target->place; });
    if (w) builder_.add_edge(u, v, *w, where.place.line, where.place.column);
  }

  GmlLexer lexer_;
  GraphBuilder& builder_;
  NodeList nodes_;
  ClassAttribute class_;
  std::string name_;
  std::uint64_t unquoted_ = 0;
};

/// True for `key [`, or `graph` followed by `[`, possibly after other keys: only GML opens lists
/// so.
bool is_gml(std::string_view head) {
  for (std::size_t at = head.find("graph"); at != head.npos; at = head.find("graph", at + 1)) {
    const bool begins = at == 0 || head[at - 1] == '\n' || head[at - 1] == '\r' ||
                        head[at - 1] == ' ' || head[at - 1] == '\t';
    if (begins && without_blanks_in_front(head.substr(at + 5)).starts_with('[')) return true;
  }
  return false;
}

}  // namespace

GraphFormat formats::gml() {
  return {.name = "GML",
          .ending = ".gml",
          .recognises = [](const FileHead& head) { return is_gml(head.bytes); },
          .read = [](Input& input, GraphBuilder& builder) { GmlReader(input, builder).read(); },
          .class_attribute = true};
}

}  // namespace querent
