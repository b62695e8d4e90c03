// SPDX-License-Identifier: Apache-2.0
// Values that the annotation server exchanges with its interfaces: requests, questions, states of
// items, progress.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include <querent/apps/ask/event_log.hpp>
#include <querent/learners/error_estimate.hpp>
#include <querent/learners/session/session.hpp>

namespace querent::apps {

/// A request that is refused with a message for the annotator, such as an unknown item or question,
/// or an empty class name. Nothing was changed.
class Refused : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The annotator and the key of a request. The client chooses a different `key` for each action, of
/// at most 100 bytes: a repeated request under a stored key is acknowledged without effect; a
/// different request or annotator under that key is Refused. If `key` is empty, the server
/// generates one, and a repeated request counts again.
struct Client {
  std::string by = {};  ///< name of the annotator, at most 100 bytes; empty: "me"
  std::string key = {};
  double seconds = 0;  ///< from display to answer; 0: unknown
  /// Refuse an answer to a question that no longer waits for one by this annotator, instead of
  /// storing a correction or a second answer.
  bool if_open = false;
};

/// Returned when an event is on disk.
struct Receipt {
  std::uint64_t event;    ///< number of the event in the store, from 1; 0: nothing had to be stored
  bool repeated = false;  ///< the key was stored before; `event` is the earlier one
};

/// The predicted class and its probability; class −1: no prediction yet.
struct Guess {
  int label = -1;
  double probability = 0;
};

/// A question for an annotator.
struct LeasedQuestion {
  std::uint64_t id;  ///< unique in the store, ascending
  std::uint32_t item;
  std::string why = {};  ///< "cover", "urgent" or "check"
  double probability;    ///< of choosing this item
  Guess guess = {};
  std::vector<double> class_probabilities = {};  ///< one per class; empty without a prediction
  std::optional<int> is_it = {};  ///< --yes-no: the class of "is it …?", answered by yes() or no()
  bool second = false;            ///< for agreement: another annotator has answered it (--overlap)
  bool settles = false;           ///< two annotators answered differently; this answer counts
  std::uint64_t after = 0;        ///< number of labelled items that `guess` uses
  /// Evidence for `guess`, with --find for the class to find: answered items and words, by
  /// decreasing contribution; empty if unknown.
  std::vector<std::uint32_t> because_items = {};
  std::vector<std::string> because_words = {};
  std::chrono::seconds lease = {};  ///< duration of the lease
};

/// State of one item.
struct ItemState {
  int label = -1;         ///< by an annotator; −1: none
  std::string by = {};    ///< name of the annotator
  bool unknown = false;   ///< "don't know": it is not asked about again
  Guess guess = {};       ///< prediction for an unlabelled item; label −1: none possible
  std::string note = {};  ///< note of an annotator
  /// The other answer in words while two annotators disagree: the item is undecided. Empty: they do
  /// not.
  std::string second = {};
  std::string second_by = {};
};

/// An answer and its probability of being wrong.
struct SuspectAnswer {
  std::uint32_t item;
  int label;
  double wrong;  ///< probability that the answer is wrong
};

/// Predictions for all items; `events` dates them.
struct Predictions {
  std::vector<ItemPrediction> items = {};  ///< one per item
  /// P of the class to find, or else of the first class, for each record; empty without records.
  std::vector<double> of_found = {};
  std::vector<SuspectAnswer> suspects = {};  ///< answers, the most doubtful first
  Estimate estimate = {};
  std::optional<RecallInterval> recall = {};  ///< with --find
  std::uint64_t events = 0;                   ///< last event that the model has used
  std::uint64_t after = 0;                    ///< number of labelled items that the model has used
};

/// The graph around an item (node 0), by distance and decreasing edge weight.
struct Neighbourhood {
  struct Node {
    std::uint32_t item;
    int hop;  ///< 0, 1, 2
    ItemState state = {};
  };
  struct Edge {
    std::uint32_t from, to;  ///< indices into `nodes`
    double weight;
  };
  std::vector<Node> nodes;
  std::vector<Edge> edges;     ///< all edges between `nodes`
  std::uint64_t left_out = 0;  ///< number of neighbours of the item beyond the limit
};

/// A stored event for the list of recent answers.
struct PastAnswer {
  Event event = {};
  std::optional<std::uint32_t> item = {};  ///< nullopt if the source no longer has the item
  int label = -1;                          ///< current label of the item
  bool undone = false;                     ///< undone since
};

struct PersonProgress {
  std::string by = {};
  std::uint64_t answers = 0;      ///< labels, also of --overlap
  std::uint64_t corrections = 0;  ///< further labels that replace one or settle a dispute
  std::uint64_t unknown = 0;      ///< "don't know"
  double seconds = 0;             ///< median per answer; 0: unknown
};

/// A point of the learning curve, at a change of the estimate; the first after ten random checks.
struct CurvePoint {
  std::uint64_t labels;
  std::string time = {};  ///< UTC, ISO 8601
  Estimate estimate = {};
};

struct AnnotationProgress {
  std::uint64_t items = 0, answered = 0;  ///< nodes or rows; those with an annotator's label
  std::uint64_t asked = 0;                ///< labels that count against the budget
  std::uint64_t yes_no = 0;               ///< of these, labels by yes or no
  std::uint64_t unknown = 0;              ///< number of "don't know" answers
  std::uint64_t gone = 0;                 ///< answered items that have left the source
  std::uint64_t disputed = 0;             ///< items with two different answers, undecided
  std::uint64_t checks = 0;               ///< number of answered random checks
  Estimate estimate = {};
  std::optional<RecallInterval> recall = {};  ///< with --find
  /// Number of items of recall->found that no question asked about; the goal is about the others.
  std::uint64_t known_before = 0;
  double stop_at_recall = 0;  ///< 0: no goal
  bool may_stop = false;      ///< the goal of --stop-at-error or --stop-at-recall is reached
  std::optional<double> after_fifty_more = {};  ///< extrapolated error; nullopt: too early
  std::vector<std::string> classes = {};
  std::vector<std::uint64_t> labelled = {}, predicted = {};  ///< per class: labels and predictions
  std::uint64_t without = 0;  ///< items for which no prediction is possible
  std::uint64_t after = 0;    ///< number of labelled items that the predictions use
  bool predicting = false;    ///< newer predictions are being computed
  double seconds = 0;         ///< median per answer
  std::vector<PersonProgress> people = {};
  AnnotatorAgreement agreement = {};
  std::optional<AnnotatorAgreement> machine = {};  ///< of opinions with annotators' answers
  std::uint64_t events = 0;                        ///< number of stored events
  std::optional<Ending> done = {};
};

/// The name of a class; empty for −1.
inline std::string class_name(const std::vector<std::string>& classes, int label) {
  return label < 0 ? std::string() : classes[static_cast<std::size_t>(label)];
}
/// Throws Refused if `name` cannot be the name of a class.
void check_class(std::string_view name);
/// Fills in the annotator's name and limits the time to one day. Throws Refused.
Client checked(Client client);

}  // namespace querent::apps
