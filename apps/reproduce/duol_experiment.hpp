// SPDX-License-Identifier: Apache-2.0
// The experiment of Zhao, Hoi, Jin, JMLR 12, 2011, §5: every learner on the same random orders,
// with every label asked, and with a shared Gram matrix if it fits into memory.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <querent/apps/experiment/experiment.hpp>
#include <querent/apps/terminal/progress.hpp>
#include <querent/datasets/vectors/vector_data.hpp>
#include <querent/learners/kernel/double_update.hpp>
#include <querent/learners/mean_std.hpp>

namespace querent::apps::duol {

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

struct PassOptions {
  double sigma = 8;
  std::uint64_t runs = 20;
  std::uint64_t seed = 0;
  int threads = 1;
  std::uint64_t memory = std::uint64_t{1} << 30;  ///< bytes for the Gram matrix
};

/// Whether the Gram matrix of the data is shared with these options.
bool shares_gram(const VectorData& data, const PassOptions& options);

/// passes[c][r] is contender c in run r, in the same order as in `run` with the same seed. Throws
/// Interrupted if the user interrupts.
std::vector<std::vector<Pass>> play(const VectorData& data,
                                    const std::vector<Contender>& contenders,
                                    const PassOptions& options, Progress& progress);

/// The rows of a paper's data set, scaled as in the paper. Throws IoError if the data is missing.
VectorData read_rows(const PaperDataset& dataset, int threads, const Console& console);

}  // namespace querent::apps::duol
