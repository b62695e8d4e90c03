// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include <querent/apps/options/embedding_options.hpp>
#include <querent/apps/terminal/console.hpp>
#include <querent/spectral/embedding.hpp>

namespace querent::apps {

/// Embeds with a progress bar, and uses the cache unless the options disable it.
Embedding embed_graph(const Graph& graph, const EmbedOptions& options, const Console& console);

/// Adds the seconds of the embedding to the first line of `summary`; with `verbose` also a line
/// with dimension, solver and residual.
void add_embedding(std::string& summary, const Embedding& embedding, LaplacianKind laplacian,
                   bool verbose);

}  // namespace querent::apps
