// SPDX-License-Identifier: Apache-2.0
// Weka's ARFF: a header of @attribute lines, then rows behind @data, dense ("1.5, red, yes") or
// sparse ("{0 1.5, 2 yes}").
//
// A numeric attribute is a feature; a nominal one becomes a feature of 0 and 1 for each of its
// values; one attribute is the label. In a sparse row what is not written is 0, or the first value
// of a nominal attribute.
#pragma once

#include <string_view>

#include <querent/datasets/input.hpp>
#include <querent/datasets/vectors/row_stream.hpp>

namespace [[gnu::visibility("default")]] querent {

/// Whether the first line of `head` that is no comment begins with an @ declaration.
bool looks_like_arff(std::string_view head);

/// Uses `options.label_column` and `options.missing`.
RowSource open_arff(Input input, const VectorOptions& options);

}  // namespace querent
