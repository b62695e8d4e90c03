// SPDX-License-Identifier: Apache-2.0
// Numbering ids that appear on many ranks.
//
//   every id goes to the rank that its hash names, which sees all its appearances
//   shares are ordered like the ranks: an id appears first on the least rank that sent it
//   each rank numbers the ids that appear first in its share, after those of the earlier ranks
//   the numbers are returned in the same way
#include <querent/spectral/distributed/node_numbers.hpp>

#include <algorithm>
#include <functional>
#include <string>

#include <querent/graph/node_ids.hpp>

namespace querent::distributed {
namespace {

constexpr Node kNotHere = 0xffffffff;

}  // namespace

NodeNumbers number_nodes(const Ranks& ranks, const NodeNames& names) {
  const std::uint64_t n = names.size();
  const auto owner = [&](std::uint64_t i) {
    return static_cast<int>(std::hash<std::string_view>()(names[i]) %
                            static_cast<std::uint64_t>(ranks.count));
  };
  const std::vector<int> counts = counts_by_owner(ranks.count, n, owner);
  const std::vector<std::uint32_t> place = places_by_owner(counts, n, owner);

  Received<std::uint16_t> lengths;
  Received<char> texts;
  {
    std::vector<std::uint32_t> at(n);
    for (std::uint64_t i = 0; i < n; ++i) at[place[i]] = static_cast<std::uint32_t>(i);
    std::vector<std::uint16_t> length(n);
    std::string text;
    for (std::uint64_t k = 0; k < n; ++k) {
      text += names[at[k]];
      length[k] = static_cast<std::uint16_t>(names[at[k]].size());
    }
    std::vector<std::uint64_t> bytes(counts.size(), 0);
    std::uint64_t k = 0;
    for (std::size_t r = 0; r < counts.size(); ++r) {
      for (const std::uint64_t last = k + static_cast<std::uint64_t>(counts[r]); k < last; ++k)
        bytes[r] += length[k];
    }
    lengths = exchange(std::span<const std::uint16_t>(length), counts);
    texts = exchange(std::span<const char>(text), narrow(bytes));
  }

  NodeIds ids;
  std::vector<Node> id(lengths.data.size());
  std::vector<std::uint8_t> first(id.size());
  const char* text = texts.data.data();
  for (std::size_t k = 0; k < id.size(); ++k) {
    const std::uint64_t before = ids.size();
    id[k] = ids.find_or_add(std::string_view(text, lengths.data[k]));
    first[k] = ids.size() > before;
    text += lengths.data[k];
  }
  texts = {};

  const std::vector<std::uint8_t> first_here =
      exchange(std::span<const std::uint8_t>(first), lengths.counts).data;
  NodeNumbers result;
  std::vector<Node> number(n, kNotHere);  // by place
  {
    std::uint64_t count = 0;
    for (const std::uint8_t f : first_here) count += f;
    const std::vector<std::uint64_t> all = gather(count);
    std::vector<std::uint64_t> starts{0};
    for (const std::uint64_t c : all) starts.push_back(starts.back() + c);
    if (starts.back() >= kNotHere) throw LimitError("a graph has at most 2^32 - 2 nodes");
    result.ranges = Ranges(std::move(starts));
  }
  auto next = static_cast<Node>(result.ranges.begin(ranks.rank));
  for (std::uint64_t i = 0; i < n; ++i) {
    if (!first_here[place[i]]) continue;
    number[place[i]] = next++;
    result.names.push_back(names[i]);
  }

  const Received<Node> received = exchange(std::span<const Node>(number), counts);
  std::vector<Node> number_of(ids.size());
  for (std::size_t k = 0; k < id.size(); ++k) {
    if (received.data[k] != kNotHere) number_of[id[k]] = received.data[k];
  }
  std::vector<Node> answers(id.size());
  for (std::size_t k = 0; k < id.size(); ++k) answers[k] = number_of[id[k]];
  const std::vector<Node> answered = exchange(std::span<const Node>(answers), lengths.counts).data;
  result.of.resize(n);
  for (std::uint64_t i = 0; i < n; ++i) result.of[i] = answered[place[i]];
  return result;
}

}  // namespace querent::distributed
