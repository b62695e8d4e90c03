// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>

namespace [[gnu::visibility("default")]] querent {

/// The folder that `querent graph --out DIR` writes; it is a source by its path.
///
///   manifest.json   "kind": "bibliography graph", what was read, kept and left out
///   edges.tsv       id, id, weight            labels.tsv     id, label ("?": none); all nodes
///   nodes.tsv       id and what is shown      features.svm   TF-IDF, in the order of labels.tsv
///   terms.svm       words and pairs of words  references.svm works cited: terms.hpp; of citations,
///                                             in the same order
///   aliases.tsv     id, other id: of works    missing.tsv    works cited that are not nodes
///   citations.tsv   id, id of a work that it cites: of works
///   records.jsonl   a work as it was read, a line each: of works
struct GraphFolder {
  std::filesystem::path edges, labels, nodes, features, terms, references, aliases, missing,
      citations, records;
};

inline constexpr const char* kGraphFolderKind = "bibliography graph";

/// Whether `path` is a directory with such a manifest.
bool is_graph_folder(const std::filesystem::path& path);
/// Its files; those from `features` on are empty where there are none. CorruptError when another is
/// missing.
GraphFolder graph_folder(const std::filesystem::path& path);

/// What the weight of an edge counts: "paper", "author", "reference" or "citing work" that both
/// nodes share. Empty where it counts nothing, as --weight newman, and for any other source.
std::string counted_by_weights(const std::filesystem::path& path);

}  // namespace querent
