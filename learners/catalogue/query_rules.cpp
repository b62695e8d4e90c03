// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <querent/learners/catalogue/specs.hpp>
#include <querent/learners/query/adaptive.hpp>
#include <querent/learners/query/all.hpp>
#include <querent/learners/query/bbq.hpp>
#include <querent/learners/query/bbq_eps.hpp>
#include <querent/learners/query/decaying.hpp>
#include <querent/learners/query/dgs.hpp>
#include <querent/learners/query/discriminative.hpp>
#include <querent/learners/query/margin.hpp>
#include <querent/learners/query/margin_plus_one.hpp>
#include <querent/learners/query/random.hpp>
#include <querent/learners/query/second_order.hpp>
#include <querent/learners/query/soal.hpp>
#include <querent/learners/query/theta.hpp>
#include <querent/learners/query/threshold.hpp>
#include <querent/learners/query/thrifty.hpp>

namespace querent {
namespace {

/// A rule with one parameter `b` in units of a margin.
template <class Rule>
QuerySpec margin_rule(std::string name, std::string paper, std::string summary, double b,
                      std::string meaning, bool needs_uncertainty = false) {
  return {.name = std::move(name),
          .paper = std::move(paper),
          .summary = std::move(summary),
          .needs_uncertainty = needs_uncertainty,
          .params = {{"b", b, kPositive, kInfinity, std::move(meaning)}},
          .make = [](const Task&, const Params& params) {
            return erase_query(Rule({.b = params.at("b")}));
          }};
}

QuerySpec discriminative(std::string name, std::string summary, DiscriminativeQuery::Weight a) {
  return {.name = std::move(name),
          .paper = "Zhai et al., Machine Learning 111, 2022, Remark 3",
          .summary = std::move(summary),
          .needs_uncertainty = true,
          .params = {{"b", 1, kPositive, kInfinity, "b: the larger, the more labels"},
                     {"eta", 0.1, kPositive, kInfinity, "η of the learner"}},
          .make = [a](const Task&, const Params& params) {
            return erase_query(
                DiscriminativeQuery({.b = params.at("b"), .eta = params.at("eta"), .a = a}));
          }};
}

// A floor of 0 stands for the share of rounds that gives an estimate of the error 25 labels to work
// with, within bounds that neither starve nor ruin it.
double floor_of(const Task& task, const Params& params) {
  if (params.at("floor") > 0) return params.at("floor");
  return task.rounds == 0 ? 0.01 : std::clamp(25.0 / static_cast<double>(task.rounds), 1e-3, 0.05);
}

std::vector<QuerySpec> make_query_rules() {
  return {
      {.name = "all",
       .paper = "",
       .summary = "Asks every label.",
       .needs_uncertainty = false,
       .params = {},
       .make = [](const Task&, const Params&) { return erase_query(AskAll{}); }},
      {.name = "random",
       .paper = "",
       .summary = "Asks with a fixed probability.",
       .needs_uncertainty = false,
       .params = {{"p", 0.1, 0, 1, "share of labels asked"}},
       .make =
           [](const Task&, const Params& params) {
             return erase_query(RandomQuery({.p = params.at("p")}));
           }},
      {.name = "theta",
       .paper = "Yang et al., UAI 2016, Definition 2",
       .summary = "Asks surely while Θ ≤ 0, else with probability 2h/(2h + Θ).",
       .needs_uncertainty = true,
       .params = {{"h", 1e-3, kPositive, kInfinity, "h: the smaller, the fewer labels"}},
       .make =
           [](const Task& task, const Params& params) {
             return erase_query(ThetaQuery(task.num_classes, {.h = params.at("h")}));
           }},
      {.name = "thrifty",
       .paper = "after Yang et al., UAI 2016, Definition 2",
       .summary = "The rule theta with c r/(1 + r) for K r/(1 + r), and a least probability.",
       .needs_uncertainty = true,
       .params = {{"c", 1, kPositive, kInfinity, "c: the smaller, the fewer labels; --asking sets it"},
                  {"h", 1e-3, kPositive, kInfinity, "h, in units of c"},
                  {"floor", 0, 0, 1, "least probability; 0: 25 labels over the rounds expected"}},
       .make =
           [](const Task& task, const Params& params) {
             return erase_query(ThriftyQuery(
                 {.c = params.at("c"), .h = params.at("h"), .floor = floor_of(task, params)}));
           }},
      {.name = "bbq",
       .paper = "Cesa-Bianchi, Gentile, Orabona, ICML 2009",
       .summary = "Asks while r/(1 + r) > t^(−κ).",
       .needs_uncertainty = true,
       .params = {{"kappa", 0.5, kPositive, 1, "κ: the larger, the more labels"}},
       .make =
           [](const Task&, const Params& params) {
             return erase_query(BbqQuery({.kappa = params.at("kappa")}));
           }},
      {.name = "bbq-eps",
       .paper = "Agarwal, ICML 2013",
       .summary = "Asks while r ≥ ε².",
       .needs_uncertainty = true,
       .params = {{"epsilon", 0.1, kPositive, kInfinity, "ε, in units of a score"}},
       .make =
           [](const Task&, const Params& params) {
             return erase_query(BbqEpsQuery({.epsilon = params.at("epsilon")}));
           }},
      {.name = "dgs",
       .paper = "Dekel, Gentile, Sridharan, JMLR 2012; Agarwal, ICML 2013",
       .summary = "Asks while Δ² ≤ α r (1 + 4 Σ r/(1 + r) + 36 log(t/δ)).",
       .needs_uncertainty = true,
       .params = {{"alpha", 1, kPositive, kInfinity, "α scales the bound, 1 in the paper"},
                  {"failure", 0.1, kPositive, 1, "δ, with which the bound may fail"}},
       .make =
           [](const Task&, const Params& params) {
             return erase_query(
                 DgsQuery({.failure = params.at("failure"), .alpha = params.at("alpha")}));
           }},
      margin_rule<MarginQuery>("margin", "Cesa-Bianchi, Gentile, Zaniboni, JMLR 7, 2006",
                               "Asks with probability b/(b + |p|).", 1,
                               "b, or δ: the larger, the more labels"),
      margin_rule<MarginPlusOneQuery>(
          "margin+1", "Lu, Zhao, Hoi, Machine Learning 103, 2016, Theorem 4",
          "Asks with probability δ/(δ + 1 + |p|).", 2, "δ: the larger, the more labels"),
      margin_rule<AdaptiveQuery>("adaptive", "Cesa-Bianchi, Gentile, Zaniboni, JMLR 7, 2006",
                                 "The margin rule with b √(1 + mistakes so far).", 1,
                                 "b: the larger, the more labels"),
      margin_rule<SecondOrderQuery>("second-order", "Cesa-Bianchi, Gentile, Zaniboni, JMLR 7, 2006",
                                    "Asks with probability b/(b + |p| + ½p²(1 + xᵀA⁻¹x)).", 1,
                                    "b: the larger, the more labels", true),
      {.name = "threshold",
       .paper = "Dasgupta, Kalai, Monteleoni, COLT 2005",
       .summary = "Asks while |p| ≤ s; halves s after R right answers in a row.",
       .needs_uncertainty = false,
       .params = {{"R", 10, 1, kInfinity, "R, labels in a row without a mistake"},
                  {"s", 1, kPositive, kInfinity, "s₁, in units of a margin"}},
       .make =
           [](const Task&, const Params& params) {
             return erase_query(ThresholdQuery({.R = params.at("R"), .s = params.at("s")}));
           }},
      discriminative("discriminative", "Asks with b/(b + max(0, |p| − ½ηv/max(1, xᵀx))).",
                     DiscriminativeQuery::Weight::kByLength),
      discriminative("discriminative-I", "Asks with b/(b + max(0, |p| − ½ηv)).",
                     DiscriminativeQuery::Weight::kOne),
      {.name = "soal",
       .paper = "Hao et al., TKDE 30, 2018",
       .summary = "Asks with b/(b + max(0, |p| − ½ηγv/(γ + v))).",
       .needs_uncertainty = true,
       .params = {{"b", 1, kPositive, kInfinity, "δ: the larger, the more labels"},
                  {"eta", 0.01, kPositive, kInfinity, "η of the learner"},
                  {"gamma", 100, kPositive, kInfinity, "γ of the learner"}},
       .make =
           [](const Task&, const Params& params) {
             return erase_query(SoalQuery(
                 {.b = params.at("b"), .eta = params.at("eta"), .gamma = params.at("gamma")}));
           }},
      margin_rule<DecayingQuery>("decaying", "Lu, Zhao, Hoi, Machine Learning 103, 2016, §6.3.5",
                                 "The margin rule with δ_t = δ_{t−1}·t/(t + 1).", 16384,
                                 "δ₀: the larger, the more labels"),
  };
}

}  // namespace

const std::vector<QuerySpec>& query_rules() {
  static const std::vector<QuerySpec> rules = make_query_rules();
  return rules;
}

}  // namespace querent
