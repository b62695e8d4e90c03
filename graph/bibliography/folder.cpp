// SPDX-License-Identifier: Apache-2.0
#include <querent/graph/bibliography/folder.hpp>

#include <fstream>
#include <string>

#include <fmt/format.h>

#include <querent/datasets/error.hpp>

namespace querent {

namespace fs = std::filesystem;

bool is_graph_folder(const fs::path& path) {
  std::error_code error;
  if (path.empty() || !fs::is_directory(path, error)) return false;
  std::ifstream file(path / "manifest.json", std::ios::binary);
  std::string head(4096, '\0');
  file.read(head.data(), static_cast<std::streamsize>(head.size()));
  head.resize(static_cast<std::size_t>(file.gcount()));
  return head.find(std::string("\"kind\": \"") + kGraphFolderKind + '"') != std::string::npos;
}

GraphFolder graph_folder(const fs::path& path) {
  GraphFolder folder{path / "edges.tsv",    path / "labels.tsv",  path / "nodes.tsv",
                     path / "features.svm", path / "terms.svm",   path / "references.svm",
                     path / "aliases.tsv",  path / "missing.tsv", path / "citations.tsv",
                     path / "records.jsonl"};
  std::error_code error;
  for (const fs::path& file : {folder.edges, folder.labels, folder.nodes}) {
    if (!fs::is_regular_file(file, error))
      throw CorruptError(
          fmt::format("{}: expected the file {} beside its manifest, found none — make "
                      "the folder again by querent graph",
                      path.string(), file.filename().string()));
  }
  for (fs::path* file : {&folder.features, &folder.terms, &folder.references, &folder.aliases,
                         &folder.missing, &folder.citations, &folder.records}) {
    if (!fs::is_regular_file(*file, error)) file->clear();
  }
  return folder;
}

}  // namespace querent
