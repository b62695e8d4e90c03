// SPDX-License-Identifier: Apache-2.0
#include <querent/graph/readers/edge_list.hpp>

#include <algorithm>
#include <charconv>
#include <limits>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include <querent/datasets/text/lowered.hpp>
#include <querent/datasets/text/number.hpp>
#include <querent/graph/formats.hpp>
#include <querent/graph/readers/table_header.hpp>

namespace querent {

namespace {

class EdgeListReader {
 public:
  EdgeListReader(Input& input, GraphBuilder& builder, EdgeListLayout& layout)
      : input_(input), lines_(input), builder_(builder), layout_(layout) {
    lines_.skip(0, layout.lines);
  }

  void read() {
    std::string_view line;
    if (layout_.columns == 0) head_ = without_byte_order_mark(input_.peek());
    for (;;) {
      if (layout_.columns > 0 && layout_.plain_columns) read_fast();
      if (!lines_.next(line)) break;
      const std::string_view text = trimmed(line);
      if (text.empty()) continue;
      if (text.front() == '#' || text.front() == '%') {
        comment(text);
      } else {
        record(line);
      }
    }
    layout_.lines = lines_.line_number();
    doubt_the_first_line();
    doubt_the_comments();
  }

 private:
  /// The separator of the first record is used for the whole file.
  Separator separator_of(std::string_view line) {
    if (builder_.options().delimiter != 0)
      return static_cast<Separator>(builder_.options().delimiter);
    const std::string rest = outside_quotes(line);
    if (rest.find('\t') != rest.npos) {
      const std::size_t by_tab = split_.split(line, Separator::kTab, lines_).size();
      const auto& by_blank = split_.split(line, Separator::kBlanks, lines_);
      // "Mr. Hi<tab>John A" and "P1<tab>Cluster 3" contain ids with blanks; "1 2<tab>0.5" does not
      const bool ids_with_blanks =
          by_blank.size() > 3 ||
          (by_blank.size() == 3 && by_tab == 2 && !has_weights_at_blanks(line, head_, lines_));
      return by_blank.size() == by_tab || ids_with_blanks ? Separator::kTab : Separator::kBlanks;
    }
    if (rest.find(';') != rest.npos) return Separator::kSemicolon;
    if (rest.find(',') == rest.npos) return Separator::kBlanks;
    // a decimal comma (0,5) if blanks separate the columns
    const auto& fields = split_.split(line, Separator::kBlanks, lines_);
    return fields.size() == 3 && is_decimal_comma(fields[2]) ? Separator::kBlanks
                                                             : Separator::kComma;
  }

  /// Sets the columns named by the user or by the header; false if the line is not a header.
  bool header(const std::vector<std::string_view>& fields) {
    const ReadOptions& options = builder_.options();
    auto columns = edge_columns(fields);
    const bool named = columns.has_value();
    if (!columns) columns = EdgeColumns{.weight = fields.size() >= 3 ? 2 : kNoColumn};
    bool asked_by_name = false;
    const auto choose = [&](const std::string& asked, std::string_view option, std::size_t& to) {
      asked_by_name |= choose_column(asked, fields, option, lines_.place_of_line(), to);
    };
    if (!named && !(options.source_column.empty() && options.target_column.empty()))
      columns->weight = kNoColumn;
    choose(options.source_column, "source_column", columns->from);
    choose(options.target_column, "target_column", columns->to);
    if (options.without_weights()) {
      columns->weight = kNoColumn;
    } else {
      choose(options.weight_column, "weight_column", columns->weight);
    }
    if (columns->from == columns->to || columns->weight == columns->from ||
        columns->weight == columns->to) {
      throw DataError(
          lines_.place_of_line(),
          "expected two columns of ids, and another of weights, found one named twice — "
          "name the others, too: source_column, target_column");
    }
    layout_.from = columns->from;
    layout_.to = columns->to;
    layout_.weight = columns->weight;
    layout_.named = named || asked_by_name;
    const auto type = std::ranges::find(fields, "Type");
    if (layout_.named && type != fields.end())
      layout_.type = static_cast<std::size_t>(type - fields.begin());
    if (!layout_.named) return words_above_numbers(head_, fields);
    if (layout_.weight == kNoColumn && options.weight_column.empty()) {
      weight_ = find_weight(head_, fields, *columns, layout_.separator, lines_);
      layout_.weight = weight_.column;
    }
    return true;
  }

  /// Interprets the comments of SNAP and KONECT.
  void comment(std::string_view text) {
    if (text.front() == '#' && text.find_first_of(" \t#!", 1) != 1 && text.size() > 1 &&
        id_like_++ == 0)
      id_like_line_ = lines_.line_number();
    if (layout_.columns > 0) return;
    const std::string words = lowered(text);
    const bool undirected = words.starts_with("# undirected graph");
    if (undirected || words.starts_with("# directed graph"))
      builder_.set_directed(!undirected, lines_.line_number());
    if (!words.starts_with("%")) return;
    const std::string_view rest = trimmed(std::string_view(words).substr(1));
    const std::string_view format = rest.substr(0, rest.find_first_of(" \t"));
    if (format == "bip") {
      throw DataError(
          lines_.place_of(text),
          "expected a graph on one set of nodes, found KONECT's mark of a bipartite one — "
          "project it onto one side first");
    }
    if (format == "asym" || format == "sym")
      builder_.set_directed(format == "asym", lines_.line_number());
    layout_.konect = layout_.konect || format == "asym" || format == "sym";
  }

  void first_record(std::string_view line) {
    layout_.networkx = dictionary_of(line) != line.npos;
    line = line.substr(0, dictionary_of(line));
    layout_.separator = separator_of(line);
    const auto& fields = split_.split(line, layout_.separator, lines_);
    layout_.columns = fields.size();
    if (header(fields)) {
      is_header_ = true;
      builder_.report().notes.push_back(
          fmt::format("line {} is a header: {} and {} are the ids{}", lines_.line_number(),
                      in_quotes(fields[layout_.from]), in_quotes(fields[layout_.to]),
                      layout_.weight == weight_.column
                          ? weight_note(weight_, fields)
                          : ", " + in_quotes(fields[layout_.weight]) + " is the weight"));
    }
    layout_.plain_columns = layout_.from == 0 && layout_.to == 1 && layout_.columns <= 3 &&
                            (layout_.columns == 2 || layout_.weight == 2);
  }

  void record(std::string_view line) {
    if (layout_.columns == 0) {
      first_record(line);
      layout_.first_line = lines_.line_number();
      if (std::exchange(is_header_, false)) return;
    }
    std::string_view attributes;
    if (layout_.networkx) {
      const std::size_t at = std::min(dictionary_of(line), line.size());
      attributes = line.substr(at);
      line = line.substr(0, at);
    }
    const auto& fields = split_.split(line, layout_.separator, lines_);
    const bool default_columns = !layout_.named && layout_.from == 0 && layout_.to == 1 &&
                                 (layout_.weight == kNoColumn || layout_.weight == 2);
    const std::size_t most =
        std::max<std::size_t>(default_columns ? (layout_.konect ? 4 : 3) : layout_.columns, 2);
    if (fields.size() < 2 || fields.size() > most || fields.size() != layout_.columns)
      return wrong_columns(fields, most);
    double weight = 1;
    if (!checked_id(layout_.from) || !checked_id(layout_.to)) return;
    if (layout_.weight != kNoColumn &&
        !checked_weight(fields[layout_.weight], split_.place(layout_.weight, lines_), weight))
      return;
    if (const auto text = weight_in(attributes);
        !text.empty() && !checked_weight(text, lines_.place_of(text), weight))
      return;
    if (layout_.type != kNoColumn && !checked_type(fields[layout_.type])) return;
    const Node u = builder_.node(fields[layout_.from]);
    const Node v = builder_.node(fields[layout_.to]);
    builder_.add_edge(u, v, weight, lines_.line_number(), line.find_first_not_of(" \t") + 1);
    if (records_++ == 0) {
      first_ = {u, v};
      first_line_ = lines_.line_number();
      first_is_words_ = scan_number(fields[layout_.from]).kind == Scanned::kNotANumber &&
                        scan_number(fields[layout_.to]).kind == Scanned::kNotANumber;
    } else {
      first_again_ = first_again_ || u == first_.first || u == first_.second || v == first_.first ||
                     v == first_.second;
    }
  }

  /// Position of the dictionary that NetworkX writes after an edge by default, "1 2 {'weight': 3}";
  /// npos if absent.
  static std::size_t dictionary_of(std::string_view line) {
    const std::string_view text = trimmed(line);
    if (!text.ends_with('}')) return line.npos;
    const std::size_t at = line.find('{');
    if (at == 0 || at == line.npos) return line.npos;
    return line[at - 1] == ' ' || line[at - 1] == '\t' || line[at - 1] == ',' ? at : line.npos;
  }

  /// Returns "3" for "{'weight': 3, 'since': 2001}".
  static std::string_view weight_in(std::string_view attributes) {
    constexpr std::string_view kKey = "'weight':";
    const std::size_t at = attributes.find(kKey);
    if (at == attributes.npos) return {};
    std::string_view value = trimmed(attributes.substr(at + kKey.size()));
    return trimmed(value.substr(0, value.find_first_of(",}")));
  }

  /// A comment "#covid mask" looks like an edge.
  void doubt_the_comments() {
    if (id_like_ == 0) return;
    builder_.report().notes.push_back(
        fmt::format("lines with # directly before a word are comments: {} (line {}) — if they are "
                    "edges, put ids that begin with # in quotes",
                    id_like_, id_like_line_));
  }

  /// A header of words above lines of words looks like an edge.
  void doubt_the_first_line() {
    if (head_.empty() || !first_is_words_ || first_again_ || records_ < 10) return;
    const auto& names = builder_.names();
    builder_.report().notes.push_back(fmt::format(
        "line {} was taken for an edge, though no other line names {} or {} — if it is a "
        "header, give source_column and target_column",
        first_line_, in_quotes(names[first_.first]), in_quotes(names[first_.second])));
  }

  void wrong_columns(const std::vector<std::string_view>& fields, std::size_t most) {
    auto& errors = builder_.errors();
    if (fields.size() < 2) {
      const bool none = fields.empty();  // the line holds only a dictionary of NetworkX
      errors.add(none ? lines_.place_of_line() : split_.place(0, lines_),
                 fmt::format("expected two node ids separated by {}, found {} — {}",
                             separator_name(), none ? "none" : in_quotes(fields[0]), remedy()));
    } else if (fields.size() > most) {
      errors.add(split_.place(most, lines_),
                 fmt::format("expected two node ids and perhaps a weight, found a column more: {} "
                             "— {}",
                             in_quotes(fields[most]), remedy()));
    } else {
      const std::size_t at = std::min(fields.size(), layout_.columns);
      errors.add(split_.place(std::min(at, fields.size() - 1), lines_),
                 fmt::format("expected {} columns as on line {}, found {} — {}", layout_.columns,
                             layout_.first_line, fields.size(), remedy()));
    }
    const bool again = errors.count() < ErrorList::kShown;  // bounds the scans of the head
    if (again && layout_.first_line == lines_.line_number() &&
        (fields.size() < 2 || fields.size() > most))
      layout_.columns = 0;
  }

  std::string_view remedy() const {
    return layout_.columns > 2 || fields().size() > 2
               ? "name the columns (source_column, target_column, weight_column); rows of "
                 "features are read by as=vectors, a node and all its neighbours by adjacency=true"
               : "an edge is two ids and perhaps a weight; quote an id that holds the separator";
  }

  std::string separator_name() const {
    return layout_.separator == Separator::kBlanks && builder_.options().delimiter == 0
               ? "a blank, a tab, a comma or a semicolon"
               : name_of(layout_.separator);
  }

  bool checked_id(std::size_t k) {
    const std::string_view id = fields()[k];
    if (!id.empty() && id.size() <= NodeIds::kMaxBytes) return true;
    builder_.errors().add(
        split_.place(k, lines_),
        id.empty()
            ? std::string("expected a node id, found an empty column — fill it in, or drop the "
                          "edge")
            : fmt::format("expected a node id of at most {} bytes, found {} bytes — give the "
                          "nodes short ids",
                          NodeIds::kMaxBytes, id.size()));
    return false;
  }

  /// Gephi writes whether an edge is directed; the first edge decides, since a graph cannot be both.
  bool checked_type(std::string_view type) {
    if (type != "Directed" && type != "Undirected") return true;
    if (directed_.value_or(type == "Directed") != (type == "Directed")) {
      builder_.errors().add(
          split_.place(layout_.type, lines_),
          fmt::format("expected edges that are all directed or all undirected, found {} — write "
                      "each undirected edge as two directed ones",
                      in_quotes(type)));
      return false;
    }
    if (!directed_) builder_.set_directed(type == "Directed", lines_.line_number());
    directed_ = type == "Directed";
    return true;
  }

  bool checked_weight(std::string_view token, const Place& place, double& weight) {
    const Scanned scanned = scan_number(token);
    std::string complaint = number_complaint(
        scanned, token,
        "correct the weight of the edge, or weight_column names another column; rows of features "
        "are read by as=vectors");
    if (!complaint.empty()) {
      complaint.insert(0, "expected the weight of an edge, ");
    } else if (scanned.value < 0) {
      complaint = fmt::format(
          "expected a weight of at least 0, found {} — a negative weight has no Laplacian: "
          "leave the edge out, or give its similarity",
          in_quotes(token));
    }
    weight = scanned.value;
    if (complaint.empty()) return true;
    builder_.errors().add(place, complaint);
    return false;
  }

  const std::vector<std::string_view>& fields() const { return split_.fields(); }

  /// Takes lines of the form `number number` or `number number weight` directly from the block in
  /// memory; the first unusual line is left to record() and its messages.
  void read_fast() {
    const std::string_view block = lines_.ahead();
    const char* const end = block.data() + block.size();
    const char* line = block.data();
    const std::uint64_t first_line = lines_.line_number() + 1;
    std::uint64_t count = 0;
    for (const char* p = line; p < end;) {
      std::uint64_t u = 0, v = 0;
      double weight = 1;
      if (!fast_number(p, end, u) || !fast_separator(p, end) || !fast_number(p, end, v)) break;
      if (layout_.columns == 3) {
        if (!fast_separator(p, end)) break;
        const auto [stop, error] = std::from_chars(p, end, weight);
        if (error != std::errc{} || !(weight >= 0 && weight <= std::numeric_limits<double>::max()))
          break;
        if (weight == 0) break;
        p = stop;
      }
      if (p < end && *p == '\r') ++p;
      if (p == end || *p != '\n') break;
      const Node from = builder_.node(u);
      const Node to = builder_.node(v);
      builder_.add_edge(from, to, weight, first_line + count);
      ++count;
      line = ++p;
    }
    lines_.skip(static_cast<std::size_t>(line - block.data()), count);
  }

  /// A decimal number of at most 19 digits without leading zeros; its digits are its name.
  static bool fast_number(const char*& p, const char* end, std::uint64_t& number) {
    const char* const begin = p;
    for (; p < end; ++p) {
      const auto digit = static_cast<unsigned char>(*p - '0');
      if (digit > 9) break;
      number = 10 * number + digit;
    }
    const auto length = p - begin;
    return length > 0 && length <= 19 && (*begin != '0' || length == 1);
  }

  bool fast_separator(const char*& p, const char* end) const {
    const auto blank = [](char c) { return c == ' ' || c == '\t'; };
    if (p == end) return false;
    if (layout_.separator != Separator::kBlanks)
      return *p++ == static_cast<char>(layout_.separator);
    if (!blank(*p)) return false;
    while (p < end && blank(*p)) ++p;
    return true;
  }

  Input& input_;
  LineReader lines_;
  GraphBuilder& builder_;
  FieldSplitter split_;
  EdgeListLayout& layout_;
  std::string head_;  // beginning of the file
  WeightColumn weight_;
  bool is_header_ = false;
  std::uint64_t records_ = 0, first_line_ = 0;  // records that are not plain numbers
  std::uint64_t id_like_ = 0,
                id_like_line_ = 0;  // comments that may be edges, the first one's line
  std::pair<Node, Node> first_{0, 0};
  bool first_is_words_ = false, first_again_ = false;
  std::optional<bool> directed_;  // by the column Type
};

}  // namespace

void read_edge_list(Input& input, GraphBuilder& builder) {
  builder.report().format = "edge list";
  // without a declaration, the edges are directed if this option is given
  builder.set_directed(builder.options().symmetrize != Symmetrize::kRefuse);
  EdgeListLayout layout;
  read_edge_list(input, builder, layout);
}

void read_edge_list(Input& input, GraphBuilder& builder, EdgeListLayout& layout) {
  EdgeListReader(input, builder, layout).read();
}

GraphFormat formats::edge_list() {
  return {.name = "edge list",
          .holds = Holds::kPlainText,
          .recognises = [](const FileHead&) { return true; },
          .read = read_edge_list};
}

}  // namespace querent
