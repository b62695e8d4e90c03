// SPDX-License-Identifier: Apache-2.0
#include <querent/graph/bibliography/terms.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <utility>

#include <querent/datasets/bibliography/names.hpp>
#include <querent/datasets/text/fields.hpp>
#include <querent/graph/node_ids.hpp>

namespace querent {

namespace {

constexpr double kMostDocuments = 0.95;  // largest fraction of the documents with a column
constexpr std::size_t kMostBytes = 64;   // longest word

using Counts = std::map<Node, std::uint64_t>;  // frequency of each term in a document

// Terms of df ≤ most·n give a row length 1; those of 2 ≤ df are its columns, sorted by name.
WordFeatures weighted(const std::vector<Counts>& documents, const NodeNames& names,
                      double most_documents) {
  std::vector<std::uint64_t> frequency(names.size(), 0);
  for (const Counts& counts : documents) {
    for (const auto& [term, count] : counts) ++frequency[term];
  }
  const auto n = static_cast<double>(documents.size());
  std::vector<Node> kept;
  for (Node term = 0; term < frequency.size(); ++term) {
    if (frequency[term] >= 2 && static_cast<double>(frequency[term]) <= most_documents * n)
      kept.push_back(term);
  }
  std::ranges::sort(kept, [&](Node a, Node b) { return names[a] < names[b]; });
  WordFeatures result;
  std::vector<std::uint32_t> column(names.size(), 0);  // from 1; 0: dropped
  for (const Node term : kept) {
    result.words.emplace_back(names[term]);
    column[term] = static_cast<std::uint32_t>(result.words.size());
  }
  NodeFeatures& rows = result.features;
  rows.dim = kept.size();
  rows.offsets.push_back(0);
  for (const Counts& counts : documents) {
    std::vector<std::pair<std::uint32_t, double>> row;
    double square = 0;
    for (const auto& [term, count] : counts) {
      const auto df = static_cast<double>(frequency[term]);
      if (df > most_documents * n) continue;
      const double value = term_weight(static_cast<double>(count), n, df);
      square += value * value;
      if (column[term] > 0) row.emplace_back(column[term] - 1, value);
    }
    std::ranges::sort(row);
    for (const auto& [k, value] : row) {
      rows.index.push_back(k);
      rows.value.push_back(value / std::sqrt(square));
    }
    rows.offsets.push_back(rows.index.size());
  }
  return result;
}

}  // namespace

double term_weight(double tf, double n, double df) {
  return (1 + std::log(tf)) * (1 + std::log((1 + n) / (1 + df)));
}

void for_each_term(std::string_view text, const std::function<void(std::string_view)>& take) {
  const std::string plain = folded(text);
  std::string pair;
  std::string_view before;
  for (std::string_view word : parts_of(plain, " ")) {
    if (word.size() < 2) continue;
    word = word.substr(0, kMostBytes);
    take(word);
    if (!before.empty()) take(pair.assign(before).append(" ").append(word));
    before = word;
  }
}

WordFeatures term_features(const std::vector<std::string>& texts) {
  NodeIds ids;
  std::vector<Counts> documents;
  for (const std::string& text : texts) {
    Counts& counts = documents.emplace_back();
    for_each_term(text, [&](std::string_view term) { ++counts[ids.find_or_add(term)]; });
  }
  return weighted(documents, ids.names(), kMostDocuments);
}

WordFeatures reference_features(const Bibliography& from, const std::vector<Node>& papers) {
  const Incidence& cited = from.references().cited();
  NodeIds ids;
  std::vector<Counts> documents;
  const auto name_of = [&](Node item) {
    return std::string(item < from.num_papers() ? from.paper_id(item)
                                                : from.references().text(item))
        .append("\t")  // items with the same text stay separate columns
        .append(std::to_string(item));
  };
  for (const Node paper : papers) {
    Counts& counts = documents.emplace_back();
    counts[ids.find_or_add(name_of(paper))] = 1;
    for (std::uint64_t k = cited.offsets[paper]; k < cited.offsets[paper + 1]; ++k)
      counts[ids.find_or_add(name_of(cited.members[k]))] = 1;
  }
  WordFeatures found = weighted(documents, ids.names(), 1);
  for (std::string& name : found.words) name.resize(name.rfind('\t'));
  return found;
}

}  // namespace querent
