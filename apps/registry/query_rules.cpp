// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/registry/specs.hpp>
#include <querent/learners/query/all.hpp>
#include <querent/learners/query/bbq.hpp>
#include <querent/learners/query/bbq_eps.hpp>
#include <querent/learners/query/dgs.hpp>
#include <querent/learners/query/random.hpp>
#include <querent/learners/query/theta.hpp>

namespace querent::apps {
namespace {

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
                  {"delta", 0.1, kPositive, 1, "δ, with which the bound may fail"}},
       .make =
           [](const Task&, const Params& params) {
             return erase_query(
                 DgsQuery({.delta = params.at("delta"), .alpha = params.at("alpha")}));
           }},
  };
}

}  // namespace

const std::vector<QuerySpec>& query_rules() {
  static const std::vector<QuerySpec> rules = make_query_rules();
  return rules;
}

}  // namespace querent::apps
