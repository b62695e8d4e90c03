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
/// "graph" or "vectors", as `"kind"` in the program's JSON.
std::string_view to_string(DatasetKind kind);

enum class FileRole {
  kEdges,     ///< the graph; where the format has them, its labels too
  kLabels,    ///< node and label
  kFeatures,  ///< rows in the order of the label file
  kRows,      ///< vectors with their labels (svmlight), or without (IDX)
  kRowLabels,
  kTestRows,
  kTestRowLabels,
};

/// "edges", "labels", …
std::string_view to_string(FileRole role);

/// A file inside an archive.
struct ArchiveMember {
  FileRole role = FileRole::kEdges;  ///< what it is to the data set
  std::string name;         ///< last part of its path in the archive, which must occur once
  std::string sha256 = {};  ///< empty: not known
};

/// One file of a data set, as it is stored at its address.
struct DatasetFile {
  FileRole role = FileRole::kEdges;  ///< of an archive that holds several, see members
  std::string path;         ///< below every root (embedded, cache, mirror): "graphs/cora/edges.tsv"
  std::uint64_t bytes = 0;  ///< 0: not known
  std::string sha256 = {};  ///< of the stored bytes; empty: not known
  std::string content_sha256 = {};  ///< of the decompressed bytes, where `sha256` is not known
  std::string url = {};             ///< public address; empty: none
  std::vector<ArchiveMember> members =
      {};  ///< what is wanted of it, when it is a tar or zip archive
};

/// One way to have a data set: files that are read together. The converted files of a mirror and
/// the original archive of the public address are two editions of one data set.
struct Edition {
  std::string format;  ///< "edge list", "LINQS", "Pubmed", "four-area", "GML", "npz", "svmlight",
                       ///< "IDX", "CSV"; empty: recognised by content
  bool mirrored = false;           ///< a mirror has it
  std::vector<DatasetFile> files;  ///< read together, at most one of each role
};

/// What is known to be true of the data; 0: not known. Graphs: before and in the largest connected
/// component.
struct DatasetFacts {
  std::uint64_t nodes = 0;                    ///< or rows
  std::uint64_t edges = 0;                    ///< undirected; of a graph only
  std::uint64_t classes = 0;                  ///< distinct labels
  std::uint64_t features = 0;                 ///< columns of the rows, or of the nodes' features
  std::uint64_t largest_component_nodes = 0;  ///< nodes
  std::uint64_t largest_component_edges = 0;  ///< undirected
};

/// One data set that the program knows by name.
struct DatasetInfo {
  std::string name;                        ///< what a person types, in lower case
  DatasetKind kind = DatasetKind::kGraph;  ///< read as a graph, or as rows
  std::string title;                       ///< one line for a person
  std::string licence;                     ///< as its source states it
  std::string homepage = {};    ///< where a person reads about it and gets it; may be empty
  std::string paper_rows = {};  ///< which rows of the papers it is for, "msg: Cora"
  std::string note = {};  ///< what one must know; for sets that cannot be fetched, how to get them
  bool embedded = false;  ///< comes with the program
  DatasetFacts facts = {};  ///< see DatasetFacts
  /// Options of the command line that its reading needs: {"symmetrize", "or"}.
  std::vector<std::pair<std::string, std::string>> read_options = {};
  std::vector<Edition> editions =
      {};  ///< the first that can be had is taken; none: it is only described
};

/// Every data set known by name, in the order of the documentation. Checksums are those of the
/// files themselves.
const std::vector<DatasetInfo>& catalogue();

/// By name, ignoring case, among the catalogue and the user's own (user_datasets.hpp).
std::optional<DatasetInfo> lookup_dataset(std::string_view name);

/// The same; std::invalid_argument that suggests the nearest name when there is none.
DatasetInfo find_dataset(std::string_view name);

}  // namespace querent
