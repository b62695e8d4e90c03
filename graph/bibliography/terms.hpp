// SPDX-License-Identifier: Apache-2.0
// Features of records for the mode `find`: their words and cited works, as rows of length 1.
//
//   words       tf: frequency of a word, or of a pair of neighbouring words, in title and abstract
//               value (1 + ln tf)(1 + ln((1 + n)/(1 + df))), for df ≤ 0.95 n records
//   references  the works that a record cites, and the record itself, so that two records share
//               the works that both cite and a citation of one by the other;
//               value 1 + ln((1 + n)/(1 + df))
//
// A term of one record only, df = 1, has no column, so that the stored part of a row may be
// shorter: products of two rows are the same with and without it.
//
// As in scikit-learn's TfidfVectorizer with ngram_range=(1, 2), sublinear_tf=True and max_df=0.95,
// ASReview's default features. Unlike words.hpp, they keep numbers and the most frequent words,
// which indicate the kind of study.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include <querent/graph/bibliography/bibliography.hpp>
#include <querent/graph/bibliography/words.hpp>

namespace [[gnu::visibility("default")]] querent {

/// Calls take(word) for each word of two characters or more, without case and accents, and
/// take("one two") for each pair of neighbours, in order.
void for_each_term(std::string_view text, const std::function<void(std::string_view)>& take);

/// (1 + ln tf)(1 + ln((1 + n)/(1 + df))).
double term_weight(double tf, double n, double df);

/// One row per text.
WordFeatures term_features(const std::vector<std::string>& texts);

/// One row per paper of `papers`; columns are named by the paper's id, or by the reference as
/// written. Requires Bibliography::finish().
WordFeatures reference_features(const Bibliography& from, const std::vector<Node>& papers);

}  // namespace querent
