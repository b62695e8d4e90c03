// SPDX-License-Identifier: Apache-2.0
// The experiment of the papers: each learner plays the stream once per run, and all learners have
// the same orders.
//
//   order r            stream kOrder (or kHeldOut, for tuning) of (seed, r)
//   asking in run r    stream kQuery of (seed, r): the same draws for every learner
// Hence a run depends only on the seed and its number, not on the number of runs, learners or
// threads.
// there are.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include <querent/apps/experiment/annotator_agreement.hpp>
#include <querent/learners/catalogue/catalogue.hpp>
#include <querent/learners/score_calibration.hpp>
#include <querent/learners/session/asking.hpp>
#include <querent/learners/session/auto/kernels.hpp>
#include <querent/learners/session/dataset_view.hpp>
#include <querent/learners/session/find.hpp>
#include <querent/learners/session/items.hpp>

namespace querent::apps {

/// Information that is fixed before the first question.
struct KnownItems {
  std::vector<std::uint32_t> test = {};   ///< never asked: the test set of the finished model
  std::vector<std::uint32_t> seeds = {};  ///< items whose labels are known at the start
  bool one_seed_a_class = false;          ///< each run draws one item per class as seed
  double oracle_error = 0;                ///< probability that an answer is another class, drawn
                                          ///< uniformly
  double checks = 0.1;   ///< fraction of the questions drawn at random to estimate the
                         ///< error
  bool relabel = false;  ///< answered items may be asked again
  std::vector<double> class_prior = {};  ///< frequencies of the classes; empty: unknown
  std::optional<int> find = {};          ///< the class whose items are searched for
  double stop_at_recall = 0;  ///< fraction of them that ends the questions; 0: no such end
  CsrMatrix criteria = {};    ///< SessionOptions::criteria
  /// For --find: items whose labels are known at the start of run r, entry r modulo the size.
  std::vector<std::vector<std::uint32_t>> priors = {};
  CsrMatrix opinions = {};        ///< of a machine, see SessionOptions
  std::vector<int> machine = {};  ///< the class that the machine ranks first; −1: no opinion
  std::vector<std::string> names = {};  ///< of the classes, if there are opinions
};

class Progress;

/// Checkpoints, so that a run can be killed and resumed.
struct CheckpointOptions {
  std::uint64_t every = 0;  ///< rounds; 0: no checkpoints
  std::filesystem::path directory = {};
  std::string fingerprint = {};  ///< hash of everything that results depend on
};

/// The order of rows: random, as in the source, or a pool in which any row can be asked next.
enum class RowOrder { kRandom, kFile, kPool };

struct ExperimentOptions {
  std::uint64_t seed = 0;
  std::uint64_t runs = 1;
  std::uint64_t passes = 1;  ///< later passes learn the labels of the first pass and ask no more
  RowOrder order = RowOrder::kRandom;
  Stream order_stream = Stream::kOrder;
  std::string encoding = "one-hot";
  int threads = 1;
  bool keep_curves = false;
  bool keep_predictions = false;  ///< predictions of run 0
  bool probabilities = false;     ///< calibrated on the labels asked
  bool rank_scores = false;       ///< computes the area under the ROC curve of a binary task
  AskingOptions asking = {};
  KnownItems known = {};
  /// η_p of the weighted sum and c_p of the cost, in [0, 1] (Lu, Zhao, Hoi 2016, Eqs. 6, 7).
  double positive_weight = 0.5;
  bool keep_models = false;  ///< models of run 0
  CheckpointOptions checkpoint = {};
};

/// Rounds of a binary task by truth and prediction; the positive class is class 1.
struct Confusion {
  std::uint64_t true_positive = 0, false_positive = 0, false_negative = 0, true_negative = 0;

  void count(int truth, int predicted) {
    if (truth == 1) {
      ++(predicted == 1 ? true_positive : false_negative);
    } else {
      ++(predicted == 1 ? false_positive : true_negative);
    }
  }

  static void fields(auto& self, auto&& field) {
    field("true_positive", self.true_positive);
    field("false_positive", self.false_positive);
    field("false_negative", self.false_negative);
    field("true_negative", self.true_negative);
  }
};

/// Rounds and mistakes per class.
struct ByClass {
  std::vector<std::uint64_t> rounds = {}, mistakes = {};

  void count(int truth, bool mistake) {
    const auto k = static_cast<std::size_t>(truth);
    if (k >= rounds.size()) {
      rounds.resize(k + 1);
      mistakes.resize(k + 1);
    }
    ++rounds[k];
    mistakes[k] += mistake;
  }

  static void fields(auto& self, auto&& field) {
    field("rounds", self.rounds);
    field("mistakes", self.mistakes);
    field.must(self.rounds.size() == self.mistakes.size());
  }
};

/// What a run counts: totals, and cumulative counts at the rounds of
/// ExperimentResult::curve_rounds.
struct RunCounts {
  Tally tally = {};
  Confusion confusion = {};  ///< of a binary task
  ByClass by_class = {};     ///< of rows with one label
  std::vector<std::uint32_t> mistakes = {}, queries = {};

  void add_point() {
    mistakes.push_back(static_cast<std::uint32_t>(tally.mistakes));
    queries.push_back(static_cast<std::uint32_t>(tally.queries));
  }
};

/// The result of one run.
struct RunResult : RunCounts {
  std::uint64_t run = 0;
  double positive_weight = 0.5;                     ///< as in ExperimentOptions
  std::optional<LabelRankingTally> ranking = {};    ///< if rows have label sets
  std::optional<std::size_t> support_vectors = {};  ///< of a kernel learner's final model
  double seconds = 0;                               ///< of run 0 with what all runs of a pool share
  Estimate estimate;                                ///< of the error rate, from the labels asked
  /// The errors of the final model on the rows that were never asked and on the test set, and those
  /// of label spreading from the same labels on the same rows.
  std::optional<double> final_error, test_error, spreading_error, spreading_test_error;
  std::optional<double> auc = {}, log_loss = {};     ///< of a binary task
  std::optional<FindMeasures> find = {};             ///< of --find
  double recall_low = 0, recall_high = 1;            ///< of --find: interval of the recall, 95 %
  std::optional<AnnotatorAgreement> agreement = {};  ///< of --opinions, on the labels asked
};

/// The prediction of run 0 for one row.
struct RowPrediction {
  std::uint64_t round = 0;  ///< from 1; 0 for a row outside the stream
  int predicted = 0;        ///< in its round; outside the stream, by the final model
  double margin = 0;
  bool asked = false;
  int final_class = 0;     ///< by the final model
  double probability = 0;  ///< of `predicted`, if requested
};

/// What played: a learner and its query rule, or for `auto` the process in their place.
struct Method {
  std::string update, query;
  Params params;         ///< of both; those of the process are AutoParams
  bool process = false;  ///< whether the process played
};

/// A learner that plays itself.
Method method_of(const LearnerConfig& config);

struct ConfigResult {
  std::string name;  ///< the name in tables
  LearnerConfig config;
  Method method;
  std::vector<RunResult> runs = {};
  std::vector<RowPrediction> predictions = {};  ///< one per row, if they are kept
  LearnerValue learner = {};                    ///< of run 0 at its end, if models are kept
  QueryValue rule = {};
  std::optional<ScoreCalibration> calibration = {};  ///< of run 0 at its end
  RowMatrix probabilities = {};  ///< of every item, if models are kept and the process played
};

struct ExperimentResult {
  std::vector<std::uint32_t>
      curve_rounds;  ///< rounds of the curves, the last is T; empty without curves
  std::vector<ConfigResult> results;
};

/// A learner configuration with its name in tables.
struct NamedConfig {
  std::string name;
  LearnerConfig config;
};

/// Puts rows of the stream into the order of run `run`; with shards, blocks are in random order and
/// the rows of a block in the order of the draw.
void put_in_order(const DatasetView& examples, const ExperimentOptions& options, std::uint64_t run,
                  std::vector<std::uint32_t>& rows);

/// The rounds of one run: the rows that are not in the test set.
std::size_t rounds_of(const DatasetView& examples, const ExperimentOptions& options);

/// Plays every configuration `runs` times. Throws UsageError if rows have label sets and a learner
/// needs one label per row, and for passes or probabilities without a meaning. Throws Interrupted
/// if the user interrupts, and passes on exceptions of learners.
ExperimentResult run_experiment(const DatasetView& examples,
                                const std::vector<NamedConfig>& configs,
                                const ExperimentOptions& options, Progress* progress = nullptr);

}  // namespace querent::apps
