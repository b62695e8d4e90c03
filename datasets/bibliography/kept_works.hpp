// SPDX-License-Identifier: Apache-2.0
// records.jsonl in a graph's folder: the works as read, one JSON object per line.
#pragma once

#include <string>
#include <vector>

#include <querent/datasets/bibliography/work.hpp>
#include <querent/datasets/input.hpp>

namespace [[gnu::visibility("default")]] querent {

/// The work as one line of JSON. Fields without a value are omitted: id, type, title, authors
/// ("family, given"), venue, year, volume, issue, page, doi, pmid, abstract, keywords (with MeSH),
/// note.
std::string work_line(const Work& work);

/// The works of such lines. Throws CorruptError naming a damaged line.
std::vector<Work> read_work_lines(Input& input);

}  // namespace querent
