// SPDX-License-Identifier: Apache-2.0
// records.jsonl in a graph's folder: the works as read, one JSON object per line.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <querent/datasets/bibliography/work.hpp>
#include <querent/datasets/input.hpp>

namespace [[gnu::visibility("default")]] querent {

/// The work as one line of JSON. Fields without a value are omitted: id, type, title, authors
/// ("family, given"), venue, year, volume, issue, page, doi, pmid, abstract, keywords (with MeSH),
/// note.
std::string work_line(const Work& work);

/// The work of such a line; `place` is of errors. Throws CorruptError.
Work read_work_line(std::string_view line, const std::string& place);

/// Takes from a duplicate the fields that a work lacks, except its id.
void complete(Work& work, const Work& from);

/// The works of such lines. Throws CorruptError naming a damaged line.
std::vector<Work> read_work_lines(Input& input);

}  // namespace querent
