// SPDX-License-Identifier: Apache-2.0
#include <querent/learners/catalogue/specs.hpp>
#include <querent/learners/least_squares/cmog.hpp>
#include <querent/learners/least_squares/ensemble.hpp>
#include <querent/learners/least_squares/msg.hpp>
#include <querent/learners/least_squares/ridge_class_prior.hpp>
#include <querent/learners/least_squares/rls.hpp>
#include <querent/learners/multiclass/gpa.hpp>

namespace querent {
namespace {

LabelEncoding encoding_of(const Task& task) {
  if (task.encoding == "one-hot") return LabelEncoding::kOneHot;
  if (task.encoding == "margin") return LabelEncoding::kMargin;
  throw ChoiceError("the encoding must be one-hot or margin, found '" + task.encoding + "'");
}

template <class L>
LearnerSpec least_squares(std::string name, std::string paper, std::string summary,
                          std::string query, Theorem theorem = Theorem::kNone) {
  const LeastSquaresParams defaults;
  return spec_of({.name = std::move(name),
                  .family = "least squares",
                  .paper = std::move(paper),
                  .summary = std::move(summary),
                  .query = std::move(query),
                  .encodes = true,
                  .bound = {.theorem = theorem}},
                 L::card(), specs_of(defaults), [defaults](const Task& task, const Params& values) {
                   LeastSquaresParams params = with_values(defaults, values);
                   params.encoding = encoding_of(task);
                   return erase(L(task.dim, task.num_classes, params));
                 });
}

}  // namespace

std::vector<LearnerSpec> graph_learners() {
  const std::string msg = "Yang et al., UAI 2016, ";
  return {
      least_squares<Cmog>("CMOG", msg + "Algorithm 1",
                          "Asks for every label, learns from mistakes.", "all",
                          Theorem::kMistakeDriven),
      least_squares<Cmog>("CMOG-Q", msg + "Theorem 3",
                          "Asks by margin and uncertainty, learns from mistakes.", "theta",
                          Theorem::kMistakeDriven),
      least_squares<Msg>(
          "MSG", msg + "Algorithm 2",
          "Asks by margin and uncertainty, learns from mistakes and uncertain predictions.",
          "theta", Theorem::kSelective),
      spec_of(
          {"GPA", "multiclass", "Herbster & Pontil, NIPS 2006",
           "Graph perceptron; asks for every label.", "all"},
          kGpaCard, {},
          [](const Task& task, const Params&) { return erase(Gpa(task.dim, task.num_classes)); }),
      least_squares<Rls>("BBQ", "Cesa-Bianchi, Gentile, Orabona, ICML 2009",
                         "Asks while the uncertainty exceeds a threshold that falls with time.",
                         "bbq"),
      least_squares<Rls>("BBQ-eps", "Agarwal, ICML 2013", "Asks while the uncertainty exceeds ε.",
                         "bbq-eps"),
      least_squares<Rls>("DGS",
                         "Dekel, Gentile, Sridharan, JMLR 2012; multiclass: Agarwal, ICML 2013",
                         "Asks while the margin is within its confidence bound.", "dgs"),
      least_squares<Rls>("RLS-all", "Azoury & Warmuth, Machine Learning 2001",
                         "Asks for and learns every label: the fully supervised baseline.", "all"),
      least_squares<RidgeClassPrior>(
          "thrifty", "after " + msg + "Algorithm 2",
          "Ridge classifier with a class prior; asks by margin and uncertainty, "
          "scaled by `asking`, and learns every label.",
          "thrifty"),
      spec_of(
          {.name = "auto",
           .family = "least squares",
           .paper = "docs/auto.md",
           .summary =
               "On a graph and in a pool a Gaussian process whose kernel follows the answers; "
               "in a stream of rows, with late labels and in model files a weighted ensemble of "
               "thrifty on several views.",
           .query = "thrifty",
           .encodes = true,
           .views = true},
          Ensemble::card({}), specs_of(Ensemble::Params{}),
          [](const Task& task, const Params& values) {
            Ensemble::Params params = with_values(Ensemble::Params{}, values);
            params.model.encoding = encoding_of(task);
            return erase(Ensemble(task.dim, task.num_classes, task.views, params));
          }),
  };
}

}  // namespace querent
