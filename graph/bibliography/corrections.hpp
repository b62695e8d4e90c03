// SPDX-License-Identifier: Apache-2.0
// A user's corrections of automatic name matching.
//
//   --merge FILE   one person per line, all ids separated by tabs; the first is kept
//   --split FILE   id, paper, new id: that paper was written by another person of the same name
//   --keep-apart FILE   lines of duplicates.tsv, or two ids: these records are different works
#pragma once

#include <cstdint>
#include <string>

#include <querent/datasets/input.hpp>
#include <querent/graph/bibliography/bibliography.hpp>

namespace [[gnu::visibility("default")]] querent {

/// Returns the number of papers moved to another person. Throws DataError with the place of an
/// invalid line or an unknown person or paper.
std::uint64_t split_people(Input& file, Bibliography& bibliography);
/// Returns the number of people merged into another.
std::uint64_t merge_people(Input& file, Bibliography& bibliography);

/// Reads pairs of records that are different works, for BibliographyOptions::apart. Throws DataError
/// with the place of an invalid line.
RecordPairs read_apart(Input& file);
/// Throws DataError with the places of the lines that kept no records apart.
void check_apart(const std::string& file, const Bibliography& bibliography);

}  // namespace querent
