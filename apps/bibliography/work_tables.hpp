// SPDX-License-Identifier: Apache-2.0
// What a graph's folder keeps of works beside the graph.
#pragma once

#include <string>

#include <querent/apps/bibliography/graph_command.hpp>
#include <querent/apps/output/output_directory.hpp>
#include <querent/datasets/bibliography/work.hpp>

namespace querent::apps {

inline constexpr const char* kRecordsFile = "records.jsonl";

/// A line of records.jsonl: the work as it was read, an object of JSON with the fields it has of
/// id, type, title, abstract, authors, venue, year, volume, issue, page, doi, pmid, keywords, note.
std::string record_line(const std::string& id, const Work& work);

/// Stages aliases.tsv: a node, and another id of its work. Labels are matched by them, too.
void write_aliases(const Made& made, OutputDirectory& out);

/// Stages missing.tsv: works that are cited but are no records, the most cited first, with the lines
/// of labels.tsv, from 1, whose works cite them.
void write_missing(const Made& made, OutputDirectory& out);

}  // namespace querent::apps
