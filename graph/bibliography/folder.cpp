// SPDX-License-Identifier: Apache-2.0
#include <querent/graph/bibliography/folder.hpp>

#include <fstream>
#include <utility>

#include <fmt/format.h>

#include <querent/datasets/error.hpp>

namespace querent {

namespace fs = std::filesystem;

namespace {

// Empty where there is none.
std::string head_of_manifest(const fs::path& path) {
  std::error_code error;
  if (path.empty() || !fs::is_directory(path, error)) return "";
  std::ifstream file(path / "manifest.json", std::ios::binary);
  std::string head(4096, '\0');
  file.read(head.data(), static_cast<std::streamsize>(head.size()));
  head.resize(static_cast<std::size_t>(file.gcount()));
  return head;
}

bool says(const std::string& head, const std::string& key, const std::string& value) {
  return head.find('"' + key + "\": \"" + value + '"') != std::string::npos;
}

}  // namespace

bool is_graph_folder(const fs::path& path) {
  return says(head_of_manifest(path), "kind", kGraphFolderKind);
}

std::string counted_by_weights(const fs::path& path) {
  const std::string head = head_of_manifest(path);
  if (!says(head, "kind", kGraphFolderKind) || !says(head, "weight", "count")) return "";
  constexpr std::pair<const char*, const char*> kCounted[] = {{"coauthors", "paper"},
                                                              {"papers-by-author", "author"},
                                                              {"coupling", "reference"},
                                                              {"cocitations", "citing work"}};
  for (const auto& [kind, counted] : kCounted) {
    if (says(head, "graph_kind", kind)) return counted;
  }
  return "";
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
