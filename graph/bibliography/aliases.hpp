// SPDX-License-Identifier: Apache-2.0
// aliases.tsv of a graph's folder: a node, a tab, and what else its work is called.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <querent/datasets/input.hpp>
#include <querent/graph/node_ids.hpp>

namespace [[gnu::visibility("default")]] querent {

/// An id as aliases.tsv writes it: "https://openalex.org/W42" → "W42",
/// "https://doi.org/10.1000/ABC" and "doi:10.1000/ABC" → "10.1000/abc",
/// "https://pubmed.ncbi.nlm.nih.gov/42" and "PMID: 42" → "pmid:42"; any other as it is.
std::string plain_work_id(std::string_view id);
/// Whether it is written as a DOI, a PubMed number, or an id of OpenAlex.
bool is_work_id(std::string_view id);

/// Finds nodes by DOI, PubMed's number, the address of the work, and the ids of their duplicates.
class Aliases {
 public:
  /// Nodes are found among those that are called `nodes`, in which ids stand for themselves.
  explicit Aliases(const NodeIds& nodes) : nodes_(&nodes) {}
  /// The lines of aliases.tsv. CorruptError for a line that is none, or of another node.
  void read(Input& file);
  /// By its own id, then by an alias; of two nodes of one alias the first.
  std::optional<Node> find(std::string_view id) const;

 private:
  const NodeIds* nodes_;
  NodeIds others_;
  std::vector<Node> node_of_;
};

}  // namespace querent
