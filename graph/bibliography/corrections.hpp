// SPDX-License-Identifier: Apache-2.0
// What a person knows better than names do.
//
//   --merge FILE   one person a line, all ids by tabs; the first stays
//   --split FILE   id, paper, new id: that paper is of another person of the same name
#pragma once

#include <cstdint>

#include <querent/datasets/input.hpp>
#include <querent/graph/bibliography/bibliography.hpp>

namespace [[gnu::visibility("default")]] querent {

/// How many papers were given to another person. DataError with the place of a line that is none
/// of that kind, or names a person or paper that is not there.
std::uint64_t split_people(Input& file, Bibliography& bibliography);
/// How many people became another.
std::uint64_t merge_people(Input& file, Bibliography& bibliography);

}  // namespace querent
