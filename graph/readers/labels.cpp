// SPDX-License-Identifier: Apache-2.0
#include <querent/graph/readers/labels.hpp>

#include <algorithm>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <querent/datasets/text/fields.hpp>
#include <querent/datasets/text/lowered.hpp>
#include <querent/graph/builder.hpp>
#include <querent/graph/readers/matrix_entries.hpp>
#include <querent/graph/readers/table_header.hpp>

namespace querent {

namespace {

// Assigns `count` labels without ids: label i belongs to the node with id i, or i + 1 if the
// graph's ids are the numbers 1 … count, or else to the i-th node if the numbers match, with a
// note. Returns the node of each label. Throws DataError if the labels cannot be assigned.
std::vector<std::optional<Node>> set_labels_in_order(
    GraphBuilder& builder, std::uint64_t count,
    const std::function<std::string(std::uint64_t)>& label,
    const std::function<Place(std::uint64_t)>& place) {
  const std::uint64_t n = builder.num_nodes();
  const auto ids_from = [&](std::uint64_t base) {
    std::uint64_t found = 0;
    for (std::uint64_t i = 0; i < count; ++i)
      found += builder.find(std::to_string(base + i)).has_value();
    return found == n;
  };
  const bool from_0 = ids_from(0), from_1 = ids_from(1), numbers = from_0 || from_1;
  if ((from_0 && from_1 && n > 0) || (!numbers && count != n)) {
    throw DataError(
        place(count < n ? count - 1 : n),
        fmt::format("expected a label for each of {} nodes, found {} labels without ids{} — begin "
                    "each line with the node's id",
                    n, count,
                    numbers ? ", of which the first may be of the node 0 or of the node 1" : ""));
  }
  builder.report().notes.push_back(fmt::format("the labels have no ids: label 1 is of {}",
                                               numbers
                                                   ? fmt::format("the node {}", from_0 ? 0 : 1)
                                                   : std::string("the first node of the file")));
  std::vector<std::optional<Node>> order;
  for (std::uint64_t i = 0; i < count; ++i) {
    std::optional<Node> node = static_cast<Node>(i);
    if (numbers) {
      const std::string id = std::to_string(i + (from_0 ? 0 : 1));
      node = builder.find(id);
      if (!node && builder.options().nodes_from_labels) node = builder.node(id);
    }
    order.push_back(node);
    if (node) {
      builder.set_label(*node, label(i), place(i));
    } else {
      ++builder.report().labels_without_node;
    }
  }
  return order;
}

/// An empty line, a comment, or the first line of a partition of Pajek (.clu).
bool is_comment(std::string_view line) {
  return line.empty() || line.front() == '#' || line.front() == '%' ||
         (line.front() == '*' && lowered(line).starts_with("*vertices "));
}

/// Layout determined from the first lines: tab if one of them has a tab; else semicolon or comma if
/// all have one; else blanks.
struct Layout {
  Separator separator = Separator::kBlanks;
  bool ids = true;  // false: a line is only a label
};

Layout layout_of(std::string_view head, char delimiter) {
  if (delimiter != 0) return {static_cast<Separator>(delimiter)};
  bool any = false, comma = true, semicolon = true, alone = true, tab = false;
  while (!head.empty()) {
    const auto end = std::min(head.find_first_of("\r\n"), head.size());
    const std::string_view line = trimmed(head.substr(0, end));
    const bool last_and_cut = end == head.size() && any;
    head.remove_prefix(std::min(end + 1, head.size()));
    if (is_comment(line) || last_and_cut) continue;
    any = true;
    const std::string rest = outside_quotes(line);
    tab = tab || rest.find('\t') != rest.npos;
    comma = comma && rest.find(',') != rest.npos;
    semicolon = semicolon && rest.find(';') != rest.npos;
    alone = alone && rest.find_first_of(" \t,;") == rest.npos;
  }
  if (tab) return {Separator::kTab};
  if (any && semicolon) return {Separator::kSemicolon};
  if (any && comma) return {Separator::kComma};
  return {Separator::kBlanks, !(any && alone)};
}

class LabelReader {
 public:
  LabelReader(Input& input, GraphBuilder& builder, const Aliases& aliases)
      : layout_(layout_of(without_byte_order_mark(input.peek()), builder.options().delimiter)),
        lines_(input),
        builder_(builder),
        aliases_(aliases) {}

  std::vector<std::optional<Node>> read() {
    for (std::string_view line; lines_.next(line);) {
      const std::string_view text = trimmed(line);
      if (is_comment(text)) continue;
      if (layout_.ids) {
        record(line);
      } else {
        alone_.emplace_back(text);
        alone_lines_.push_back(lines_.line_number());
      }
    }
    if (layout_.ids) return std::move(order_);
    return set_labels_in_order(
        builder_, alone_.size(), [&](std::uint64_t i) { return alone_[i]; },
        [&](std::uint64_t i) {
          return Place{lines_.name(), alone_lines_[i], 1};
        });
  }

 private:
  /// True if the first line names the columns, which are then set.
  bool header() {
    const ReadOptions& options = builder_.options();
    const NodeColumns named = node_columns(fields_);
    bool asked_by_name = false;
    const auto choose = [&](const std::string& asked, std::string_view option, std::size_t& to) {
      asked_by_name |= choose_column(asked, fields_, option, lines_.place_of_line(), to);
    };
    if (fields_.size() > 2 && named.id != kNoColumn && named.label != kNoColumn) {
      id_ = named.id;
      label_ = named.label;
      asked_by_name = true;
    }
    choose(options.id_column, "id_column", id_);
    choose(options.label_column, "label_column", label_);
    if (id_ == label_) {
      throw DataError(lines_.place_of_line(),
                      "expected two columns, found one named twice — name the other, too: "
                      "id_column, label_column");
    }
    columns_named_ = fields_.size() > 2 &&
                     (asked_by_name || !options.id_column.empty() || !options.label_column.empty());
    const bool names = asked_by_name || fields_[id_].empty() || named.id == id_;
    return names && !builder_.find(fields_[id_]);
  }

  void record(std::string_view line) {
    split(line);
    if (fields_.size() < 2) {
      return complain(
          fmt::format("expected a node id and a label separated by {}, found {} — a line "
                      "is an id and its label",
                      name_of(layout_.separator), in_quotes(fields_[0])),
          0);
    }
    if (std::exchange(first_, false) && header()) {
      builder_.report().notes.push_back(
          fmt::format("line {} of the labels is a header: {} is the id, {} the label",
                      lines_.line_number(), in_quotes(fields_[id_]), in_quotes(fields_[label_])));
      return;
    }
    if (std::max(id_, label_) >= fields_.size()) {
      return complain(fmt::format("expected {} columns, found {} — quote a column that holds the "
                                  "separator",
                                  std::max(id_, label_) + 1, fields_.size()),
                      fields_.size() - 1);
    }
    const std::string_view id = fields_[id_];
    auto node = aliases_.find(id);
    if (!node && builder_.options().nodes_from_labels)
      node = builder_.node(id, lines_.place_of_line());
    if (!node) {
      order_.push_back(std::nullopt);
      if (builder_.options().lenient) {
        ++builder_.report().labels_without_node;
        return;
      }
      return complain(
          fmt::format("expected a node of the graph, found {} — nodes_from_labels=true "
                      "takes it as a node without edges, lenient=true leaves such lines out",
                      in_quotes(id)),
          id_);
    }
    order_.push_back(node);
    if (builder_.options().label_sets) {
      for (std::size_t k = 1; k < fields_.size(); ++k) add_to_set(*node, fields_[k]);
      return;
    }
    if (fields_.size() > 2 && !columns_named_) {
      return complain(
          fmt::format("expected one label, found another column: {} — name the columns: "
                      "id_column, label_column",
                      in_quotes(fields_[2])),
          2);
    }
    builder_.set_label(*node, fields_[label_], lines_.place_of_line());
  }

  void split(std::string_view line) {
    if (layout_.separator != Separator::kBlanks || trimmed(line).starts_with('"')) {
      fields_ = splitter_.split(line, layout_.separator, lines_);
      return;
    }
    // Everything after the id is the label, including blanks.
    const std::string_view text = trimmed(line);
    const std::size_t id_end = std::min(text.find_first_of(" \t"), text.size());
    fields_.assign(1, text.substr(0, id_end));
    if (id_end < text.size()) fields_.push_back(trimmed(text.substr(id_end)));
  }

  void add_to_set(Node node, std::string_view labels) {
    while (!labels.empty()) {
      const std::size_t end = std::min(labels.find(','), labels.size());
      builder_.add_label_to_set(node, trimmed(labels.substr(0, end)));
      labels.remove_prefix(std::min(end + 1, labels.size()));
    }
  }

  void complain(const std::string& message, std::size_t field) {
    const Place place = layout_.separator == Separator::kBlanks ? lines_.place_of(fields_[field])
                                                                : splitter_.place(field, lines_);
    builder_.errors().add(place, message);
  }

  Layout layout_;
  LineReader lines_;
  GraphBuilder& builder_;
  const Aliases& aliases_;
  FieldSplitter splitter_;
  std::vector<std::string_view> fields_;
  std::vector<std::optional<Node>> order_;
  bool first_ = true;
  std::size_t id_ = 0, label_ = 1;
  bool columns_named_ = false;      // names of more than two columns were given
  std::vector<std::string> alone_;  // labels without ids
  std::vector<std::uint64_t> alone_lines_;
};

}  // namespace

std::vector<std::optional<Node>> read_labels(Input& input, GraphBuilder& builder,
                                             const Aliases& aliases) {
  return LabelReader(input, builder, aliases).read();
}

std::vector<std::optional<Node>> read_label_array(Input& input, GraphBuilder& builder) {
  const std::string bytes = input.read_all();
  const NpyArray labels(bytes, input.name());
  return set_labels_in_order(builder, labels.size(), node_labels_in(labels),
                             [&](std::uint64_t i) { return labels.place_of(i); });
}

}  // namespace querent
