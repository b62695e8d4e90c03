// SPDX-License-Identifier: Apache-2.0
// Shared by the table and the figures: settings, algorithms with their grids, and graphs.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <querent/apps/experiment/tuning.hpp>
#include <querent/apps/output/figure/figure.hpp>
#include <querent/apps/reproduce/papers.hpp>
#include <querent/apps/source/prepared.hpp>

namespace querent::apps::msg {

// Repeats the experiments of Yang et al., Efficient Multi-Class Selective Sampling on Graphs, UAI
// 2016, §V.

using Options = ReproduceOptions;

/// One pair of cells of Table I. The paper's ± are read as variances: error rates (about 1e-5) and
/// labels (289 where we see a standard deviation of 15) are far from standard deviations of 20
/// shuffles, but have the size of their squares.
struct PaperCell {
  std::string algorithm;
  double error, error_variance, queries, queries_variance;
};

struct PaperDataset {
  std::string name;
  double nodes;
  std::vector<PaperCell> cells;
  std::string own;  ///< name of the paper's graph in the catalogue; empty: not public
  std::vector<std::string> stand_ins;  ///< other graphs of its kind
  std::string why;                     ///< why a stand-in may be needed
};

/// Table I in the paper's order.
const std::vector<PaperDataset>& table_one();

inline constexpr int kDim = 100;  ///< eigenvectors, §V

/// How nodes are embedded and labels are encoded.
struct Setting {
  std::string name;
  LaplacianKind laplacian;
  std::string encoding;
  NullVector null_vector;
  std::string text;     ///< printed in tables
  double gamma = 1;     ///< γ of all learners that have one
  double alpha = 1;     ///< α of DGS
  bool fitted = false;  ///< γ and α are fitted, and κ, ε and h are tuned to the paper's numbers of
                        ///< labels
};

/// The paper's setting (§V: D − S, Definition 1, v₁/√λ₁ with λ₁ = 0 among the columns of M, γ = 1),
/// the same fitted to the paper's numbers, the first without that column, the third with one-hot
/// labels, and the default of `run`.
const std::vector<Setting>& settings();

/// γ of the fitted setting, from the figure gamma.
inline constexpr double kFittedGamma = 0.02;
/// With this α DGS asks for every label, as in the paper.
inline constexpr double kFittedAlpha = 5;

/// An algorithm of Table I and the parameter that the paper tunes.
struct Algorithm {
  std::string row;      ///< in the table
  std::string learner;  ///< name in the catalogue
  GridAxis tuned;       ///< no key: no tuning
  bool counted;         ///< false for a second reading of the paper's row
  bool drawn;           ///< in Figures 1 and 3
  bool fits_gamma;      ///< in the figure gamma
  std::string note;     ///< in the table

  bool has_grid() const { return tuned.values.size() > 1; }
};

/// The algorithms of texts/msg-algorithms.tsv.
const std::vector<Algorithm>& algorithms();

/// One entry per value of the grid.
std::vector<NamedConfig> grid_of(const Algorithm& algorithm, const Setting& setting);

/// The value of the grid with the fewest mistakes on a held-out order and, among equals, the fewest
/// labels. In a fitted setting: the value that asks for the number of labels of the paper's row on
/// held-out orders, not restricted to the grid.
NamedConfig tuned(const Algorithm& algorithm, const PaperDataset& paper,
                  const DatasetView& examples, const Setting& setting, const Options& options);

/// The paper's cell for one of our rows: "CMOG" for "CMOG (as RLS-all)".
const PaperCell& cell_of(const PaperDataset& dataset, const std::string& row);

/// Runs the experiment of `configs` in a setting.
ExperimentResult play(const std::vector<NamedConfig>& configs, const DatasetView& examples,
                      const Setting& setting, const Options& options, bool curves,
                      const std::string& what);

/// The error rate, the labels asked and their share, over all runs.
struct Ending {
  MeanStd error, queries, rate;
};

Ending ending_of(const ConfigResult& result);

/// One of the graphs that a part of the paper needs.
struct Candidate {
  const PaperDataset* paper;
  std::string name;  ///< name in the catalogue
  bool stand_in;
  std::string row() const {
    return stand_in ? paper->name + " (stand-in: " + name + ")" : paper->name;
  }
};

/// The data set that the options name.
const PaperDataset& dataset_of(const Options& options);
/// The paper's graph, then its stand-ins.
std::vector<Candidate> candidates_of(const PaperDataset& dataset);

/// Reads a graph of the catalogue. Throws MissingData.
LoadedGraph load(const Candidate& candidate, const Options& options);

/// Embeds the graph; the examples refer to both members, which must not move.
struct Embedded {
  Embedding embedding;
  DatasetView examples;
};
std::unique_ptr<Embedded> embed_in(const LoadedGraph& graph, const Setting& setting, int dim,
                                   const Options& options);

/// The points of the figure gamma on one graph, and its drawing: z of the paper's error rates over
/// γ, at the paper's numbers of labels.
std::string gamma_profile(const Candidate& candidate, const LoadedGraph& graph,
                          const Options& options, Panel& panel);
/// The points of the figure v1: GPA over the size of the constant column, exact and as an
/// eigensolver rounds it.
std::string rounded_null_vector(const Candidate& candidate, const LoadedGraph& graph,
                                const Options& options, Panel& panel);

}  // namespace querent::apps::msg
