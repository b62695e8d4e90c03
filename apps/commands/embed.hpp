// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include <querent/apps/options/source_options.hpp>
#include <querent/apps/terminal/console.hpp>
#include <querent/apps/terminal/escape.hpp>

namespace querent::apps {

/// The program that computes an embedding.
enum class EmbedEngine {
  kLocal,  ///< this process
  kMpi     ///< all processes of an MPI job
};

struct EmbedCommand {
  SourceOptions source;
  EmbedOptions embedding;
  EmbedEngine engine = EmbedEngine::kLocal;
  std::string out;
  std::string extend;  ///< an embedding of the graph before it grew; empty: none
  bool json = false, quiet = false;
};

/// Prints what was embedded and written, as text or as JSON.
int report_embedding(const EmbedCommand& command, const Console& console, Json source,
                     const std::string& summary, const Embedding& embedding,
                     LaplacianKind laplacian, const std::vector<std::filesystem::path>& written,
                     Json ranks = Json());

/// Runs `embed --engine mpi` on every rank of an MPI job, in querent-slepc. Only rank 0 prints.
int embed_on_ranks(const EmbedCommand& command, Console& console);

}  // namespace querent::apps
