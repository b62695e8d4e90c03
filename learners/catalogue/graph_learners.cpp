// SPDX-License-Identifier: Apache-2.0
#include <querent/learners/catalogue/specs.hpp>
#include <querent/learners/least_squares/cmog.hpp>
#include <querent/learners/least_squares/committee.hpp>
#include <querent/learners/least_squares/msg.hpp>
#include <querent/learners/least_squares/rls.hpp>
#include <querent/learners/multiclass/gpa.hpp>

namespace querent {
namespace {

LabelEncoding encoding_of(const Task& task) {
  if (task.encoding == "one-hot") return LabelEncoding::kOneHot;
  if (task.encoding == "margin") return LabelEncoding::kMargin;
  throw ChoiceError("the encoding is one-hot or margin, found '" + task.encoding + "'");
}

template <class L>
std::unique_ptr<AnyLearner> make_least_squares(const Task& task, const Params& params) {
  return erase(
      L(task.dim, task.num_classes, {.gamma = params.at("gamma"), .encoding = encoding_of(task)}));
}

std::unique_ptr<AnyLearner> make_committee(const Task& task, const Params& params) {
  return erase(Committee(task.dim, task.num_classes, task.views,
                         {.model = {.gamma = params.at("gamma"), .encoding = encoding_of(task)},
                          .eta = params.at("eta")}));
}

}  // namespace

std::vector<LearnerSpec> graph_learners() {
  const std::vector<ParamSpec> gamma{{"gamma", 1, kPositive, kInfinity, "γ, weight of tr(WᵀW)"}};
  const std::string on_mistakes = "least squares on mistakes";
  const std::string on_all = "least squares on every asked round";
  const std::string msg = "Yang et al., UAI 2016, ";
  const auto least_squares = [&](auto make, std::string name, std::string paper,
                                 std::string summary, std::string update, std::string query) {
    return LearnerSpec{.name = std::move(name),
                       .family = "least squares",
                       .paper = std::move(paper),
                       .summary = std::move(summary),
                       .update = std::move(update),
                       .query = std::move(query),
                       .second_order = true,
                       .params = gamma,
                       .make = full_matrix(make),
                       .full_matrix = true};
  };
  return {
      least_squares(make_least_squares<Cmog>, "CMOG", msg + "Algorithm 1",
                    "Asks every label, learns from mistakes.", on_mistakes, "all"),
      least_squares(make_least_squares<Cmog>, "CMOG-Q", msg + "Theorem 3",
                    "Asks by margin and uncertainty, learns from mistakes.", on_mistakes, "theta"),
      least_squares(make_least_squares<Msg>, "MSG", msg + "Algorithm 2",
                    "Asks by margin and uncertainty, learns from mistakes and where unsure.",
                    "least squares on mistakes and where Θ < 0", "theta"),
      {.name = "GPA",
       .family = "multiclass",
       .paper = "Herbster & Pontil, NIPS 2006",
       .summary = "The graph perceptron: asks every label.",
       .update = "perceptron, max-score",
       .query = "all",
       .second_order = false,
       .params = {},
       .make = [](const Task& task,
                  const Params&) { return erase(Gpa(task.dim, task.num_classes)); }},
      least_squares(make_least_squares<Rls>, "BBQ", "Cesa-Bianchi, Gentile, Orabona, ICML 2009",
                    "Asks while the instance is uncertain, ever more strictly.", on_all, "bbq"),
      least_squares(make_least_squares<Rls>, "BBQ-eps", "Agarwal, ICML 2013",
                    "Asks while the instance is uncertain beyond ε.", on_all, "bbq-eps"),
      least_squares(make_least_squares<Rls>, "DGS",
                    "Dekel, Gentile, Sridharan, JMLR 2012; multiclass: Agarwal, ICML 2013",
                    "Asks while the margin is within its confidence bound.", on_all, "dgs"),
      least_squares(make_least_squares<Rls>, "RLS-all", "Azoury & Warmuth, Machine Learning 2001",
                    "Asks and learns every label: the fully supervised yardstick.", on_all, "all"),
      least_squares(make_least_squares<Rls>, "thrifty", "after " + msg + "Algorithm 2",
                    "Asks by margin and uncertainty as little as --asking says, learns every label.",
                    on_all, "thrifty"),
      {.name = "auto",
       .family = "least squares",
       .paper = "docs/LABELS.md",
       .summary = "The thrifty learner on several views of the rows, weighted as labels come in.",
       .update = "committee of least squares on every asked round",
       .query = "thrifty",
       .second_order = true,
       .params = {gamma.front(), {"eta", 0.2, 0, kInfinity, "η, how fast the better views win"}},
       .make = full_matrix(make_committee),
       .full_matrix = true},
  };
}

}  // namespace querent
