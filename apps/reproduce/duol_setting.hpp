// SPDX-License-Identifier: Apache-2.0
// Functions for both tables and figures: select and load data sets, and run the learners on them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include <querent/apps/reproduce/papers.hpp>
#include <querent/apps/terminal/progress.hpp>
#include <querent/datasets/vectors/vector_data.hpp>
#include <querent/learners/kernel/double_update.hpp>
#include <querent/learners/mean_std.hpp>

namespace querent::apps::duol {

// The experiment of Zhao, Hoi, Jin, JMLR 12, 2011, §5: every learner on the same random orders,
// with every label asked, and with a shared Gram matrix if it fits into memory.

/// One row of Table 2 or 4 for one data set; mistakes in percent as printed.
struct PaperCell {
  std::string learner;  ///< name in the catalogue
  MeanStd mistakes, support_vectors;
  double seconds = 0;  ///< of the paper's machine
};

/// The scaling of rows before learning.
enum class Scaling { kNone, kUnitRows, kPixels, kSmoothed };

struct PaperDataset {
  std::string name;
  std::string own;  ///< name in the catalogue
  Scaling scaling;
  std::string preprocessing;  ///< in words
  std::vector<PaperCell> cells;
};

struct PaperTable {
  std::string number;
  std::string own;  ///< the learner proposed by the paper
  double C;         ///< of every learner with a parameter C; σ = 8, ρ = 0, 20 orders
  std::vector<PaperDataset> datasets;

  const PaperDataset& dataset(const std::string& name) const {
    return *std::ranges::find(datasets, name, &PaperDataset::name);
  }
};

/// A learner by its name in the catalogue, with the parameters that the paper varies.
struct Contender {
  std::string learner;
  double C = 5;
  double rho = 0;
};

struct Pass {
  std::uint64_t rounds = 0, mistakes = 0, support_vectors = 0;
  DoubleUpdateCounts counts;  ///< of double updating learners
  double seconds = 0;         ///< without the Gram matrix
};

/// σ of the Gaussian kernel of every learner.
inline constexpr double kSigma = 8;

/// passes[c][r] is contender c in run r, in the same order as in `run` with the same seed. Throws
/// Interrupted if the user interrupts.
std::vector<std::vector<Pass>> play(const PaperDataset& dataset, const VectorData& data,
                                    const std::vector<Contender>& contenders,
                                    const ReproduceOptions& options);

/// The rows of a paper's data set, scaled as in the paper. Throws MissingData.
VectorData read_rows(const PaperDataset& dataset, const ReproduceOptions& options);

/// Table 2, binary, and Table 4, multiclass.
const std::vector<PaperTable>& paper_tables();

/// A learner of the paper, for its tables and figures.
struct KnownLearner {
  std::string name;
  bool has_C;
  bool keeps_its_mistakes;  ///< its support vectors, so that both columns are one number
  bool drawn;               ///< in Figure 3
};
const std::vector<KnownLearner>& known_learners();

/// Table 2, binary, or 4, multiclass.
const PaperTable& paper_table(const std::string& number);

/// Whether the orders share a Gram matrix, and its size in either case.
std::string gram_remark(const PaperDataset& dataset, const VectorData& data,
                        const ReproduceOptions& options);

MeanStd error_rate_of(const std::vector<Pass>& runs);

}  // namespace querent::apps::duol
