// SPDX-License-Identifier: Apache-2.0
#include <querent/spectral/distributed/shared_graph.hpp>

#include <algorithm>
#include <functional>
#include <numeric>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <querent/graph/graph.hpp>
#include <querent/graph/node_ids.hpp>
#include <querent/graph/node_names.hpp>
#include <querent/spectral/distributed/local_numbers.hpp>
#include <querent/spectral/distributed/ranks.hpp>

namespace querent::distributed {

namespace {

/// The numbers 0 … n − 1 of the nodes of a file that several ranks read: by first appearance, as
/// one reader of the whole file would assign them.
struct NodeNumbers {
  std::vector<Node> of;  ///< number of each id of this rank's share
  NodeNames names;       ///< the ids that appear here first
  Ranges ranges;         ///< their numbers, by rank
};

constexpr Node kNotHere = 0xffffffff;

/// The names of all senders, in their order, and how many each has sent.
struct ReceivedNames {
  NodeNames names;
  std::vector<int> counts;
};

/// Sends names, grouped by receiver, counts[r] to rank r.
ReceivedNames exchange_names(const std::vector<std::string_view>& names,
                             const std::vector<int>& counts) {
  std::vector<std::uint16_t> lengths;
  std::string text;
  std::vector<std::uint64_t> bytes(counts.size(), 0);
  for (std::size_t r = 0; r < counts.size(); ++r) {
    for (int k = 0; k < counts[r]; ++k) {
      const std::string_view name = names[lengths.size()];
      text += name;
      bytes[r] += lengths.emplace_back(static_cast<std::uint16_t>(name.size()));
    }
  }
  Received<std::uint16_t> got = exchange(std::span<const std::uint16_t>(lengths), counts);
  const std::vector<char> letters = exchange(std::span<const char>(text), narrow(bytes)).data;
  ReceivedNames received{.names = {}, .counts = std::move(got.counts)};
  const char* at = letters.data();
  for (const std::uint16_t length : got.data) {
    received.names.push_back({at, length});
    at += length;
  }
  return received;
}

// `names` are the ids of this rank's share, each once, by first appearance.
NodeNumbers number_nodes(const Ranks& ranks, const NodeNames& names) {
  const std::uint64_t n = names.size();
  const auto owner = [&](std::uint64_t i) {
    return static_cast<int>(std::hash<std::string_view>()(names[i]) %
                            static_cast<std::uint64_t>(ranks.count));
  };
  const std::vector<int> counts = counts_by_owner(ranks.count, n, owner);
  const std::vector<std::uint32_t> place = places_by_owner(counts, n, owner);

  std::vector<std::string_view> sent(n);
  for (std::uint64_t i = 0; i < n; ++i) sent[place[i]] = names[i];
  ReceivedNames got = exchange_names(sent, counts);
  sent = {};
  NodeIds ids;
  std::vector<Node> id(got.names.size());
  std::vector<std::uint8_t> first(id.size());
  for (std::size_t k = 0; k < id.size(); ++k) {
    const std::uint64_t before = ids.size();
    id[k] = ids.find_or_add(got.names[k]);
    first[k] = ids.size() > before;
  }
  got.names = {};
  const std::vector<std::uint8_t> first_here =
      exchange(std::span<const std::uint8_t>(first), got.counts).data;
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
  const std::vector<Node> answered = exchange(std::span<const Node>(answers), got.counts).data;
  result.of.resize(n);
  for (std::uint64_t i = 0; i < n; ++i) result.of[i] = answered[place[i]];
  return result;
}

constexpr Node kDropped = 0xffffffff;
/// Number of entries of S that take as long as a row: at d = 100 a product takes about 1 µs per
/// entry and the basis about 40 µs per row.
constexpr std::uint64_t kEntriesARow = 32;
/// Ratio of a rank's entries to the mean from which on rows are dealt. Contiguous rows may have
/// fewer ghosts.
constexpr double kUneven = 1.1;

/// Drops rows without a renamed(); the columns of the others always have one.
void rename(SparseRows& rows, const std::vector<Node>& renamed, const Ranges& ranges,
            const Ranks& ranks) {
  const LocalNumbers local(rows, ranges, ranks);
  std::vector<Node> names = renamed;
  const std::vector<Node> others = local.others(),
                          theirs = fetch(ranks, ranges, std::span<const Node>(renamed),
                                         std::span<const std::uint32_t>(others));
  names.insert(names.end(), theirs.begin(), theirs.end());
  SparseRows kept;
  for (std::uint64_t i = 0; i < rows.num_rows(); ++i) {
    if (renamed[i] == kDropped) continue;
    for (std::uint64_t k = rows.offsets[i]; k < rows.offsets[i + 1]; ++k) {
      kept.column.push_back(names[local[rows.column[k]]]);
      if (!rows.weight.empty()) kept.weight.push_back(rows.weight[k]);
    }
    kept.offsets.push_back(kept.column.size());
  }
  rows = std::move(kept);
}

/// Ranges that give every rank about equal work, of rows and entries, from the sizes of the rows
/// that this rank holds, starting at row `first`.
Ranges balanced(const SparseRows& rows, std::uint64_t first, const Ranks& ranks) {
  const auto R = static_cast<std::uint64_t>(ranks.count);
  const std::uint64_t mine = rows.column.size() + kEntriesARow * rows.num_rows();
  const std::uint64_t total = sum(mine), before = sum_before(mine);
  std::vector<std::uint64_t> starts(R + 1, sum(rows.num_rows()));
  for (std::uint64_t i = 0, r = 0; i < rows.num_rows(); ++i) {
    // rank r's rows begin with the first row at or behind the r-th part
    for (; r < R && before + rows.offsets[i] + kEntriesARow * i >= total / R * r; ++r)
      starts[r] = first + i;
  }
  min(starts);
  starts[0] = 0;
  return Ranges(std::move(starts));
}

/// Whether a rank has far more entries than the mean with these ranges.
bool is_uneven(const SparseRows& rows, std::uint64_t first, const Ranges& ranges,
               const Ranks& ranks) {
  std::vector<double> entries(static_cast<std::size_t>(ranks.count), 0);
  for (std::uint64_t i = 0; i < rows.num_rows(); ++i) {
    entries[static_cast<std::size_t>(ranges.owner(first + i))] +=
        static_cast<double>(rows.offsets[i + 1] - rows.offsets[i]);
  }
  sum(entries);
  const double all = std::accumulate(entries.begin(), entries.end(), 0.0);
  return *std::max_element(entries.begin(), entries.end()) > kUneven * all / ranks.count;
}

/// The names of this rank's nodes, from the ranks that numbered them first.
NodeNames moved(const NodeNumbers& numbers, const std::vector<Node>& renamed, const Ranges& old,
                const Ranges& to, const Ranks& ranks) {
  std::vector<std::uint32_t> ids;
  for (std::uint64_t i = 0; i < numbers.names.size(); ++i)
    ids.push_back(static_cast<std::uint32_t>(numbers.ranges.begin(ranks.rank) + i));
  const std::vector<Node> now =
      fetch(ranks, old, std::span<const Node>(renamed), std::span<const std::uint32_t>(ids));
  std::vector<std::string_view> sent;
  std::vector<std::uint64_t> nodes(static_cast<std::size_t>(ranks.count), 0);
  for (std::uint64_t i = 0; i < now.size(); ++i) {
    if (now[i] == kDropped) continue;
    sent.push_back(numbers.names[i]);
    ++nodes[static_cast<std::size_t>(to.owner(now[i]))];
  }
  return exchange_names(sent, narrow(nodes)).names;
}

/// The counts of all ranks' shares; the notes come from rank 0, which reads the first lines.
void add_up(ReadReport& report) {
  for (std::uint64_t* count :
       {&report.lines, &report.self_loops, &report.zero_weights, &report.duplicate_edges})
    *count = sum(*count);
}

}  // namespace

SharedGraph read_shared(const std::filesystem::path& file, const ReadOptions& options,
                        const Ranks& ranks, const std::filesystem::path& unpacked,
                        const std::function<void(double)>& progress) {
  SharedGraph graph;
  NodeNumbers numbers;
  Ranges equal;
  {
    GraphData part = read_part(file, options, ranks, unpacked, progress);
    graph.report = part.report;
    add_up(graph.report);
    numbers = number_nodes(ranks, part.names);
    equal = Ranges::equal(numbers.ranges.total(), ranks.count);
    graph.rows = assemble_rows(part, numbers.of, equal, options.duplicates, ranks);
    // an edge in two shares was counted once in each
    graph.report.duplicate_edges += sum(part.graph.num_edges()) - sum(graph.rows.column.size()) / 2;
  }
  numbers.of = {};
  if (sum(graph.rows.column.size()) == 0) {
    together(ranks, [&] {
      throw DataError(
          file.string() +
          ": the graph has no edges, so there is nothing to embed — give a graph with edges");
    });
  }
  std::uint64_t isolated = 0;
  for (std::uint64_t i = 0; i < graph.rows.num_rows(); ++i)
    isolated += graph.rows.offsets[i] == graph.rows.offsets[i + 1];
  graph.report.isolated_nodes = sum(isolated);

  SharedComponents components = find_components(graph.rows, equal, ranks);
  graph.report.components = components.sizes.size();
  std::vector<Node> renamed(graph.rows.num_rows());
  const bool drop = components.sizes.size() > 1 && options.component == Component::kLargest;
  {
    const auto largest =
        static_cast<Node>(std::ranges::max_element(components.sizes) - components.sizes.begin());
    const auto kept = [&](std::uint64_t i) { return !drop || components.of[i] == largest; };
    std::uint64_t count = 0;
    for (std::uint64_t i = 0; i < renamed.size(); ++i) count += kept(i);
    auto next = static_cast<Node>(sum_before(count));
    for (std::uint64_t i = 0; i < renamed.size(); ++i) renamed[i] = kept(i) ? next++ : kDropped;
    graph.report.nodes_outside_largest_component = equal.total() - sum(count);
    if (drop) rename(graph.rows, renamed, equal, ranks);
  }
  const std::uint64_t first = sum_before(graph.rows.num_rows());
  graph.ranges = balanced(graph.rows, first, ranks);
  graph.uneven = is_uneven(graph.rows, first, graph.ranges, ranks);
  if (graph.uneven) graph.ranges = Dealing(sum(graph.rows.num_rows()), ranks.count).ranges();
  graph.names = moved(numbers, renamed, equal, graph.ranges, ranks);
  const auto owner = [&](std::uint64_t i) { return graph.ranges.owner(first + i); };
  const std::vector<int> counts = counts_by_owner(ranks.count, graph.rows.num_rows(), owner);
  if (!drop && components.sizes.size() > 1) {
    graph.components = components.sizes.size();
    graph.component = exchange(std::span<const Node>(components.of), counts).data;
  }
  graph.rows = exchange_rows(graph.rows, counts);
  graph.num_edges = sum(graph.rows.column.size()) / 2;
  return graph;
}

}  // namespace querent::distributed
