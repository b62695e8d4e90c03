// SPDX-License-Identifier: Apache-2.0
#include <querent/graph/readers/edge_list.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include <querent/datasets/fields.hpp>
#include <querent/datasets/number.hpp>

namespace querent {

namespace {

constexpr std::size_t kNoColumn = EdgeListLayout::kNoColumn;

std::string lower(std::string_view text) {
  std::string result(text);
  for (char& c : result) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
  return result;
}

template <std::size_t N>
bool one_of(std::string_view word, const std::array<std::string_view, N>& words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

class EdgeListReader {
 public:
  EdgeListReader(Input& input, GraphBuilder& builder, EdgeListLayout& layout)
      : lines_(input), builder_(builder), layout_(layout) {
    lines_.skip(0, layout.lines);
  }

  void read() {
    std::string_view line;
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
  }

 private:
  /// The separator of the first record is that of the file.
  Separator separator_of(std::string_view line) {
    if (line.find('\t') != line.npos) {
      const std::size_t by_tab = split_.split(line, Separator::kTab, lines_).size();
      const auto& by_blank = split_.split(line, Separator::kBlanks, lines_);
      // "Mr. Hi<tab>John A" has ids with blanks; "1 2<tab>0.5" has not
      const bool ids_with_blanks =
          by_blank.size() > 3 || (by_blank.size() == 3 && by_tab == 2 &&
                                  scan_number(by_blank[2]).kind == Scanned::kNotANumber);
      return by_blank.size() == by_tab || ids_with_blanks ? Separator::kTab : Separator::kBlanks;
    }
    return line.find(',') == line.npos ? Separator::kBlanks : Separator::kComma;
  }

  /// Column names ("source,target,weight", Gephi's "Source,Target,Type,Id,Label,Weight") say which
  /// columns matter.
  bool header(const std::vector<std::string_view>& fields) {
    static constexpr std::array<std::string_view, 17> kFrom{
        "source", "from",  "src",    "fromnodeid", "from_node", "node1", "node_1",  "id1",   "id_1",
        "head",   "start", "citing", "parent",     "user1",     "a1",    "author1", "node_a"};
    static constexpr std::array<std::string_view, 19> kTo{
        "target", "to",      "dst",  "tonodeid",    "to_node", "node2", "node_2",
        "id2",    "id_2",    "tail", "end",         "cited",   "child", "user2",
        "a2",     "author2", "dest", "destination", "node_b"};
    static constexpr std::array<std::string_view, 4> kWeight{"weight", "weights", "w", "value"};
    std::size_t from = kNoColumn, to = kNoColumn, weight = kNoColumn;
    for (std::size_t k = 0; k < fields.size(); ++k) {
      const std::string name = lower(fields[k]);
      if (from == kNoColumn && one_of(name, kFrom))
        from = k;
      else if (to == kNoColumn && one_of(name, kTo))
        to = k;
      else if (weight == kNoColumn && one_of(name, kWeight))
        weight = k;
    }
    if (from == kNoColumn || to == kNoColumn) return false;
    layout_.from = from;
    layout_.to = to;
    layout_.weight = weight;
    return true;
  }

  /// What SNAP and KONECT say in comments.
  void comment(std::string_view text) {
    if (layout_.columns > 0) return;
    const std::string words = lower(text);
    if (words.starts_with("# directed graph")) builder_.set_directed(true, lines_.line_number());
    if (!words.starts_with("%")) return;
    const std::string_view rest = trimmed(std::string_view(words).substr(1));
    if (rest.starts_with("bip ")) {
      throw DataError(
          lines_.place_of(text),
          "expected a graph on one set of nodes, found KONECT's mark of a bipartite one — "
          "project it onto one side first");
    }
    if (rest.starts_with("asym ")) builder_.set_directed(true, lines_.line_number());
    layout_.konect = layout_.konect || rest.starts_with("asym ") || rest.starts_with("sym ");
  }

  void first_record(std::string_view line) {
    layout_.separator = separator_of(line);
    const auto& fields = split_.split(line, layout_.separator, lines_);
    layout_.columns = fields.size();
    if (header(fields)) {
      is_header_ = true;
      builder_.report().notes.push_back(fmt::format("line {} is a header", lines_.line_number()));
    } else {
      layout_.weight = layout_.columns >= 3 ? 2 : kNoColumn;
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
    const auto& fields = split_.split(line, layout_.separator, lines_);
    const bool default_columns = layout_.from == 0 && layout_.to == 1 &&
                                 (layout_.weight == kNoColumn || layout_.weight == 2);
    const std::size_t most =
        std::max<std::size_t>(default_columns ? (layout_.konect ? 4 : 3) : layout_.columns, 2);
    if (fields.size() < 2 || fields.size() > most || fields.size() != layout_.columns)
      return wrong_columns(fields, most);
    double weight = 1;
    if (!checked_id(layout_.from) || !checked_id(layout_.to)) return;
    if (layout_.weight != kNoColumn && !checked_weight(fields[layout_.weight], weight)) return;
    const Node u = builder_.node(fields[layout_.from]);
    const Node v = builder_.node(fields[layout_.to]);
    builder_.add_edge(u, v, weight, lines_.line_number(), line.find_first_not_of(" \t") + 1);
  }

  void wrong_columns(const std::vector<std::string_view>& fields, std::size_t most) {
    auto& errors = builder_.errors();
    if (fields.size() < 2) {
      errors.add(split_.place(0, lines_),
                 fmt::format("expected two node ids separated by {}, found {}", separator_name(),
                             in_quotes(fields[0])));
    } else if (fields.size() > most) {
      errors.add(split_.place(most, lines_),
                 fmt::format("expected two node ids and perhaps a weight, found a column more: {}",
                             in_quotes(fields[most])));
    } else {
      const std::size_t at = std::min(fields.size(), layout_.columns);
      errors.add(split_.place(std::min(at, fields.size() - 1), lines_),
                 fmt::format("expected {} columns as on line {}, found {}", layout_.columns,
                             layout_.first_line, fields.size()));
    }
    if (layout_.first_line == lines_.line_number() && (fields.size() < 2 || fields.size() > most))
      layout_.columns = 0;
  }

  std::string_view separator_name() const {
    return layout_.separator == Separator::kComma ? "a comma"
           : layout_.separator == Separator::kTab ? "a tab"
                                                  : "a blank, a tab or a comma";
  }

  bool checked_id(std::size_t k) {
    const std::string_view id = fields()[k];
    if (!id.empty() && id.size() <= NodeIds::kMaxBytes) return true;
    builder_.errors().add(
        split_.place(k, lines_),
        id.empty() ? std::string("expected a node id, found an empty column")
                   : fmt::format("expected a node id of at most {} bytes, found {} bytes",
                                 NodeIds::kMaxBytes, id.size()));
    return false;
  }

  bool checked_weight(std::string_view token, double& weight) {
    const Scanned scanned = scan_number(token);
    std::string complaint;
    if (scanned.kind == Scanned::kNotANumber) {
      complaint =
          fmt::format("expected a number as the weight of an edge, found {}", in_quotes(token));
    } else if (scanned.kind != Scanned::kNumber && scanned.kind != Scanned::kUnderflow) {
      complaint = "expected " + number_complaint(scanned, token) + " as the weight of an edge";
    } else if (scanned.value < 0) {
      complaint = fmt::format(
          "expected a weight of at least 0, found {} — a negative weight has no Laplacian: "
          "leave the edge out, or give its similarity",
          in_quotes(token));
    }
    weight = scanned.value;
    if (complaint.empty()) return true;
    builder_.errors().add(lines_.place_of(token), complaint);
    return false;
  }

  const std::vector<std::string_view>& fields() const { return split_.fields(); }

  /// Takes lines of the form `number number` or `number number weight` straight from the block in
  /// memory, as long as nothing about them is unusual; the first line that is, is left to record()
  /// and its messages.
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

  /// A decimal number of at most 19 digits without leading zeros: its digits are its name.
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
      return *p++ == (layout_.separator == Separator::kTab ? '\t' : ',');
    if (!blank(*p)) return false;
    while (p < end && blank(*p)) ++p;
    return true;
  }

  LineReader lines_;
  GraphBuilder& builder_;
  FieldSplitter split_;
  EdgeListLayout& layout_;
  bool is_header_ = false;
};

}  // namespace

void read_edge_list(Input& input, GraphBuilder& builder) {
  builder.report().format = "edge list";
  EdgeListLayout layout;
  read_edge_list(input, builder, layout);
}

void read_edge_list(Input& input, GraphBuilder& builder, EdgeListLayout& layout) {
  EdgeListReader(input, builder, layout).read();
}

}  // namespace querent
