// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <fstream>
#include <memory>

#include <querent/apps/ask/annotation_server.hpp>
#include <querent/apps/source/prepared.hpp>

namespace querent::apps {

/// A server of classes A and B for a ring of `n` nodes, n0 to n(n − 1), embedded in `dim`
/// dimensions; its files are in `folder`.
inline std::unique_ptr<AnnotationServer> ring_server(const std::filesystem::path& folder, int n,
                                                     int dim, AskSettings settings = {}) {
  std::filesystem::create_directories(folder);
  std::ofstream edges(folder / "edges.tsv");
  for (int i = 0; i < n; ++i) edges << "n" << i << " n" << (i + 1) % n << "\n";
  edges.close();
  SourceOptions source;
  source.edges = (folder / "edges.tsv").string();
  source.labels_needed = false;
  source.read.component = Component::kAll;
  EmbedOptions embed;
  embed.no_cache = embed.unsmoothed = true;
  embed.embedding.dim = dim;
  Console console;
  console.quiet = true;
  settings.directory = folder / "answers";
  settings.classes = {"A", "B"};
  return std::make_unique<AnnotationServer>(AskItems(prepare(source, embed, console), {}),
                                            settings);
}

}  // namespace querent::apps
