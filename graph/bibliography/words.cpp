// SPDX-License-Identifier: Apache-2.0
#include <querent/graph/bibliography/words.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include <querent/datasets/bibliography/names.hpp>

namespace querent {

namespace {

constexpr auto kStopWords = std::to_array<std::string_view>(
    {"about",     "above",      "after",     "again",  "against",   "all",     "also",   "although",
     "among",     "and",        "any",       "are",    "aren",      "because", "been",   "before",
     "being",     "below",      "between",   "both",   "but",       "can",     "cannot", "could",
     "did",       "does",       "doing",     "down",   "due",       "during",  "each",   "either",
     "etc",       "few",        "for",       "from",   "further",   "had",     "has",    "have",
     "having",    "hence",      "her",       "here",   "hers",      "herself", "him",    "himself",
     "his",       "how",        "however",   "into",   "its",       "itself",  "just",   "may",
     "might",     "more",       "most",      "much",   "must",      "neither", "nor",    "not",
     "now",       "off",        "once",      "only",   "other",     "others",  "our",    "ours",
     "ourselves", "out",        "over",      "own",    "per",       "same",    "she",    "should",
     "since",     "some",       "such",      "than",   "that",      "the",     "their",  "theirs",
     "them",      "themselves", "then",      "there",  "therefore", "these",   "they",   "this",
     "those",     "through",    "thus",      "too",    "under",     "until",   "upon",   "use",
     "used",      "using",      "very",      "via",    "was",       "were",    "what",   "when",
     "where",     "whereas",    "whether",   "which",  "while",     "who",     "whom",   "whose",
     "why",       "will",       "with",      "within", "without",   "would",   "you",    "your",
     "yours",     "yourself",   "yourselves"});

bool is_word(std::string_view word) {
  if (word.size() < 3) return false;
  const bool number = std::ranges::all_of(word, [](char c) { return c >= '0' && c <= '9'; });
  return !number && !std::binary_search(kStopWords.begin(), kStopWords.end(), word);
}

}  // namespace

void for_each_word(std::string_view text, const std::function<void(std::string_view)>& take) {
  const std::string plain = folded(text);
  for (const std::string_view word : parts_of(plain, " ")) {
    if (is_word(word)) take(word.substr(0, 64));
  }
}

WordFeatures weighted_terms(std::uint64_t documents,
                            const std::function<const TermCounts&(std::uint64_t)>& counts,
                            const NodeNames& names, const TermRules& rules) {
  std::vector<std::uint64_t> frequency(names.size(), 0);
  for (std::uint64_t d = 0; d < documents; ++d) {
    for (const auto& [term, count] : counts(d)) ++frequency[term];
  }
  std::vector<Node> kept;
  for (Node term = 0; term < frequency.size(); ++term) {
    if (frequency[term] >= 2 && static_cast<double>(frequency[term]) <= rules.most_documents)
      kept.push_back(term);
  }
  const auto by_name = [&](Node a, Node b) { return names[a] < names[b]; };
  std::ranges::sort(kept, by_name);
  if (kept.size() > rules.most_columns) {
    std::ranges::stable_sort(kept, std::greater{}, [&](Node term) { return frequency[term]; });
    kept.resize(rules.most_columns);
    std::ranges::sort(kept, by_name);
  }
  WordFeatures result{.features = {.dim = kept.size()}, .words = {}};
  std::vector<std::uint32_t> column(names.size(), 0);  // from 1; 0: none
  for (const Node term : kept) {
    result.words.emplace_back(names[term]);
    column[term] = static_cast<std::uint32_t>(result.words.size());
  }
  CsrMatrix& rows = result.features;
  const auto n = static_cast<double>(documents);
  for (std::uint64_t d = 0; d < documents; ++d) {
    std::vector<std::pair<std::uint32_t, double>> row;
    double square = 0;
    for (const auto& [term, count] : counts(d)) {
      const auto tf = static_cast<double>(count), df = static_cast<double>(frequency[term]);
      if (df > rules.most_documents) continue;
      const double value =
          (rules.damped ? 1 + std::log(tf) : tf) * (1 + std::log((1 + n) / (1 + df)));
      if (rules.length_of_all) square += value * value;
      if (column[term] > 0) row.emplace_back(column[term] - 1, value);
    }
    std::ranges::sort(row);
    for (const auto& [k, value] : row) {
      if (!rules.length_of_all) square += value * value;
    }
    for (const auto& [k, value] : row) {
      rows.index.push_back(k);
      rows.value.push_back(value / std::sqrt(square));
    }
    rows.offsets.push_back(rows.index.size());
  }
  return result;
}

WordFeatures tf_idf(std::uint64_t documents,
                    const std::function<std::span<const Node>(std::uint64_t document)>& words,
                    const NodeNames& vocabulary, std::uint64_t most) {
  TermCounts counts;
  const auto counts_of = [&](std::uint64_t d) -> const TermCounts& {
    counts.clear();
    for (const Node word : words(d)) ++counts[word];
    return counts;
  };
  return weighted_terms(
      documents, counts_of, vocabulary,
      {.most_documents = static_cast<double>(std::max<std::uint64_t>(documents / 2, 2)),
       .most_columns = most});
}

}  // namespace querent
