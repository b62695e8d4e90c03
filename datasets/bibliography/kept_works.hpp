// SPDX-License-Identifier: Apache-2.0
// records.jsonl of a graph's folder: works as they were read, one JSON object per line.
#pragma once

#include <string>
#include <vector>

#include <querent/datasets/bibliography/work.hpp>
#include <querent/datasets/input.hpp>

namespace [[gnu::visibility("default")]] querent {

/// The work as a line: those of id, type, title, authors ("family, given"), venue, year, volume,
/// issue, page, doi, pmid, abstract, keywords (MeSH headings too) and note that it has.
std::string work_line(const Work& work);

/// The works of such lines. CorruptError with the line where one is damaged.
std::vector<Work> read_work_lines(Input& input);

}  // namespace querent
