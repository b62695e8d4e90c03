// SPDX-License-Identifier: Apache-2.0
// Tables of comma-, semicolon- or tab-separated values (RFC 4180), one row per record, dense.
//
// The first record is a header if it has text where the second has numbers. One column is the
// label; the others are numbers, True and False (1 and 0), or words (VectorOptions::one_hot).
// Fields may be quoted, with a quote doubled inside and line ends kept; blanks around a field are
// ignored.
#pragma once

#include <string_view>

#include <querent/datasets/input.hpp>
#include <querent/datasets/vectors/row_stream.hpp>

namespace [[gnu::visibility("default")]] querent {

/// True if the first two records of `head` contain the same number of separators.
bool looks_like_csv(std::string_view head);

/// Uses the options from label_column to one_hot.
RowSource open_csv(Input input, const VectorOptions& options);

}  // namespace querent
