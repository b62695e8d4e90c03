// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>

namespace [[gnu::visibility("default")]] querent {

/// The folder that `querent graph --out DIR` writes; its path is a source.
///
///   manifest.json   "kind": "bibliography graph"; counts of what was read, kept and left out
///   edges.tsv       id, id, weight            labels.tsv     id, label ("?" if unknown); all nodes
///   nodes.tsv       id, displayed text        features.svm   TF-IDF, in the order of labels.tsv
///   terms.svm       words and pairs of words  references.svm cited works, see terms.hpp; both
///                                             in the same order, for citations only
///   aliases.tsv     id, other id (works)      missing.tsv    cited works that are not nodes
///   citations.tsv   id, id of a work that it cites (works)
///   records.jsonl   a work as read, one per line (works)
struct GraphFolder {
  std::filesystem::path edges, labels, nodes, features, terms, references, aliases, missing,
      citations, records;
};

inline constexpr const char* kGraphFolderKind = "bibliography graph";

/// True if `path` is a directory with such a manifest.
bool is_graph_folder(const std::filesystem::path& path);
/// Its files; those from `features` on are empty if absent. Throws CorruptError if another is
/// missing.
GraphFolder graph_folder(const std::filesystem::path& path);

/// What edge weights count: "paper", "author", "reference" or "citing work" shared by both nodes.
/// Empty if weights are not counts, as with --weight newman, and for any other source.
std::string counted_by_weights(const std::filesystem::path& path);

}  // namespace querent
