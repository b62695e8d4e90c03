// SPDX-License-Identifier: Apache-2.0
#include <querent/graph/bibliography/terms.hpp>

#include <cmath>
#include <cstdint>

#include <querent/datasets/bibliography/names.hpp>
#include <querent/datasets/text/fields.hpp>
#include <querent/graph/node_ids.hpp>

namespace querent {

namespace {

constexpr double kMostDocuments = 0.95;  // largest fraction of the documents with a column
constexpr std::size_t kMostBytes = 64;   // longest word

WordFeatures weighted(const std::vector<TermCounts>& documents, const NodeNames& names,
                      double most_documents) {
  return weighted_terms(documents.size(),
                        [&](std::uint64_t d) -> const TermCounts& { return documents[d]; }, names,
                        {.most_documents = most_documents * static_cast<double>(documents.size()),
                         .damped = true,
                         .length_of_all = true});
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
  std::vector<TermCounts> documents;
  for (const std::string& text : texts) {
    TermCounts& counts = documents.emplace_back();
    for_each_term(text, [&](std::string_view term) { ++counts[ids.find_or_add(term)]; });
  }
  return weighted(documents, ids.names(), kMostDocuments);
}

WordFeatures reference_features(const Bibliography& from, const std::vector<Node>& papers) {
  const Incidence& cited = from.references().cited();
  NodeIds ids;
  std::vector<TermCounts> documents;
  const auto name_of = [&](Node item) {
    return std::string(item < from.num_papers() ? from.paper_id(item)
                                                : from.references().text(item))
        .append("\t")  // items with the same text stay separate columns
        .append(std::to_string(item));
  };
  for (const Node paper : papers) {
    TermCounts& counts = documents.emplace_back();
    counts[ids.find_or_add(name_of(paper))] = 1;
    for (const Node item : cited.group(paper)) counts[ids.find_or_add(name_of(item))] = 1;
  }
  WordFeatures found = weighted(documents, ids.names(), 1);
  for (std::string& name : found.words) name.resize(name.rfind('\t'));
  return found;
}

}  // namespace querent
