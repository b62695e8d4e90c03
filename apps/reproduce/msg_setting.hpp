// SPDX-License-Identifier: Apache-2.0
// What the table and the figures share: the settings, the algorithms with their grids, the graphs.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <querent/apps/experiment/experiment.hpp>
#include <querent/apps/reproduce/msg.hpp>
#include <querent/apps/reproduce/msg_paper.hpp>
#include <querent/apps/source/prepared.hpp>

namespace querent::apps::msg {

inline constexpr int kDim = 100;  ///< eigenvectors, §V

/// How nodes become rows and labels become vectors.
struct Setting {
  std::string name;
  LaplacianKind laplacian;
  std::string encoding;
  NullVector null_vector;
  std::string text;  ///< for tables
};

/// The paper's (§V: D − S, Definition 1, v₁/√λ₁ with λ₁ = 0 among the columns of M), the same
/// without that column, that with one-hot labels, and the default of `run`.
const std::vector<Setting>& settings();

/// An algorithm of Table I, and the parameter that the paper tunes.
struct Algorithm {
  std::string row;      ///< of the table
  std::string learner;  ///< of the catalogue
  std::string key;      ///< empty: nothing is tuned
  std::vector<double> grid;
};

/// In the order of Table I; CMOG twice, by Algorithm 1 and learning from every label, MSG twice,
/// tuned and at the h that is the default of `run`.
const std::vector<Algorithm>& algorithms();

/// One entry for each value of the grid.
std::vector<Entry> grid_of(const Algorithm& algorithm);

/// The value of the grid with the fewest mistakes on a held-out order, and among those the fewest
/// labels.
Entry tuned(const Algorithm& algorithm, const Examples& examples, const Setting& setting,
            const Options& options);

/// The experiment of `entries` in a setting.
ExperimentResult play(const std::vector<Entry>& entries, const Examples& examples,
                      const Setting& setting, const Options& options, bool curves,
                      const Console& console, const std::string& what);

/// One of the graphs that a part of the paper asks for.
struct Candidate {
  const PaperDataset* paper;
  std::string name;  ///< of the catalogue
  bool stand_in;
  std::string row() const {
    return stand_in ? paper->name + " (stand-in: " + name + ")" : paper->name;
  }
};

/// The datasets that `options.dataset` means: the paper's graph, then its stand-ins. UsageError
/// with the nearest name.
std::vector<const PaperDataset*> chosen_datasets(const Options& options);
std::vector<Candidate> candidates_of(const PaperDataset& dataset);

/// Reads a graph of the catalogue; null, with the reason in `why`, when its data is not here.
std::unique_ptr<LoadedGraph> load(const Candidate& candidate, const Console& console,
                                  std::string& why);

/// Embeds it and points the examples at both, which must stay where they are.
struct Embedded {
  Embedding embedding;
  Examples examples;
};
std::unique_ptr<Embedded> embed_in(const LoadedGraph& graph, const Setting& setting, int dim,
                                   const Options& options, const Console& console);

}  // namespace querent::apps::msg
