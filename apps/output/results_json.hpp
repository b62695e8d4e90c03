// SPDX-License-Identifier: Apache-2.0
// The JSON of contract: `run --json` and run.json.
#pragma once

#include <string>

#include <querent/apps/experiment/experiment.hpp>
#include <querent/apps/terminal/escape.hpp>
#include <querent/datasets/vectors/vector_data.hpp>
#include <querent/graph/graph_data.hpp>
#include <querent/learners/session/auto/params.hpp>
#include <querent/spectral/embedding.hpp>

namespace querent::apps {

/// "source" of a graph, and of vectors.
Json source_json(const GraphData& data);
Json source_json(const VectorData& data);
/// "embedding".
Json embedding_json(const Embedding& embedding, LaplacianKind laplacian);
/// "learner", "runs", "mean" and "std" of one contestant. The seed of a run plays it again as the
/// only run.
Json result_json(const ContestantResult& result, int num_classes, std::uint64_t seed);
/// "querent", "command", "seed", and what is measured of every contestant: merged into the object
/// itself when there is one, as "results" when there are several.
Json run_json(const ExperimentResult& experiment, std::uint64_t seed, int num_classes, Json source,
              Json embedding);

/// Every constant of `auto` in a pool, by name.
Json auto_json(const AutoParams& params);

}  // namespace querent::apps
