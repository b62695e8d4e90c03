// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
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
  NodeFeatures features;           ///< one row per document
  std::vector<std::string> words;  ///< names of the columns, sorted
};

/// TF-IDF as in scikit-learn's TfidfVectorizer: tf · (1 + ln((1 + n) / (1 + df))), rows of length
/// 1. The columns are the `most` words that occur in the most documents, among those in at least
/// two and at most half of them.
WordFeatures tf_idf(std::uint64_t documents,
                    const std::function<std::span<const Node>(std::uint64_t document)>& words,
                    const NodeNames& vocabulary, std::uint64_t most);

}  // namespace querent
