// SPDX-License-Identifier: Apache-2.0
// Weka's ARFF: a header of @attribute lines, then rows after @data, dense ("1.5, red, yes") or
// sparse ("{0 1.5, 2 yes}").
//
// A numeric attribute is a feature; a nominal one becomes one indicator feature per value; one
// attribute is the label. Attributes missing from a sparse row are 0, or the first value of a
// nominal attribute.
#pragma once

#include <string_view>

#include <querent/datasets/input.hpp>
#include <querent/datasets/vectors/row_stream.hpp>

namespace [[gnu::visibility("default")]] querent {

/// True if the first line of `head` that is not a comment begins with an @ declaration.
bool looks_like_arff(std::string_view head);

/// Uses `options.label_column` and `options.missing`.
RowSource open_arff(Input input, const VectorOptions& options);

}  // namespace querent
