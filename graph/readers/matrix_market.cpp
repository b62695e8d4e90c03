// SPDX-License-Identifier: Apache-2.0
// The Matrix Market exchange format, coordinate part (Boisvert, Pozo, Remington, NISTIR 5935,
// 1996):
//   %%MatrixMarket matrix coordinate FIELD SYMMETRY
//   % comments
//   ROWS COLUMNS ENTRIES
//   i j [value]        ENTRIES times, from 1; only i >= j for a symmetric matrix
// Nodes are "1" … "n". A general matrix that is not symmetric is a directed graph.
#include <algorithm>
#include <array>
#include <vector>

#include <fmt/format.h>

#include <querent/datasets/text/fields.hpp>
#include <querent/datasets/text/number.hpp>
#include <querent/graph/formats.hpp>
#include <querent/graph/readers/symmetry.hpp>
#include <querent/graph/readers/weight.hpp>

namespace querent {

namespace {

class MatrixMarketReader {
 public:
  MatrixMarketReader(Input& input, GraphBuilder& builder) : reader_(input), builder_(builder) {}

  void read() {
    builder_.report().format = "Matrix Market";
    read_banner();
    read_size();
    std::string_view line;
    while (next_line(line)) read_entry(line);
    if (read_ != entries_ && builder_.errors().empty()) {
      throw DataError({reader_.name(), reader_.line_number() + 1, 1},
                      fmt::format("expected {} entries as stated in line {}, found {} — the file "
                                  "is truncated, or the count is wrong",
                                  entries_, size_line_, read_));
    }
    if (!builder_.errors().empty()) return;
    make_nodes(n_, size_place_);
    if (!symmetric_) return add_general();
    for (const Entry& e : held_) builder_.add_edge(e.i, e.j, e.weight, e.line);
  }

 private:
  struct Entry {
    Node i, j;
    double weight;
    std::uint64_t line;
  };

  /// The next non-blank line.
  bool next_line(std::string_view& line) {
    while (reader_.next(line)) {
      const std::string_view text = trimmed(line);
      if (!text.empty() && (text[0] != '%' || reader_.line_number() == 1)) return true;
    }
    return false;
  }

  void read_banner() {
    std::string_view line;
    const bool any = reader_.next(line);
    const auto& fields = splitter_.split(any ? line : "", Separator::kBlanks, reader_);
    if (!any || fields.empty() || fields[0] != "%%MatrixMarket") {
      throw DataError({reader_.name(), 1, 1},
                      fmt::format("expected the line %%MatrixMarket matrix coordinate …, found {} "
                                  "— is it a Matrix Market file?",
                                  any ? in_quotes(line) : "an empty file"));
    }
    expect_word(1, {"matrix"}, "only matrices are graphs");
    expect_word(
        2, {"coordinate"},
        "write the matrix as sparse coordinates (scipy.io.mmwrite of a scipy.sparse matrix)");
    const std::string_view field =
        expect_word(3, {"pattern", "real", "integer", "double"}, "edge weights are real numbers");
    pattern_ = field == "pattern";
    symmetric_ = expect_word(4, {"general", "symmetric"},
                             "an undirected graph's matrix is symmetric") == "symmetric";
    if (fields.size() > 5) {
      throw DataError(splitter_.place(5, reader_),
                      fmt::format("expected the banner's end, found {} — the banner has five words",
                                  in_quotes(fields[5])));
    }
  }

  /// The element of `known` equal to word k of the banner, ignoring case.
  std::string_view expect_word(std::size_t k, std::initializer_list<std::string_view> known,
                               std::string_view remedy) {
    const auto& fields = splitter_.fields();
    const auto same = [](char a, char b) {
      return a == b || (b >= 'A' && b <= 'Z' && a == b + ('a' - 'A'));
    };
    if (k < fields.size()) {
      for (const std::string_view word : known) {
        if (std::equal(word.begin(), word.end(), fields[k].begin(), fields[k].end(), same))
          return word;
      }
      throw DataError(splitter_.place(k, reader_),
                      fmt::format("expected {}, found {} — {}", fmt::join(known, " or "),
                                  in_quotes(fields[k]), remedy));
    }
    const std::string_view last = fields.back();
    throw DataError(reader_.place_of(last.substr(last.size())),
                    fmt::format("expected {}, found the end of the line — {}",
                                fmt::join(known, " or "), remedy));
  }

  void read_size() {
    std::string_view line;
    if (!next_line(line)) {
      throw DataError({reader_.name(), reader_.line_number() + 1, 1},
                      "expected the line ROWS COLUMNS ENTRIES, found the end of the file — the "
                      "file is truncated");
    }
    const auto& fields = splitter_.split(line, Separator::kBlanks, reader_);
    std::array<std::uint64_t, 3> size{};
    const auto refuse = [&](const Place& place) {
      return DataError(
          place,
          fmt::format(
              "expected three whole numbers ROWS COLUMNS ENTRIES, found {} — correct the size line",
              in_quotes(line)));
    };
    for (std::size_t k = 0; k < 3; ++k) {
      const std::int64_t number = k < fields.size() ? scan_integer(fields[k]).value_or(-1) : -1;
      if (number < 0) throw refuse(splitter_.place(k, reader_));
      size[k] = static_cast<std::uint64_t>(number);
    }
    if (fields.size() > 3) throw refuse(splitter_.place(3, reader_));
    n_ = size[0];
    entries_ = size[2];
    size_line_ = reader_.line_number();
    size_place_ = splitter_.place(0, reader_);
    if (size[1] != n_) {
      throw DataError(splitter_.place(1, reader_),
                      fmt::format("expected a square matrix, found {} rows and {} columns — the "
                                  "matrix of a graph has one row and one column per node",
                                  n_, size[1]));
    }
  }

  void read_entry(std::string_view line) {
    const auto& fields = splitter_.split(line, Separator::kBlanks, reader_);
    if (++read_ > entries_) {
      throw DataError(splitter_.place(0, reader_),
                      fmt::format("expected {} entries as stated in line {}, found one more — "
                                  "correct the count on line {}",
                                  entries_, size_line_, size_line_));
    }
    const std::size_t width = pattern_ ? 2 : 3;
    if (fields.size() != width) {
      builder_.errors().add(
          splitter_.place(width, reader_),
          fmt::format("expected {} as stated in the banner, found {} — write one entry per line",
                      pattern_ ? "a row and a column" : "a row, a column and a value",
                      in_quotes(line)));
      return;
    }
    std::array<std::uint64_t, 2> at{};
    for (std::size_t k = 0; k < 2; ++k) {
      const std::int64_t number = scan_integer(fields[k]).value_or(0);
      if (number < 1 || static_cast<std::uint64_t>(number) > n_) {
        builder_.errors().add(
            splitter_.place(k, reader_),
            fmt::format(
                "expected a whole number from 1 to {}, found {} — rows and columns count from 1",
                n_, in_quotes(fields[k])));
        return;
      }
      at[k] = static_cast<std::uint64_t>(number);
    }
    if (symmetric_ && at[0] < at[1]) {
      builder_.errors().add(splitter_.place(0, reader_),
                            fmt::format("expected an entry on or below the diagonal of a symmetric "
                                        "matrix, found row {} column {} "
                                        "— write 'general' in line 1, or the lower triangle only",
                                        at[0], at[1]));
      return;
    }
    const auto weight =
        pattern_ ? 1.0 : scan_weight(fields[2], splitter_.place(2, reader_), builder_);
    if (!weight) return;
    const Node i = static_cast<Node>(at[0] - 1);
    const Node j = static_cast<Node>(at[1] - 1);
    const std::uint64_t last = std::max(at[0], at[1]);
    if (!symmetric_) symmetry_.add(i, j, *weight);
    if (symmetric_ && last <= most_nodes()) {
      make_nodes(last, splitter_.place(0, reader_));
      builder_.add_edge(i, j, *weight, reader_.line_number());
    } else {
      held_.push_back({i, j, *weight, reader_.line_number()});
    }
  }

  /// Nodes that the entries read so far allow: an entry may come long before others of its row.
  std::uint64_t most_nodes() const { return kFreeNodes + 64 * read_; }

  /// A general matrix is known to be symmetric only after its last entry; S_ij and S_ji are then
  /// one edge, not an edge and its duplicate.
  void add_general() {
    const bool once = symmetry_.symmetric();
    builder_.set_directed(!once, 1);  // "general" is in line 1
    std::uint64_t mirrors = 0;
    for (const Entry& e : held_) {
      if (once && e.i > e.j && e.weight != 0)
        ++mirrors;
      else
        builder_.add_edge(e.i, e.j, e.weight, e.line);
    }
    builder_.report().lines += mirrors;
    if (mirrors > 0) {
      builder_.report().notes.emplace_back(
          "the general matrix is symmetric: each edge is stored twice");
    }
  }

  /// Adds nodes up to "count", in the matrix's order.
  void make_nodes(std::uint64_t count, const Place& place) {
    if (count > builder_.num_nodes() && count > most_nodes()) {
      throw LimitError(
          fmt::format("{}: expected at most {} rows for {} entries, found {} — almost every node "
                      "would be isolated: "
                      "number the nodes without gaps",
                      to_string(place), most_nodes(), read_, n_));
    }
    for (std::uint64_t id = builder_.num_nodes() + 1; id <= count; ++id) builder_.node(id);
  }

  LineReader reader_;
  GraphBuilder& builder_;
  FieldSplitter splitter_;
  bool pattern_ = false;
  bool symmetric_ = false;
  std::uint64_t n_ = 0;
  std::uint64_t entries_ = 0;
  std::uint64_t read_ = 0;
  std::uint64_t size_line_ = 0;
  Place size_place_;
  Symmetry symmetry_;
  std::vector<Entry> held_;  // of a general matrix, and those whose nodes do not exist yet
};

}  // namespace

GraphFormat formats::matrix_market() {
  return {
      .name = "Matrix Market",
      .ending = ".mtx",
      .recognises = [](const FileHead& head) { return head.bytes.starts_with("%%MatrixMarket"); },
      .read = [](Input& input,
                 GraphBuilder& builder) { MatrixMarketReader(input, builder).read(); }};
}

}  // namespace querent
