// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <functional>

#include <querent/graph/builder.hpp>
#include <querent/graph/graph_data.hpp>
#include <querent/spectral/distributed/ranks.hpp>

namespace querent::distributed {

/// This rank's share of the lines of an edge list, read like read_edge_list does: whole lines of
/// about size/ranks bytes, with their numbers in the file. Collective: a DataError of the first
/// rank that has one ends the job. Only edge lists can be divided: DataError for another format,
/// with the remedy. The policy is applied to the share, except that all components are kept; the
/// numbers and counts of GraphBuilder are those of this share. `unpacked` is a file on a file
/// system of all ranks, for the text of a compressed list. `progress` gets fractions of its bytes.
GraphData read_part(const std::filesystem::path& file, const ReadOptions& options,
                    const Ranks& ranks, const std::filesystem::path& unpacked,
                    const std::function<void(double)>& progress);

}  // namespace querent::distributed
