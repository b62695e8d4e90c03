// SPDX-License-Identifier: Apache-2.0
// A file of opinions about the items, from a language model or any other classifier.
//
//   id<tab>class                      only the class
//   id<tab>class<tab>0.9              with its probability; the other classes share the rest
//   id<tab>class<tab>second,third     further classes, best first: each a quarter of the one before
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <querent/learners/session/items.hpp>

namespace querent::apps {

/// The items and classes that the opinions refer to.
struct OpinionSource {
  std::function<std::optional<std::uint32_t>(std::string_view)> find;  ///< the item of an id
  std::uint32_t items = 0;
  std::string item = "item";  ///< "node" or "row"
  std::vector<std::string> classes = {};
  bool lenient = false;  ///< skips ids that are not in the source
};

struct Opinions {
  CsrMatrix probabilities = {};  ///< one row per item: SessionOptions::opinions
  std::vector<int> best = {};    ///< the first class of each item; −1: no opinion
  std::uint64_t unknown_ids = 0;
};

/// The class probabilities of one opinion, from its fields after the id; empty: no opinion ("?").
/// `wrong` is called with the index of a field, from 0, and the expectation that it violates.
std::vector<double> opinion_of(const std::vector<std::string_view>& fields,
                               const std::vector<std::string>& classes,
                               const std::function<void(std::size_t, const std::string&)>& wrong);

/// Collects opinions, item by item.
class OpinionRows {
 public:
  explicit OpinionRows(const OpinionSource& source);
  bool has(std::uint32_t item) const { return !rows_[item].empty(); }
  void set(std::uint32_t item, std::vector<double> probabilities) {
    rows_[item] = std::move(probabilities);
  }
  Opinions collected() const;

 private:
  std::size_t classes_;
  std::vector<std::vector<double>> rows_;
};

/// Throws DataError that lists every wrong line, and IoError.
Opinions read_opinions(const std::string& path, const OpinionSource& source);

}  // namespace querent::apps
