// SPDX-License-Identifier: Apache-2.0
// A file of opinions: what a language model, or any classifier, says of the items.
//
//   id<tab>class                      the class alone
//   id<tab>class<tab>0.9              with its probability; the rest is shared by the other classes
//   id<tab>class<tab>second,third     further classes, the best first: each a quarter of the one before
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <querent/learners/session/items.hpp>

namespace querent::apps {

/// What the opinions are about.
struct OpinionSource {
  std::function<std::optional<std::uint32_t>(std::string_view)> find;  ///< the item of an id
  std::uint32_t items = 0;
  std::string item = "item";  ///< "node" or "row"
  std::vector<std::string> classes = {};
  bool lenient = false;  ///< ids that are not in the source are left out
};

struct Opinions {
  SparseItems shares = {};     ///< one row per item: SessionOptions::opinions
  std::vector<int> best = {};  ///< the first class of each item; −1: no opinion
  std::uint64_t unknown_ids = 0;
};

/// One opinion as its fields after the id say it, as a probability of each class; empty: none ("?").
/// `wrong` is called with the number of the field, from 0, and what was expected.
std::vector<double> opinion_of(const std::vector<std::string_view>& fields,
                               const std::vector<std::string>& classes,
                               const std::function<void(std::size_t, const std::string&)>& wrong);

/// Collects opinions item by item.
class OpinionRows {
 public:
  explicit OpinionRows(const OpinionSource& source);
  bool has(std::uint32_t item) const { return !rows_[item].empty(); }
  void set(std::uint32_t item, std::vector<double> shares) { rows_[item] = std::move(shares); }
  Opinions collected() const;

 private:
  std::size_t classes_;
  std::vector<std::vector<double>> rows_;
};

/// DataError with every wrong line; IoError.
Opinions read_opinions(const std::string& path, const OpinionSource& source);

}  // namespace querent::apps
