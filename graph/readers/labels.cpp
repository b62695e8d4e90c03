// SPDX-License-Identifier: Apache-2.0
#include <querent/graph/readers/labels.hpp>

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

#include <querent/datasets/fields.hpp>

namespace querent {

namespace {

/// Tab when a line has one; else comma when every line has one; else blanks.
Separator separator_of(std::string_view head) {
  bool any = false, comma_in_all = true;
  while (!head.empty()) {
    const auto end = std::min(head.find_first_of("\r\n"), head.size());
    const std::string_view line = trimmed(head.substr(0, end));
    if (line.find('\t') != line.npos) return Separator::kTab;
    const bool last_and_cut = end == head.size() && any;
    head.remove_prefix(std::min(end + 1, head.size()));
    if (line.empty() || line.front() == '#' || line.front() == '%' || last_and_cut) continue;
    any = true;
    comma_in_all = comma_in_all && line.find(',') != line.npos;
  }
  return any && comma_in_all ? Separator::kComma : Separator::kBlanks;
}

bool names_a_column(std::string_view id) {
  static constexpr std::array<std::string_view, 12> kWords{"node", "id",     "node_id", "nodeid",
                                                           "name", "vertex", "paper",   "author",
                                                           "user", "index",  "key",     "label"};
  std::string word(id);
  for (char& c : word) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
  return std::find(kWords.begin(), kWords.end(), word) != kWords.end();
}

class LabelReader {
 public:
  LabelReader(Input& input, GraphBuilder& builder)
      : separator_(separator_of(input.peek())), lines_(input), builder_(builder) {}

  std::vector<std::optional<Node>> read() {
    std::string_view line;
    while (lines_.next(line)) {
      const std::string_view text = trimmed(line);
      if (text.empty() || text.front() == '#' || text.front() == '%') continue;
      record(line);
    }
    return std::move(order_);
  }

 private:
  void record(std::string_view line) {
    split(line);
    if (fields_.size() < 2) {
      return complain(fmt::format("expected a node id and a label separated by {}, found {}",
                                  separator_name(), in_quotes(fields_[0])),
                      0);
    }
    const bool first = std::exchange(first_, false);
    auto node = builder_.find(fields_[0]);
    if (!node && builder_.options().nodes_from_labels && !(first && names_a_column(fields_[0]))) {
      node = builder_.node(fields_[0], lines_.place_of_line());
    }
    if (!node) {
      if (first && names_a_column(fields_[0])) {
        builder_.report().notes.push_back(
            fmt::format("line {} of the labels is a header", lines_.line_number()));
        return;
      }
      order_.push_back(std::nullopt);
      if (builder_.options().lenient) {
        ++builder_.report().labels_without_node;
        return;
      }
      return complain(
          fmt::format("expected a node of the graph, found {} — --nodes-from-labels "
                      "takes it as a node without edges, --lenient leaves such lines out",
                      in_quotes(fields_[0])),
          0);
    }
    order_.push_back(node);
    if (builder_.options().label_sets) {
      for (std::size_t k = 1; k < fields_.size(); ++k) add_to_set(*node, fields_[k]);
      return;
    }
    if (fields_.size() > 2) {
      return complain(
          fmt::format("expected one label, found another column: {}", in_quotes(fields_[2])), 2);
    }
    builder_.set_label(*node, fields_[1], lines_.place_of_line());
  }

  void split(std::string_view line) {
    if (separator_ != Separator::kBlanks) {
      fields_ = splitter_.split(line, separator_, lines_);
      return;
    }
    // all that follows the id is the label, blanks in it too
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
    const Place place = separator_ == Separator::kBlanks ? lines_.place_of(fields_[field])
                                                         : splitter_.place(field, lines_);
    builder_.errors().add(place, message);
  }

  std::string_view separator_name() const {
    return separator_ == Separator::kComma ? "a comma"
           : separator_ == Separator::kTab ? "a tab"
                                           : "a blank";
  }

  Separator separator_;
  LineReader lines_;
  GraphBuilder& builder_;
  FieldSplitter splitter_;
  std::vector<std::string_view> fields_;
  std::vector<std::optional<Node>> order_;
  bool first_ = true;
};

}  // namespace

std::vector<std::optional<Node>> read_labels(Input& input, GraphBuilder& builder) {
  return LabelReader(input, builder).read();
}

}  // namespace querent
