// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <querent/graph/builder.hpp>

namespace [[gnu::visibility("default")]] querent {

/// The nodes of a format that lists them (GML, GraphML), before or after the edges: each id once,
/// and every end of an edge must be listed.
class NodeList {
 public:
  explicit NodeList(GraphBuilder& builder) : builder_(builder) {}

  Node declare(std::string_view id, const Place& place) {
    const Node node = builder_.node(id, place);
    if (listed_.size() <= node) listed_.resize(node + std::size_t{1});
    if (listed_[node])
      builder_.errors().add(
          place, "expected each node id once, found " + in_quotes(id) + " again — rename one");
    listed_[node] = true;
    return node;
  }
  /// An end of an edge; `place` is called if the node is not listed yet.
  template <class MakePlace>
  Node refer(std::string_view id, MakePlace place) {
    if (const auto node = builder_.find(id); node && *node < listed_.size() && listed_[*node])
      return *node;
    const Place where = place();
    const Node node = builder_.node(id, where);
    waiting_.push_back({node, where, std::string(id)});
    return node;
  }
  /// Adds an error for every end of an edge that is still not listed.
  void finish() {
    for (const auto& [node, place, id] : waiting_) {
      if (node < listed_.size() && listed_[node]) continue;
      builder_.errors().add(place, "expected the id of a node, found " + in_quotes(id) +
                                       " — list the node, or drop the edge");
    }
  }

 private:
  struct Waiting {
    Node node;
    Place place;
    std::string id;
  };
  GraphBuilder& builder_;
  std::vector<bool> listed_;
  std::vector<Waiting> waiting_;
};

/// The node attribute used as class: ReadOptions::class_attribute, else the first present of class,
/// club, value, category, group and, last, label, unless every node's label is unique (a title).
/// Labels are held until all attributes have been seen.
class ClassAttribute {
 public:
  static constexpr std::size_t kNone = 6;

  explicit ClassAttribute(GraphBuilder& builder)
      : builder_(builder), chosen_(builder.options().class_attribute) {}

  std::size_t rank(std::string_view attribute) const {
    if (!chosen_.empty()) return attribute == chosen_ ? 0 : kNone;
    std::size_t k = 0;
    while (k < kNone && kNames[k] != attribute) ++k;
    return k;
  }
  void add(std::size_t rank, Node node, std::string_view label, const Place& place) {
    add(rank, node, std::make_shared<std::string>(label), place);
  }
  /// True if several nodes share a label.
  void add(std::size_t rank, Node node, std::shared_ptr<const std::string> label,
           const Place& place) {
    held_[rank].push_back({node, std::move(label), place});
  }
  /// Sets the labels. `source` names the file in the error for a chosen attribute that no node has.
  void apply(const std::string& source) {
    for (std::size_t k = 0; k < kNone; ++k) {
      const std::string_view name = chosen_.empty() ? kNames[k] : std::string_view(chosen_);
      if (held_[k].empty() || (chosen_.empty() && name == "label" && all_different(held_[k])))
        continue;
      for (const auto& [node, label, place] : held_[k]) builder_.set_label(node, *label, place);
      builder_.report().notes.push_back("the node attribute " + in_quotes(name) + " is the class");
      return;
    }
    if (!chosen_.empty()) {
      builder_.errors().add({source}, "expected nodes with the attribute " + in_quotes(chosen_) +
                                          ", found none — name another");
    }
  }

 private:
  struct Held {
    Node node;
    std::shared_ptr<const std::string> label;
    Place place;
  };
  static bool all_different(const std::vector<Held>& held) {
    std::vector<std::string_view> labels;
    for (const auto& h : held) labels.push_back(*h.label);
    std::sort(labels.begin(), labels.end());
    return std::adjacent_find(labels.begin(), labels.end()) == labels.end();
  }
  static constexpr std::string_view kNames[kNone] = {"class",    "club",  "value",
                                                     "category", "group", "label"};
  GraphBuilder& builder_;
  std::string chosen_;
  std::vector<Held> held_[kNone];
};

}  // namespace querent
