// SPDX-License-Identifier: Apache-2.0
// Switching between two experts on a graph: the ensemble on its eigenvectors or, if these turn out
// to be too few, random walks to the labels asked so far (spectral/label_walks.hpp).
//
//   n_k = F_ik / c,  n = Σ n_k         labels near node i, of class k and of all
//   f = n_k / (n + 2),  r = 1 / (1 + n)                                       the walks' f and r
//
// which is the prediction of regularised least squares with γ = 1 for a unit row that it has seen n
// times (least_squares.hpp). After 16, 32, 64, … answers, each asked for with probability p:
//
//   w = 1/p;   D = Σ w ([ensemble wrong] − [walks wrong]),   s² = Σ w² (…)²
//   until the next comparison the walks ask if D > s and predict if D > 2s, else the ensemble does
//   D ← D/2, s² ← s²/4                                     early answers count less
//
// D estimates how many more errors the ensemble makes over all rounds (error_estimate.hpp), s is
// its standard error: a wrong choice costs more in predictions than in queries. docs/notes/auto.md
// lists the gains. While the walks neither ask nor predict, their predictions are not needed before
// the next comparison, so labels are learned in batches, which costs less.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <type_traits>
#include <vector>

#include <querent/learners/play.hpp>
#include <querent/spectral/label_walks.hpp>

namespace [[gnu::visibility("default")]] querent {

class ExpertSwitch {
 public:
  ExpertSwitch(const Graph& graph, int num_classes) : walks_(graph, num_classes), f_(num_classes) {}

  /// Sets the node that is predicted and learned next.
  void at(Node node) { node_ = node; }

  /// Takes the ensemble's prediction for the node and returns the combined one: the class of the
  /// expert that predicts, the margin and uncertainty of the expert that asks.
  Prediction of(const Prediction& ensemble) {
    ensemble_label_ = ensemble.label;
    if (!walks_ask_) return ensemble;
    Prediction walks = prediction_from(walks_.scores(node_));
    if (!walks_predict_) {
      walks.label = ensemble.label;
      walks.runner_up = ensemble.runner_up;
    }
    return walks;
  }

  void learn(int y) {
    nodes_.push_back(node_);
    labels_.push_back(y);
    // a volunteered label does not count as an answer unless observe() follows
    waiting_.weight.push_back(0);
    waiting_.ensemble.push_back(ensemble_label_);
    if (walks_ask_ || waiting_.size() >= kTogether) learn_waiting();
  }

  /// Ends the round of the node.
  void observe(const Round& round) {
    if (!round.asked) return;
    if (waiting_.size() == 0) {  // learned at once
      count(1 / round.probability, ensemble_label_, walks_label_, round.label);
    } else {
      waiting_.weight.back() = 1 / round.probability;
    }
    if (nodes_.size() < next_comparison_) return;
    learn_waiting();
    next_comparison_ *= 2;
    walks_ask_ = gain_ > std::sqrt(variance_);
    walks_predict_ = gain_ > 2 * std::sqrt(variance_);
    gain_ /= 2;
    variance_ /= 4;
  }

  template <class Self, class Fields>
  static void fields(Self& self, Fields&& field) {
    const std::size_t learned = self.nodes_.size();
    field("nodes", self.nodes_);
    field("labels", self.labels_);
    field("gain", self.gain_);
    field("variance", self.variance_);
    field("next_look", self.next_comparison_);
    field("walks_ask", self.walks_ask_);
    field("walks_predict", self.walks_predict_);
    std::optional<Waiting> waiting = self.waiting_;  // absent in files of older versions
    field("waiting", waiting);
    field.must(self.nodes_.size() == self.labels_.size());
    if constexpr (!std::is_const_v<Self>) {
      self.waiting_ = waiting.value_or(Waiting());
      field.must(self.waiting_.size() <= self.nodes_.size());
      field.must(learned == 0);
      std::vector<LabelledNode> learned_labels;
      for (std::size_t k = 0; k < self.nodes_.size(); ++k) {
        field.must(self.nodes_[k] < self.walks_.num_nodes() && self.labels_[k] >= 0 &&
                   self.labels_[k] < self.f_.size());
        if (k + self.waiting_.size() < self.nodes_.size())
          learned_labels.push_back({self.nodes_[k], self.labels_[k]});
      }
      self.walks_.learn(learned_labels);
    }
  }

 private:
  static constexpr double kLabel = 0.05;        // c, what counts as one label near a node
  static constexpr std::size_t kTogether = 64;  // maximum number of labels in a batch

  // The last labels, which the walks have not learned yet.
  struct Waiting {
    std::vector<double> weight;          // 1/p for an answer, 0 for a volunteered label
    std::vector<std::int32_t> ensemble;  // the ensemble's predictions

    std::size_t size() const { return weight.size(); }
    template <class Self, class Fields>
    static void fields(Self& self, Fields&& field) {
      field("weight", self.weight);
      field("committee", self.ensemble);
      field.must(self.weight.size() == self.ensemble.size());
    }
  };

  template <class Scores>
  Prediction prediction_from(const Scores& F) {
    f_ = F.transpose() / kLabel;
    const double n = f_.sum();
    f_ /= n + 2;
    Prediction walks = predict_from_scores({f_.data(), static_cast<std::size_t>(f_.size())});
    walks.uncertainty = 1 / (1 + n);
    return walks;
  }

  // The walks learn the waiting labels, and each is compared with their prediction before it.
  void learn_waiting() {
    if (waiting_.size() == 0) return;
    std::vector<LabelledNode> labels;
    for (std::size_t k = nodes_.size() - waiting_.size(); k < nodes_.size(); ++k)
      labels.push_back({nodes_[k], labels_[k]});
    NodeScores before(static_cast<Eigen::Index>(labels.size()), f_.size());
    walks_.learn(labels, &before);
    for (std::size_t k = 0; k < labels.size(); ++k) {
      walks_label_ = prediction_from(before.row(static_cast<Eigen::Index>(k))).label;
      count(waiting_.weight[k], waiting_.ensemble[k], walks_label_, labels[k].label);
    }
    waiting_ = {};
  }

  void count(double w, int ensemble, int walks, int y) {
    const double d = (ensemble != y) - (walks != y);
    gain_ += w * d;
    variance_ += w * w * d * d;
  }

  LabelWalks walks_;
  Eigen::VectorXd f_;  // workspace
  Node node_ = 0;
  int ensemble_label_ = 0;   // for the node
  int walks_label_ = 0;      // for the last label they learned
  std::vector<Node> nodes_;  // learned, in order
  std::vector<std::int32_t> labels_;
  Waiting waiting_;
  double gain_ = 0, variance_ = 0;
  std::uint64_t next_comparison_ = 16;
  bool walks_ask_ = false, walks_predict_ = false;
};

/// A learner on the nodes of a graph with its second opinion, with the interface that play() needs.
template <class Learner>
class SwitchedLearner {
 public:
  SwitchedLearner(Learner& learner, ExpertSwitch& experts)
      : learner_(&learner), experts_(&experts) {}

  template <Row X>
  Prediction predict(const X& x) const {
    return experts_->of(learner_->predict(x));
  }
  template <Row X>
  bool update(const X& x, int y) {
    experts_->learn(y);
    return learner_->update(x, y);
  }

 private:
  Learner* learner_;
  ExpertSwitch* experts_;
};

}  // namespace querent
