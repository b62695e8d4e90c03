// SPDX-License-Identifier: Apache-2.0
// What the mode `find` sees of records: their words and what they cite, as rows of length 1.
//
//   words       tf: how often a word, or a pair of neighbouring words, is in title and abstract
//               value (1 + ln tf)(1 + ln((1 + n)/(1 + df))), of 2 ≤ df ≤ 0.95 n records
//   references  the works that a record cites, and the record itself, so that two records share
//               what both cite and what one cites of the other; value 1 + ln((1 + n)/(1 + df))
//
// As scikit-learn's TfidfVectorizer with ngram_range=(1, 2), sublinear_tf=True, min_df=2,
// max_df=0.95: the features of ASReview's default. Unlike those of words.hpp they keep the most
// frequent words and numbers, which tell the kind of study.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include <querent/graph/bibliography/bibliography.hpp>
#include <querent/graph/bibliography/words.hpp>

namespace [[gnu::visibility("default")]] querent {

/// Calls take(word) for each word of two characters or more, without case and accents, and
/// take("one two") for each pair of neighbours, in their order.
void for_each_term(std::string_view text, const std::function<void(std::string_view)>& take);

/// (1 + ln tf)(1 + ln((1 + n)/(1 + df))).
double term_weight(double tf, double n, double df);

/// One row per text.
WordFeatures term_features(const std::vector<std::string>& texts);

/// One row per paper of `papers`; columns are called by the paper's id, or as the reference stands.
/// Needs Bibliography::match_references().
WordFeatures reference_features(const Bibliography& from, const std::vector<Node>& papers);

}  // namespace querent
