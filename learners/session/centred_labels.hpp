// SPDX-License-Identifier: Apache-2.0
// What the first labels alone say of the nodes of a graph, beside what a model of its eigenvectors
// says.
//
//   b_l = y_l − ȳ   of answered l, ȳ their mean; else 0
//   (D − α S) u = b,   α = 0.99
//   p_i ∝ softmax(t f_i) + u⁺_i / ‖u⁺_i‖₁,   t = 8                       u⁺: what is above 0
//
// Sources of which each class has as much as all others take from it: Poisson learning (Calder,
// Cook, Thorpe, Slepčev, ICML 2020, where α = 1). Labels that are few then tell of nodes far away,
// where labels that are only spread are nearly constant. α < 1 ends a walk after a hundred steps:
// of a graph with large hubs α = 1 says too little of what is near, and there is one u whatever the
// components.
//
// With fewer than 2.5 answers a class it has half of the say (ridge.hpp: few_answers); with more
// the model knows better and nothing is gained (docs/LABELS.md has the measurements).
#pragma once

#include <vector>

#include <querent/spectral/correct_and_smooth.hpp>

namespace querent {

/// u, n × K.
NodeScores centred_labels(const Graph& graph, const std::vector<LabelledNode>& known,
                          int num_classes, int threads = 1);

/// p from f; a row of zeros, of which nothing is known, stays.
NodeScores with_centred_labels(NodeScores F, const Graph& graph,
                               const std::vector<LabelledNode>& known, int threads = 1);

}  // namespace querent
