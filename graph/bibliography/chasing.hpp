// SPDX-License-Identifier: Apache-2.0
// Citation chasing: which works outside the export are probably relevant, by who cites them.
//
// Record j cites d_j works, r_j = Σ P_i of them relevant ones of the export; P_i is 1 or 0 of a
// record that was read, else the model's probability. π₁, π₀ are the shares of relevant works among
// all that relevant and other records cite. Then a work that j cites is relevant with
//
//   h_j = (r_j + c (P_j π₁ + (1 − P_j) π₀)) / (d_j + c),   c = 20 references
//
// the posterior mean of a beta distribution, and work w, cited by the n_w records C_w, is ranked by
//
//   s_w = Σ_{j ∈ C_w} h_j / (n_w + m),   m = 3 citations
//
// the mean of h, shrunk towards 0 where few cite it: works that everybody cites are methods.
// tests/bench/chasing.py compares it with counts of citations.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <querent/graph/bibliography/folder.hpp>
#include <querent/graph/bibliography/pair_graph.hpp>
#include <querent/graph/node_names.hpp>

namespace [[gnu::visibility("default")]] querent {

struct ChasingParams {
  double references = 20;  ///< c > 0
  double citations = 3;    ///< m ≥ 0
};

/// s of each work outside. `cited`: records are the groups; members below their number are records,
/// the others works outside, each once a record. `relevant`: P of each record.
/// std::invalid_argument where their numbers differ.
std::vector<double> chase(const Incidence& cited, std::span<const double> relevant,
                          const ChasingParams& params = {});

/// A work that is cited but is no record.
struct MissingWork {
  std::string doi;        ///< "" where no export has it
  std::string reference;  ///< as an export has it
  std::uint64_t cited = 0;
};

/// Who cites what, of a graph's folder.
struct FolderCitations {
  NodeNames records;  ///< the ids of labels.tsv, in its order
  Incidence cited;    ///< as chase() needs it
  std::vector<MissingWork> missing;
};

/// Reads citations.tsv and missing.tsv; empty where the folder has none. CorruptError with the line
/// where one is damaged.
FolderCitations read_folder_citations(const GraphFolder& folder);

}  // namespace querent
