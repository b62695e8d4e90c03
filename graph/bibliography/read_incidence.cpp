// SPDX-License-Identifier: Apache-2.0
#include <querent/graph/bibliography/read_incidence.hpp>

#include <utility>

#include <querent/datasets/bibliography/incidence_list.hpp>
#include <querent/graph/assemble.hpp>
#include <querent/graph/node_ids.hpp>

namespace querent {

NamedIncidence read_incidence(Input& input) {
  NodeIds members, groups;
  Entries entries;  // rows are groups
  NamedIncidence read;
  read.note = read_incidence_list(input, [&](std::string_view one, std::string_view in) {
    const Node member = members.find_or_add(one.substr(0, NodeIds::kMaxBytes));
    entries.add(groups.find_or_add(in.substr(0, NodeIds::kMaxBytes)), member);
  });
  SparseRows rows = sorted_rows(groups.size(), members.size(), std::move(entries), {});
  read.incidence = {std::move(rows.offsets), std::move(rows.column), members.size()};
  read.names = members.names();
  return read;
}

}  // namespace querent
