// SPDX-License-Identifier: Apache-2.0
// Citation chasing: which works outside the export are probably relevant, judged by the records
// that cite them.
//
// Record j cites d_j works, of which r_j = Σ P_i are relevant records of the export; P_i is 1 or 0
// for a labelled record, else the model's probability. π₁ and π₀ are the fractions of relevant
// works among all works cited by relevant and by other records. A work cited by j is relevant with
//
//   h_j = (r_j + c (P_j π₁ + (1 − P_j) π₀)) / (d_j + c),   c = 20 references
//
// the posterior mean of a beta distribution. Work w, cited by the n_w records C_w, is ranked by
//
//   s_w = Σ_{j ∈ C_w} h_j / (n_w + m),   m = 3 citations
//
// the mean of h, shrunk towards 0 if few records cite it. A sum would favour methods, which most
// records cite. tests/bench/chasing.py compares s with counts of citations.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <querent/graph/bibliography/folder.hpp>
#include <querent/graph/bibliography/pair_graph.hpp>
#include <querent/graph/node_names.hpp>

namespace [[gnu::visibility("default")]] querent {

/// s of each outside work. `cited`: records are the groups; members below their number are records,
/// the others outside works, each once per record. `relevant`: P of each record. Throws
/// std::invalid_argument if their sizes differ.
std::vector<double> chase(const Incidence& cited, std::span<const double> relevant);

/// A cited work that is not a record.
struct MissingWork {
  std::string doi;        ///< "" if unknown
  std::string reference;  ///< as written in an export
  std::uint64_t cited = 0;
};

/// The citations of a graph's folder.
struct FolderCitations {
  NodeNames records;  ///< the ids of labels.tsv, in its order
  Incidence cited;    ///< as chase() needs it
  std::vector<MissingWork> missing;
};

/// Reads citations.tsv and missing.tsv; empty if the folder has none. Throws CorruptError naming a
/// damaged line.
FolderCitations read_folder_citations(const GraphFolder& folder);

}  // namespace querent
