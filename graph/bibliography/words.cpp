// SPDX-License-Identifier: Apache-2.0
#include <querent/graph/bibliography/words.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

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

/// Frequency of each word in a document.
std::map<Node, double> counts_of(std::span<const Node> words) {
  std::map<Node, double> counts;
  for (const Node word : words) ++counts[word];
  return counts;
}

}  // namespace

void for_each_word(std::string_view text, const std::function<void(std::string_view)>& take) {
  const std::string plain = folded(text);
  for (const std::string_view word : parts_of(plain, " ")) {
    if (is_word(word)) take(word.substr(0, 64));
  }
}

WordFeatures tf_idf(std::uint64_t documents,
                    const std::function<std::span<const Node>(std::uint64_t document)>& words,
                    const NodeNames& vocabulary, std::uint64_t most) {
  constexpr std::uint32_t kNone = 0xffffffff;
  std::vector<std::uint32_t> frequency(vocabulary.size(), 0);
  for (std::uint64_t d = 0; d < documents; ++d) {
    for (const auto& [word, count] : counts_of(words(d))) ++frequency[word];
  }
  std::vector<Node> kept;
  const std::uint64_t many = std::max<std::uint64_t>(documents / 2, 2);
  for (Node word = 0; word < frequency.size(); ++word) {
    if (frequency[word] >= 2 && frequency[word] <= many) kept.push_back(word);
  }
  std::sort(kept.begin(), kept.end(), [&](Node a, Node b) {
    if (frequency[a] != frequency[b]) return frequency[a] > frequency[b];
    return vocabulary[a] < vocabulary[b];
  });
  if (kept.size() > most) kept.resize(most);
  std::ranges::sort(kept, [&](Node a, Node b) { return vocabulary[a] < vocabulary[b]; });
  WordFeatures result;
  std::vector<std::uint32_t> column(vocabulary.size(), kNone);
  for (std::uint32_t k = 0; k < kept.size(); ++k) {
    column[kept[k]] = k;
    result.words.emplace_back(vocabulary[kept[k]]);
  }
  NodeFeatures& features = result.features;
  features.dim = kept.size();
  features.offsets.push_back(0);
  const double n = static_cast<double>(documents);
  for (std::uint64_t d = 0; d < documents; ++d) {
    std::vector<std::pair<std::uint32_t, double>> row;
    double square = 0;
    for (const auto& [word, count] : counts_of(words(d))) {
      if (column[word] == kNone) continue;
      const double value =
          count * (1 + std::log((1 + n) / (1 + static_cast<double>(frequency[word]))));
      row.emplace_back(column[word], value);
    }
    std::sort(row.begin(), row.end());
    for (const auto& [k, value] : row) square += value * value;
    for (const auto& [k, value] : row) {
      features.index.push_back(k);
      features.value.push_back(value / std::sqrt(square));
    }
    features.offsets.push_back(features.index.size());
  }
  return result;
}

}  // namespace querent
