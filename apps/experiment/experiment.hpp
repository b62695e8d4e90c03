// SPDX-License-Identifier: Apache-2.0
// The experiment of the papers: each learner plays the stream once a run, all learners on the same
// orders.
//
//   order r            stream kOrder (or kHeldOut, for tuning) of (seed, r)
//   asking in run r    stream kQuery of (seed, r): the same draws for every learner
//
// So a run depends on the seed and its number alone, not on how many runs, learners or threads
// there are.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include <querent/apps/experiment/known_items.hpp>
#include <querent/apps/experiment/machine_agreement.hpp>
#include <querent/learners/catalogue/catalogue.hpp>
#include <querent/learners/play_label_sets.hpp>
#include <querent/learners/score_calibration.hpp>
#include <querent/learners/session/asking.hpp>
#include <querent/learners/session/examples.hpp>
#include <querent/learners/session/find.hpp>
#include <querent/learners/spread.hpp>
#include <querent/spectral/correct_and_smooth.hpp>

namespace querent::apps {

class Progress;

/// Where runs are kept on the way, so that they can be killed and resumed.
struct CheckpointOptions {
  std::uint64_t every = 0;  ///< rounds; 0: runs are not kept
  std::filesystem::path directory = {};
  std::string fingerprint = {};  ///< of everything that results depend on
};

/// How rows come: in a random order, in that of the source, or any that is asked for.
enum class RowOrder { kRandom, kFile, kPool };

struct ExperimentOptions {
  std::uint64_t seed = 0;
  std::uint64_t runs = 1;
  std::uint64_t passes =
      1;  ///< later ones learn the labels that the first asked for, and ask no more
  RowOrder order = RowOrder::kRandom;
  Stream order_stream = Stream::kOrder;
  std::string encoding = "one-hot";
  int threads = 1;
  bool keep_curves = false;
  bool keep_predictions = false;  ///< of run 0
  bool probabilities = false;     ///< of the predictions, calibrated on the labels asked
  bool rank_scores = false;       ///< the area under the ROC curve of a binary task
  AskingOptions asking = {};
  KnownItems known = {};
  /// η_p of the weighted sum and c_p of the cost, in [0, 1] (Lu, Zhao, Hoi 2016, Eqs. 6, 7).
  double positive_weight = 0.5;
  bool keep_models = false;  ///< of run 0
  CheckpointOptions checkpoint = {};
};

/// Rounds of a binary task by truth and prediction; the positive class is class 1.
struct Confusion {
  std::uint64_t true_positive = 0, false_positive = 0, false_negative = 0, true_negative = 0;

  void count(int truth, int said) {
    if (truth == 1) {
      ++(said == 1 ? true_positive : false_negative);
    } else {
      ++(said == 1 ? false_positive : true_negative);
    }
  }

  template <class Self, class Fields>
  static void fields(Self& self, Fields&& field) {
    field("true_positive", self.true_positive);
    field("false_positive", self.false_positive);
    field("false_negative", self.false_negative);
    field("true_negative", self.true_negative);
  }
};

/// Rounds and mistakes of each class.
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

  template <class Self, class Fields>
  static void fields(Self& self, Fields&& field) {
    field("rounds", self.rounds);
    field("mistakes", self.mistakes);
    field.must(self.rounds.size() == self.mistakes.size());
  }
};

/// One pass: what was counted, and the cumulative counts at the rounds of
/// ExperimentResult::curve_rounds.
struct RunResult {
  std::uint64_t run = 0;
  Tally tally;
  Confusion confusion;                              ///< of a binary task
  ByClass by_class = {};                            ///< of rows with one label
  double positive_weight = 0.5;                     ///< as in ExperimentOptions
  std::optional<LabelRankingTally> ranking = {};    ///< where rows have label sets
  std::optional<std::size_t> support_vectors = {};  ///< of a kernel learner, at the end
  double seconds = 0;
  Estimate estimate;  ///< of the error rate, from the labels asked
  /// Of the finished model on the rows that came and were never asked, and on those held out; of
  /// label spreading from the asked labels on the same rows.
  std::optional<double> final_error, test_error, spreading_error, spreading_test_error;
  std::optional<double> auc = {}, log_loss = {};   ///< of a binary task
  std::optional<FindMeasures> find = {};           ///< of --find
  std::optional<MachineAgreement> agreement = {};  ///< of --opinions, on the labels asked
  std::vector<std::uint32_t> mistakes, queries;
};

/// What run 0 said of one row.
struct RowPrediction {
  std::uint64_t round = 0;  ///< from 1; 0 for a row that is not in the stream
  int predicted = 0;        ///< in its round; by the final model outside the stream
  double margin = 0;
  bool asked = false;
  int final_class = 0;     ///< by the final model
  double probability = 0;  ///< of `predicted`, where probabilities are asked for
};

struct ContestantResult {
  std::string name;  ///< what tables call it
  Contestant contestant;
  std::vector<RunResult> runs;
  std::vector<RowPrediction> predictions;  ///< one a row when they are kept
  LearnerValue learner = {};               ///< of run 0 at its end, when models are kept
  QueryValue rule = {};
  std::optional<ScoreCalibration> calibration = {};  ///< of run 0 at its end
  std::optional<ScoresOverGraph> over_graph =
      {};  ///< what classifies the nodes, where it is not the learner
};

struct ExperimentResult {
  std::vector<std::uint32_t>
      curve_rounds;  ///< rounds t of the curves, the last is T; empty when not kept
  std::vector<ContestantResult> results;
};

/// A contestant with the name that tables call it.
struct Entry {
  std::string name;
  Contestant contestant;
};

/// Puts rows of the stream in the order in which run `run` plays them; of shards, the blocks in a
/// random order, the rows of each as drawn.
void put_in_order(const Examples& examples, const ExperimentOptions& options, std::uint64_t run,
                  std::vector<std::uint32_t>& rows);

/// Plays every contestant `runs` times. UsageError when rows have label sets and a learner takes
/// one label a row, and for passes or probabilities where they have no meaning. Interrupted when
/// the user stops it; what a learner throws comes through.
ExperimentResult run_experiment(const Examples& examples, const std::vector<Entry>& entries,
                                const ExperimentOptions& options, Progress* progress = nullptr);

}  // namespace querent::apps
