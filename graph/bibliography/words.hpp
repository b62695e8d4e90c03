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

/// The words of a text as features are made of: folded (no case, no accents), three letters or
/// more, not a number, not one of 131 stop words of English.
void for_each_word(std::string_view text, const std::function<void(std::string_view)>& take);

/// Words as columns.
struct WordFeatures {
  NodeFeatures features;           ///< a row a document
  std::vector<std::string> words;  ///< of the columns, sorted
};

/// TF-IDF as scikit-learn's TfidfVectorizer has it: tf · (1 + ln((1 + n) / (1 + df))), each row of
/// length 1. The columns are the `most` words of two documents or more, and of half of them at
/// most, that are in the most documents.
WordFeatures tf_idf(std::uint64_t documents,
                    const std::function<std::span<const Node>(std::uint64_t document)>& words,
                    const NodeNames& vocabulary, std::uint64_t most);

}  // namespace querent
