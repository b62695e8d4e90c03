// SPDX-License-Identifier: Apache-2.0
// The graphs of the session benchmarks, in the files of unlike_sources.py.
#pragma once

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <memory>
#include <numeric>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include <querent/graph/graph_data.hpp>
#include <querent/learners/random.hpp>
#include <querent/learners/session/session.hpp>

namespace querent::bench {

struct Source {
  std::shared_ptr<const Graph> graph;
  std::shared_ptr<const Items> nodes,
      items;  // from the graph alone; with the words, if there are any
  std::vector<int> y;
  std::vector<std::string> classes;
  std::vector<std::uint32_t> test;  // never asked
  std::vector<bool> is_test;
};

inline CsrMatrix words_of(const std::string& file) {
  CsrMatrix words;
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);) {
    std::istringstream row(line.substr(std::min(line.find(' '), line.size())));
    for (std::string entry; row >> entry;) {
      words.index.push_back(static_cast<std::uint32_t>(std::stoul(entry)));
      words.value.push_back(std::stod(entry.substr(entry.find(':') + 1)));
      words.dim = std::max<std::uint64_t>(words.dim, words.index.back() + std::uint64_t{1});
    }
    words.offsets.push_back(words.index.size());
  }
  return words;
}

inline Source source_of(const std::string& dir) {
  Source source;
  std::string line;
  unsigned a = 0, b = 0;
  for (std::ifstream in(dir + "/labels.tsv"); std::getline(in, line);) {
    int label = 0;
    if (std::sscanf(line.c_str(), "n%u\tc%d", &a, &label) != 2) continue;
    source.y.resize(std::max<std::size_t>(source.y.size(), a + std::size_t{1}), 0);
    source.y[a] = label;
  }
  std::set<std::pair<Node, Node>> entries;
  for (std::ifstream in(dir + "/edges.tsv"); std::getline(in, line);) {
    if (std::sscanf(line.c_str(), "n%u\tn%u", &a, &b) != 2 || a == b) continue;
    entries.insert({a, b});
    entries.insert({b, a});
  }
  std::vector<std::uint64_t> offsets(source.y.size() + 1, 0);
  std::vector<Node> neighbours;
  for (const auto& [i, j] : entries) {
    ++offsets[i + 1];
    neighbours.push_back(j);
  }
  std::partial_sum(offsets.begin(), offsets.end(), offsets.begin());
  source.graph = std::make_shared<const Graph>(std::move(offsets), std::move(neighbours));
  const Embedding embedding = embed(*source.graph, {});
  source.items = source.nodes = std::make_shared<const Items>(items_of(source.graph, embedding));
  if (const std::string file = dir + "/words.svm"; std::filesystem::exists(file)) {
    const Embedding::Rows words = pool_words(*source.graph, words_of(file));
    source.items = std::make_shared<const Items>(items_of(source.graph, embedding, words));
  }
  const int classes = 1 + *std::max_element(source.y.begin(), source.y.end());
  for (int k = 0; k < classes; ++k) source.classes.push_back(std::to_string(k));
  source.is_test.assign(source.y.size(), false);
  for (std::ifstream in(dir + "/test.txt"); std::getline(in, line);) {
    if (std::sscanf(line.c_str(), "n%u", &a) != 1) continue;
    source.test.push_back(a);
    source.is_test[a] = true;
  }
  return source;
}

}  // namespace querent::bench
