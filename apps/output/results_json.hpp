// SPDX-License-Identifier: Apache-2.0
// The documented JSON output: `run --json` and run.json.
#pragma once

#include <querent/apps/experiment/experiment.hpp>
#include <querent/apps/terminal/escape.hpp>
#include <querent/datasets/vectors/vector_data.hpp>
#include <querent/graph/graph_data.hpp>
#include <querent/learners/session/auto.hpp>
#include <querent/learners/session/find.hpp>
#include <querent/spectral/embedding.hpp>

namespace querent::apps {

/// The field "source" of a graph or of vectors.
Json source_json(const GraphData& data);
Json source_json(const VectorData& data);
/// The field "embedding".
Json embedding_json(const Embedding& embedding, LaplacianKind laplacian);
/// The fields "learner", "runs", "mean" and "std" of one learner configuration. With the seed of a
/// run, that run can be repeated as the only one.
Json result_json(const ConfigResult& result, int num_classes, std::uint64_t seed);
/// The fields "querent", "command" and "seed", and the results: a single learner's results are
/// fields of the object itself, several learners form the array "results".
Json run_json(const ExperimentResult& experiment, std::uint64_t seed, int num_classes, Json source,
              Json embedding);

/// All constants of `auto` in a pool, by name; or of the model that finds a class.
Json auto_json(bool finds);

}  // namespace querent::apps
