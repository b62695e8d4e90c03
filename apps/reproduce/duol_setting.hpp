// SPDX-License-Identifier: Apache-2.0
// Functions for both tables and figures: select and load data sets, and run the learners on them.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <querent/apps/reproduce/duol_experiment.hpp>
#include <querent/apps/reproduce/papers.hpp>

namespace querent::apps::duol {

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

/// The data sets of a table that `options.dataset` selects. Throws UsageError with the most similar
/// name.
std::vector<PaperDataset> chosen_datasets(const PaperTable& table, const ReproduceOptions& options);

/// Reads a data set; null, with the reason in `why`, if its data is missing.
std::unique_ptr<VectorData> load(const PaperDataset& dataset, const ReproduceOptions& options,
                                 const Console& console, std::string& why);

PassOptions pass_options(const ReproduceOptions& options);

/// Calls play() with a progress bar.
std::vector<std::vector<Pass>> play_with_progress(const PaperDataset& dataset,
                                                  const VectorData& data,
                                                  const std::vector<Contender>& contenders,
                                                  const PassOptions& options,
                                                  const Console& console);

/// Whether the orders share a Gram matrix, and its size in either case.
std::string gram_remark(const PaperDataset& dataset, const VectorData& data,
                        const PassOptions& options);

MeanStd error_rate_of(const std::vector<Pass>& runs);

// Repeats the experiments of Zhao, Hoi, Jin, Double Updating Online Learning, JMLR 12, 2011, §5.

/// The figures as points and, if there is a `directory`, as drawings staged in it. Returns the
/// points as CSV.
///   3  mistakes against C: DUOL with the worst and with a random auxiliary example, and the others
///   4  mistakes, and those with a strong and with a weak double update, against ρ
std::string figure(const std::string& name, const ReproduceOptions& options, const Console& console,
                   OutputDirectory* directory);

}  // namespace querent::apps::duol
