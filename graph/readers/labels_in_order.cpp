// SPDX-License-Identifier: Apache-2.0
#include <querent/graph/readers/labels_in_order.hpp>

#include <fmt/format.h>

namespace querent {

std::vector<std::optional<Node>> set_labels_in_order(
    GraphBuilder& builder, std::uint64_t count,
    const std::function<std::string(std::uint64_t)>& label,
    const std::function<Place(std::uint64_t)>& place) {
  const std::uint64_t n = builder.num_nodes();
  const auto ids_from = [&](std::uint64_t base) {
    std::uint64_t found = 0;
    for (std::uint64_t i = 0; i < count; ++i)
      found += builder.find(std::to_string(base + i)).has_value();
    return found == n;
  };
  const bool from_0 = ids_from(0), numbers = from_0 || ids_from(1);
  if (!numbers && count != n) {
    throw DataError(
        place(count < n ? count - 1 : n),
        fmt::format(
            "expected a label for each of {} nodes, found {} labels without ids — begin each "
            "line with the node's id",
            n, count));
  }
  builder.report().notes.push_back(fmt::format("the labels have no ids: label 1 is of {}",
                                               numbers
                                                   ? fmt::format("the node {}", from_0 ? 0 : 1)
                                                   : std::string("the first node of the file")));
  std::vector<std::optional<Node>> order;
  for (std::uint64_t i = 0; i < count; ++i) {
    std::optional<Node> node = static_cast<Node>(i);
    if (numbers) {
      const std::string id = std::to_string(i + (from_0 ? 0 : 1));
      node = builder.find(id);
      if (!node && builder.options().nodes_from_labels) node = builder.node(id);
    }
    order.push_back(node);
    if (node) {
      builder.set_label(*node, label(i), place(i));
    } else {
      ++builder.report().labels_without_node;
    }
  }
  return order;
}

}  // namespace querent
