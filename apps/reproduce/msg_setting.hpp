// SPDX-License-Identifier: Apache-2.0
// What the table and the figures share: the settings, the algorithms with their grids, the graphs.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <querent/apps/experiment/experiment.hpp>
#include <querent/apps/output/figure.hpp>
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
  std::string text;     ///< for tables
  double gamma = 1;     ///< γ of every learner that has one
  double alpha = 1;     ///< α of DGS
  bool fitted = false;  ///< γ and α are fitted, κ, ε and h aim at the paper's labels
};

/// The paper's (§V: D − S, Definition 1, v₁/√λ₁ with λ₁ = 0 among the columns of M, γ = 1), the
/// same fitted to the paper's numbers, the first without that column, that with one-hot labels, and
/// the default of `run`.
const std::vector<Setting>& settings();

/// The γ that the fitted setting has, by the figure of γ.
inline constexpr double kFittedGamma = 0.02;
/// With which DGS asks for every label, as the paper's does.
inline constexpr double kFittedAlpha = 5;

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
std::vector<Entry> grid_of(const Algorithm& algorithm, const Setting& setting);

/// The value of the grid with the fewest mistakes on a held-out order, and among those the fewest
/// labels. Of a fitted setting: the value with which as many are asked on held-out orders as in the
/// paper's row, whatever the grid.
Entry tuned(const Algorithm& algorithm, const PaperDataset& paper, const Examples& examples,
            const Setting& setting, const Options& options);

/// The cell that a row of ours stands beside: "CMOG" for "CMOG (as RLS-all)".
const PaperCell& cell_of(const PaperDataset& dataset, const std::string& row);

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

/// The points of the figure gamma on one graph, and what is drawn of them: z of the paper's error
/// rates over γ, labels aimed at.
std::string gamma_profile(const Candidate& candidate, const LoadedGraph& graph,
                          const Options& options, const Console& console, Panel& panel);
/// Those of the figure v1: GPA over the size of the constant column, constant and as an eigensolver
/// rounds it.
std::string rounded_null_vector(const Candidate& candidate, const LoadedGraph& graph,
                                const Options& options, const Console& console, Panel& panel);

}  // namespace querent::apps::msg
