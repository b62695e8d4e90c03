// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace [[gnu::visibility("default")]] querent {

enum class DatasetKind { kGraph, kVectors };
/// Printed as "graph" or "vectors" in `"kind"` of the program's JSON.
std::string_view to_string(DatasetKind kind);

enum class FileRole {
  kEdges,     ///< the graph, with labels if the format has them
  kLabels,    ///< node and label per line
  kFeatures,  ///< rows in the order of the label file
  kRows,      ///< vectors, with labels (svmlight) or without (IDX)
  kRowLabels,
  kTestRows,
  kTestRowLabels,
};

/// "edges", "labels", …
std::string_view to_string(FileRole role);

/// A file inside an archive.
struct ArchiveMember {
  FileRole role = FileRole::kEdges;  ///< role of the extracted file
  std::string name;         ///< last part of its path in the archive, which must occur once
  std::string sha256 = {};  ///< empty: unknown
};

/// One file of a data set, as stored at its address.
struct DatasetFile {
  FileRole role = FileRole::kEdges;  ///< for an archive of several files, see members
  std::string path;         ///< below each root (embedded, cache, mirror): "graphs/cora/edges.tsv"
  std::uint64_t bytes = 0;  ///< 0: unknown
  std::string sha256 = {};  ///< of the stored bytes; empty: unknown
  std::string content_sha256 = {};          ///< of the decompressed bytes, if `sha256` is unknown
  std::string url = {};                     ///< public address; empty: none
  std::vector<ArchiveMember> members = {};  ///< files to extract, if it is a tar or zip archive
};

/// One source of a data set: files that are read together. The converted files of a mirror and the
/// original archive at the public address are two editions of one data set.
struct Edition {
  std::string format;  ///< "edge list", "LINQS", "Pubmed", "four-area", "GML", "npz", "svmlight",
                       ///< "IDX", "CSV"; empty: recognised by content
  bool mirrored = false;           ///< mirrors hold it
  std::vector<DatasetFile> files;  ///< read together, at most one per role
};

/// Known properties of the data; 0: unknown. For graphs, of the whole graph and of its largest
/// connected component.
struct DatasetFacts {
  std::uint64_t nodes = 0;                    ///< number of nodes or rows
  std::uint64_t edges = 0;                    ///< undirected edges; graphs only
  std::uint64_t classes = 0;                  ///< distinct labels
  std::uint64_t features = 0;                 ///< columns of the rows or of the node features
  std::uint64_t largest_component_nodes = 0;  ///< nodes in that component
  std::uint64_t largest_component_edges = 0;  ///< its undirected edges
};

/// A data set that the program can load by name.
struct DatasetInfo {
  std::string name;                        ///< lower case
  DatasetKind kind = DatasetKind::kGraph;  ///< read as a graph, or as rows
  std::string title;                       ///< one line for display
  std::string licence;                     ///< as its source states it
  std::string homepage = {};               ///< description and download; may be empty
  std::string paper_rows = {};             ///< rows of the papers that use it, "msg: Cora"
  std::string note = {};    ///< remarks; for sets that cannot be fetched, how to get them
  bool embedded = false;    ///< shipped with the program
  DatasetFacts facts = {};  ///< see DatasetFacts
  /// Command-line options that it must be read with: {"symmetrize", "or"}.
  std::vector<std::pair<std::string, std::string>> read_options = {};
  std::vector<Edition> editions = {};  ///< the first available one is used; empty: description only
};

/// All data sets known by name, in the order of the documentation. Checksums are those of the files
/// themselves.
const std::vector<DatasetInfo>& catalogue();

/// Looks a name up, ignoring case, in the catalogue and the user's own sets (user_datasets.hpp).
std::optional<DatasetInfo> lookup_dataset(std::string_view name);

/// The same; if the name is unknown, throws std::invalid_argument that suggests the nearest name.
DatasetInfo find_dataset(std::string_view name);

}  // namespace querent
