// SPDX-License-Identifier: Apache-2.0
#include <querent/graph/bibliography/read_incidence.hpp>

#include <algorithm>
#include <numeric>
#include <utility>

#include <querent/datasets/bibliography/incidence_list.hpp>
#include <querent/graph/node_ids.hpp>

namespace querent {

NamedIncidence read_incidence(Input& input) {
  NodeIds members, groups;
  std::vector<Node> member, group;
  std::string note = read_incidence_list(input, [&](std::string_view one, std::string_view in) {
    member.push_back(members.find_or_add(one.substr(0, NodeIds::kMaxBytes)));
    group.push_back(groups.find_or_add(in.substr(0, NodeIds::kMaxBytes)));
  });
  NamedIncidence read;
  read.note = std::move(note);
  Incidence& incidence = read.incidence;
  incidence.num_members = members.size();
  incidence.offsets.assign(groups.size() + 1, 0);
  for (const Node g : group) ++incidence.offsets[g + 1];
  std::partial_sum(incidence.offsets.begin(), incidence.offsets.end(), incidence.offsets.begin());
  std::vector<std::uint64_t> next(incidence.offsets.begin(), incidence.offsets.end() - 1);
  incidence.members.resize(member.size());
  for (std::size_t k = 0; k < member.size(); ++k) incidence.members[next[group[k]]++] = member[k];
  std::uint64_t kept = 0;
  for (std::uint64_t g = 0, begin = 0; g < groups.size(); ++g) {
    const auto first = incidence.members.begin() + static_cast<std::ptrdiff_t>(begin);
    const auto last =
        incidence.members.begin() + static_cast<std::ptrdiff_t>(incidence.offsets[g + 1]);
    begin = incidence.offsets[g + 1];
    std::sort(first, last);
    const auto end = std::unique(first, last);
    std::copy(first, end, incidence.members.begin() + static_cast<std::ptrdiff_t>(kept));
    kept += static_cast<std::uint64_t>(end - first);
    incidence.offsets[g + 1] = kept;
  }
  incidence.members.resize(kept);
  read.names = members.names();
  return read;
}

std::uint64_t pairs_in(const Incidence& incidence) {
  std::uint64_t pairs = 0;
  for (std::uint64_t g = 0; g < incidence.num_groups(); ++g) {
    const std::uint64_t k = incidence.offsets[g + 1] - incidence.offsets[g];
    pairs += k < 2 ? 0 : k * (k - 1) / 2;
  }
  return pairs;
}

}  // namespace querent
