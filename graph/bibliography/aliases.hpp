// SPDX-License-Identifier: Apache-2.0
// aliases.tsv in a graph's folder: a node, a tab, and another id of its work.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <querent/datasets/input.hpp>
#include <querent/graph/node_ids.hpp>

namespace [[gnu::visibility("default")]] querent {

/// An id as aliases.tsv writes it: "https://openalex.org/W42" → "W42",
/// "https://doi.org/10.1000/ABC" and "doi:10.1000/ABC" → "10.1000/abc",
/// "https://pubmed.ncbi.nlm.nih.gov/42" and "PMID: 42" → "pmid:42"; any other is unchanged.
std::string plain_work_id(std::string_view id);
/// True if the text is written as a DOI, a PubMed id or an OpenAlex id.
bool is_work_id(std::string_view id);

/// Finds nodes by DOI, PubMed id, address of the work, or ids of their duplicates.
class Aliases {
 public:
  /// Looks nodes up in `nodes`, in which each id stands for itself.
  explicit Aliases(const NodeIds& nodes) : nodes_(&nodes) {}
  /// Reads the lines of aliases.tsv. Throws CorruptError for an invalid line or an unknown node.
  void read(Input& file);
  /// Looks up the node's own id, then the aliases; nullopt if several nodes share an alias.
  std::optional<Node> find(std::string_view id) const;
  /// Every node with this id or alias, each once.
  std::vector<Node> all(std::string_view id) const;

 private:
  const NodeIds* nodes_;
  NodeIds others_;
  std::vector<Node> node_of_;
  std::multimap<Node, Node> further_;  // by alias: its nodes after the first
};

}  // namespace querent
