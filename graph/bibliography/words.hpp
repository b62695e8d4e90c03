// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <querent/graph/graph_data.hpp>

namespace [[gnu::visibility("default")]] querent {

/// The words of a text that become features: folded (no case, no accents), at least three letters,
/// not a number, not one of 131 English stop words.
void for_each_word(std::string_view text, const std::function<void(std::string_view)>& take);

/// Words as feature columns.
struct WordFeatures {
  CsrMatrix features;              ///< one row per document
  std::vector<std::string> words;  ///< names of the columns, sorted
};

/// Frequency of each term in a document.
using TermCounts = std::map<Node, std::uint64_t>;

/// Which terms of n documents become columns, and their values tf · (1 + ln((1 + n)/(1 + df))).
struct TermRules {
  double most_documents;  ///< terms of more documents are left out
  std::uint64_t most_columns =
      std::numeric_limits<std::uint64_t>::max();  ///< the most frequent ones
  bool damped = false;                            ///< 1 + ln tf instead of tf
  /// Whether terms of one document, which have no column, count in the length 1 of its row.
  bool length_of_all = false;
};
/// One row per document d, whose terms are counts(d), named by `names`.
WordFeatures weighted_terms(std::uint64_t documents,
                            const std::function<const TermCounts&(std::uint64_t d)>& counts,
                            const NodeNames& names, const TermRules& rules);

/// TF-IDF as in scikit-learn's TfidfVectorizer: tf · (1 + ln((1 + n) / (1 + df))), rows of length
/// 1. The columns are the `most` words that occur in the most documents, among those in at least
/// two and at most half of them.
WordFeatures tf_idf(std::uint64_t documents,
                    const std::function<std::span<const Node>(std::uint64_t document)>& words,
                    const NodeNames& vocabulary, std::uint64_t most);

}  // namespace querent
