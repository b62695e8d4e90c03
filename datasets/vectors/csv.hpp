// SPDX-License-Identifier: Apache-2.0
// Tables of comma-, semicolon- or tab-separated values (RFC 4180), a row a record, dense.
//
// A header is found when the first record has text where the second has numbers. One column is the
// label, the others are numbers, True and False (1 and 0), or words (VectorOptions::one_hot).
// Fields may be quoted, with a quote doubled inside and line ends kept; blanks around a field do
// not count.
#pragma once

#include <string_view>

#include <querent/datasets/input.hpp>
#include <querent/datasets/vectors/row_stream.hpp>

namespace [[gnu::visibility("default")]] querent {

/// Whether the first record of `head` has a separator that the second one has as often.
bool looks_like_csv(std::string_view head);

/// Uses `options` from label_column to one_hot.
RowSource open_csv(Input input, const VectorOptions& options);

}  // namespace querent
