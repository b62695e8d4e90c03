// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include <querent/apps/options/embedding_options.hpp>
#include <querent/apps/terminal/console.hpp>
#include <querent/spectral/embedding.hpp>

namespace querent::apps {

/// Embeds with a progress bar, through the cache unless the options say no.
Embedding embed_graph(const Graph& graph, const EmbedOptions& options, const Console& console);

/// One line for a person: dimension, solver, residual, time.
std::string summary_of(const Embedding& embedding, LaplacianKind laplacian);

}  // namespace querent::apps
